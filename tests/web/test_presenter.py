"""What travels when a table changes."""

from ludotheque.web.presenter import difference


def test_of_a_panel_only_what_changed_travels() -> None:
    panel = {
        "box": (0, 0, 1, 1),
        "heading": "",
        "ground": "<a/>",
        "order": ["k", "l"],
        "parts": {"k": "1", "l": "1"},
    }
    old = {"ply": 1, "panels": {"board": panel, "hand": panel}, "log": {"from": 0, "entries": []}}
    board = panel | {"ground": "<b/>", "parts": {"k": "1", "l": "2"}}
    news = difference(old, old | {"ply": 2, "panels": {"board": board}})
    assert news == {
        "ply": 2,
        "panels": {"board": {"ground": "<b/>", "order": ["k", "l"], "parts": {"l": "2"}}},
        "gone": ["hand"],
    }
