"""The chart of chances: a well-formed picture whose lines go where the numbers say."""

from xml.etree import ElementTree

from ludotheque.drawing.chances import BOTTOM, LEFT, RIGHT, TOP, chances_chart
from ludotheque.drawing.svg import number


def test_a_chart_of_both_chances() -> None:
    known, opened = [(0, 0.5), (10, 1.0)], [(0, 0.0), (5, 1.0), (10, 1.0)]
    chart = chances_chart("Chances < 1", 10, known, opened, [(5, 0.5, "move 6")])
    picture = ElementTree.fromstring(chart)
    lines = {one.get("class"): one.get("d") or "" for one in picture.iter("path")}
    middle = number((TOP + BOTTOM) / 2)
    assert lines["chart-line chart-known"] == f"M{number(LEFT)} {middle}L{number(RIGHT)} {number(TOP)}"
    assert lines["chart-line chart-open"].startswith(f"M{number(LEFT)} {number(BOTTOM)}L")
    (moment,) = picture.iter("circle")
    assert moment.get("cx") == number((LEFT + RIGHT) / 2)
    assert picture.findtext("title") == "Chances < 1"
    assert picture.get("data-plies") == "10"


def test_the_line_of_the_move_that_is_shown_lies_under_the_chances() -> None:
    """Over them it would seem to be the end of one."""
    picture = ElementTree.fromstring(chances_chart("Chances", 10, [(0, 0.5), (10, 1.0)], [(0, 0.5)], []))
    order = [one.get("class") for one in picture.iter("path")]
    assert order.index("chart-now") < order.index("chart-line chart-open")
