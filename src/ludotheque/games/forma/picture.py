"""placeholder"""


def draw(data, /, *, theme="auto"):
    return "<svg/>"


def prompt(data):
    return ""
