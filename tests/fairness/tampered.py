"""Records that say something wrong about their shuffles, for all who check them."""

import json
from pathlib import Path
from typing import Any

from ludotheque.core.fair_shuffle import committed, drawn_seats, shuffle_key, shuffled

Told = dict[str, Any]


def vectors() -> list[Told]:
    """Of Feurio!, then of Fou!: a fair record, one with a wrong secret, one whose deal does not follow."""
    return [json.loads(line) for line in (Path(__file__).parent / "fair.jsonl").read_text().splitlines()]


def stacked() -> Told:
    """A game of Feurio! with twelve 6s and no 1s, shuffled as it was promised."""
    record = vectors()[0]
    told = record["fairness"]
    key = shuffle_key(bytes.fromhex(told["secret"]), told["table"], told["contributions"])
    record["setup"]["stack"] = shuffled(sorted([2, 3, 4, 5, 6, 6] * 6), key, 0)
    return record


def drawn_by_lot() -> Told:
    """A game that shuffles nothing, and draws the seats."""
    told, waiting = vectors()[0]["fairness"], ["ada", "bo", "cy", ""]
    lot = drawn_seats(bytes.fromhex(told["secret"]), told["table"], waiting)
    options = {"players": 4, "touch": "sides", "by_eye": False}
    fairness = told | {"contributions": [waiting[place] for place in lot], "lot": list(lot)}
    record = {"format": "ludotheque/1", "game": "forma", "options": options, "setup": {}, "moves": []}
    return record | {"fairness": fairness}


def tampered() -> list[tuple[Told, bool]]:
    """Records, and whether each is fair all the same."""
    feurio, fou, forma = vectors()[0], vectors()[3], drawn_by_lot()
    deals = [[sorted(hand) for hand in deal] for deal in fou["setup"]["deals"]]
    told, given = feurio["fairness"], feurio["fairness"]["contributions"]
    return [
        (fou | {"setup": {"deals": deals}}, True),  # the order within a hand means nothing
        (fou | {"setup": {"deals": [deal[::-1] for deal in deals]}}, False),
        (stacked(), False),
        (feurio | {"setup": {}}, False),
        (feurio | {"setup": None}, False),
        (fou | {"setup": {}}, False),
        (feurio | {"setup": {"stack": []}}, False),
        (fou | {"setup": {"deals": []}}, False),
        (fou | {"setup": {"deals": None}}, False),
        (fou | {"setup": {"deals": []}, "moves": []}, False),
        (fou | {"setup": {"deals": deals[:1]}}, False),
        (fou | {"moves": fou["moves"][:12]}, True),  # more deals than were played
        (feurio | {"options": feurio["options"] | {"players": feurio["options"]["players"] % 4 + 1}}, False),
        (forma, True),
        *[
            (forma | {"fairness": forma["fairness"] | {"lot": lot}}, False)
            for lot in (forma["fairness"]["lot"][::-1], [0], None, "0123")
        ],
        *[
            (feurio | {"fairness": told | change}, False)
            for change in (
                {"lot": [3, 2, 1, 0]},
                {"scheme": "chosen late"},
                {"secret": told["secret"].upper()},
                {"secret": told["secret"] + "\n"},
                {"secret": None},
                {"secret": "", "commitment": committed(b"")},
                {"commitment": None},
                {"contributions": [*given, "late"]},
                {"contributions": ["\n".join(given)]},
                {"contributions": "\n".join(given)},
                {"contributions": dict(enumerate(given))},
                {"contributions": None},
                {"table": "\n".join([told["table"], given[0]]), "contributions": given[1:]},
                {"table": None},
            )
        ],
    ]
