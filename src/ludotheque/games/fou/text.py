"""The table as text."""


def draw(data, /):
    return ""
