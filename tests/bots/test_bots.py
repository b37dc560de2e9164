"""Bots choose from views, the same move for the same knowledge."""

import os
import re
from pathlib import Path

import pytest

import ludotheque
from ludotheque.bots import BOTS
from ludotheque.core.errors import UnknownBot
from ludotheque.core.game import Game
from tests.variants import every_variant, random_positions

REPRODUCIBLE = ["search:simulations=50" if name == "search" else name for name in BOTS]  # no clock


@pytest.mark.parametrize("name", REPRODUCIBLE)
@every_variant
def test_a_bot_cannot_see_what_is_hidden(name: str, game: Game) -> None:
    """Swap what is hidden, and the bot with the same seed chooses the same move."""
    for ply, state in enumerate(random_positions(game, 3)):
        if state.over or ply % 5:
            continue
        view = state.view(state.seat)
        other = view.imagine(seed=ply).view(state.seat)
        chosen = ludotheque.bot(name, game, seed=ply).choose(view)
        assert chosen in state.moves()
        assert ludotheque.bot(name, game, seed=ply).choose(other) == chosen


def test_an_unknown_bot_gets_a_suggestion() -> None:
    game = ludotheque.game("feurio")
    with pytest.raises(UnknownBot, match='no bot "randon"; did you mean "random"?'):
        ludotheque.bot("randon", game)
    with pytest.raises(UnknownBot, match='no bot "deep-blue"; there are expert, greedy'):
        ludotheque.bot("deep-blue", game)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("search:second=1", 'search has no setting "second"; did you mean "seconds"?'),
        ("search:simulations=2.5", "search: simulations must be a whole number, not 2.5"),
        ("search:seconds=-1", 'search:seconds=-1: seconds must be a number above 0, not "-1"'),
        ("random:seed=3", 'random has no setting "seed"; it has none'),
        ("none.py:MyBot", 'no bot "none.py:MyBot": there is no file none.py'),
    ],
)
def test_a_bot_named_wrongly(name: str, message: str) -> None:
    with pytest.raises(UnknownBot, match=re.escape(message)):
        ludotheque.bot(name, ludotheque.game("feurio"))


def test_a_bot_of_your_own_is_loaded_once_and_again_when_its_file_changes(tmp_path: Path) -> None:
    file, game = tmp_path / "mine.py", ludotheque.game("feurio")
    text = "class Mine:\n    def __init__(self, game, *, seed=None, depth=1): self.depth = depth\n"
    file.write_text(text)
    first = ludotheque.bot(f"{file}:Mine:depth=3", game)
    assert first.depth == 3  # type: ignore[attr-defined]
    assert type(ludotheque.bot(f"{file}:Mine", game)) is type(first)
    file.write_text(text.replace("depth=1", "depth=2"))
    os.utime(file, ns=(0, 0))
    assert ludotheque.bot(f"{file}:Mine", game).depth == 2  # type: ignore[attr-defined]
    with pytest.raises(UnknownBot, match="mine.py defines no Yours"):
        ludotheque.bot(f"{file}:Yours", game)
    file.write_text("class Mine:\n    def __init__(self, game): pass\n")
    with pytest.raises(UnknownBot, match="mine.py:Mine takes no seed; begin it with"):
        ludotheque.bot(f"{file}:Mine", game)
