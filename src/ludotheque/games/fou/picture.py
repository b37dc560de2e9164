"""The table as SVG."""


def draw(data, /, *, theme="auto"):
    return "<svg/>"
