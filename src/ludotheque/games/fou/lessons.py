def illustrations():
    return {}
