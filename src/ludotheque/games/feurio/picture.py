"""placeholder"""


def draw(data, /, *, theme="auto"):
    return "<svg/>"
