"""Cards in a hand: each is drawn once, and fanned wherever somebody looks at them."""

import re
from itertools import pairwise

from ludotheque.drawing.fan import TURN, Arc, Fan, held, look

ARC = Arc(200.0, 80.0, radius=900.0, step=40.0, spread=355.0, lift=18.0)
LOOKS = (look("held", "card veiled", "{card} & no other"), look("held playable", "card", "play {card}"))
CARD = re.compile(
    r'<g data-key="(.+)" class="(.+)" transform="translate\((.+) (.+)\)"><title>(.+)</title>'
    r'<g class="(.+)"><path transform="rotate\((.+)\)"/></g></g>'
)


def fan(cards: int, *lifted: str) -> Fan:
    drawn = f'<path transform="{TURN}"/>'
    return Fan(ARC, {f"k{k}": held(f"k{k}", f"card <{k}>", drawn) for k in range(cards)}, lifted, LOOKS)


def placed(shown: Fan) -> list[tuple[float, float, float]]:
    """Where each card lies, and how it is turned."""
    found = [CARD.fullmatch(part) for part in shown.values()]
    return [(float(one[3]), float(one[4]), float(one[7])) for one in found if one]


def test_cards_lie_alike_to_both_sides_of_the_middle() -> None:
    for cards in (1, 2, 5, 12):
        places = placed(fan(cards))
        assert len(places) == cards
        for (left, up, turned), (right, down, turned_back) in zip(places, reversed(places), strict=True):
            assert abs(left + right - 400) <= 0.11 and up == down and turned == -turned_back
    assert placed(fan(1)) == [(200.0, 80.0, 0.0)]


def test_many_cards_lie_closer() -> None:
    for cards, step in ((4, 40.0), (12, 355 / 11)):
        places = placed(fan(cards))
        assert all(abs(right[0] - left[0] - step) < 2 for left, right in pairwise(places))


def test_a_lifted_card_stands_out_and_looks_as_such() -> None:
    shown = fan(3, "k1")
    assert placed(shown)[1] == (200.0, 62.0, 0.0)
    found = [CARD.fullmatch(part) for part in shown.values()]
    assert [one and one.group(1, 2, 5, 6) for one in found] == [
        ("k0", "held", "card &lt;0&gt; &amp; no other", "card veiled"),
        ("k1", "held playable", "play card &lt;1&gt;", "card"),
        ("k2", "held", "card &lt;2&gt; &amp; no other", "card veiled"),
    ]
