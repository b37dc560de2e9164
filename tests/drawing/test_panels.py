import re

import pytest

from ludotheque.core.page import Panel
from ludotheque.drawing.panels import Room, fit


def shown(panel: Panel, room: Room, **limits: float) -> tuple[float, float, float, float]:
    """Where a panel's box comes to lie: left, top, width, height."""
    found = re.match(r'<g transform="translate\((\S+) (\S+)\) scale\((\S+)\)">', fit(panel, room, **limits))
    assert found
    x, y, scale = map(float, found.groups())
    left, top, width, height = panel.box
    return x + scale * left, y + scale * top, width * scale, height * scale


@pytest.mark.parametrize(
    ("limits", "place"), [({}, (0, 50, 200, 100)), ({"largest": 1.5}, (25, 62.5, 150, 75))]
)
def test_a_panel_fills_the_middle_of_a_room(limits: dict[str, float], place: Room) -> None:
    panel = Panel((-10, 20, 100, 50), {"a": '<g data-key="a"/>'})
    assert shown(panel, (0, 0, 200, 200), **limits) == pytest.approx(place)
