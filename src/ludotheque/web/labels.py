"""Moves in words, of which no two are the same."""

from collections.abc import Callable, Sequence

from ludotheque.core.view import View


def labels(view: View, moves: Sequence[str]) -> list[str]:
    """Different *moves* that are told beside each other: where a game calls some the same, with where they
    go; where even that is the same, with their notation."""
    page, data = view.game.definition.page, view.data
    found = {move: page.label(data, move) for move in moves}
    _tell_apart(found, lambda alike: page.told_apart(data, alike))
    _tell_apart(found, lambda alike: [f"{page.label(data, move)} ({move})" for move in alike])
    return [found[move] for move in moves]


def _tell_apart(found: dict[str, str], finer: Callable[[list[str]], Sequence[str]]) -> None:
    """Give moves that are called the same another name."""
    by_label: dict[str, list[str]] = {}
    for move, label in found.items():
        by_label.setdefault(label, []).append(move)
    for alike in by_label.values():
        if len(alike) > 1:
            found.update(zip(alike, finer(alike), strict=True))
