"""Bots as they are named: with settings, by level, from a file of your own."""

import os
import re
from pathlib import Path

import pytest

import ludotheque
from ludotheque.core.errors import UnknownBot


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("randon", 'no bot "randon"; did you mean "random"?'),
        ("experd", 'no bot "experd"; did you mean "expert"?'),
        ("deep-blue", 'no bot "deep-blue"; there are expert, greedy, master, novice, random, regular'),
        ("search:seconds=soon", 'search: seconds must be a number, not "soon"'),
        ("search:seconds=1,trees", '"trees" is not a setting; write search:key=value,key=value'),
        ("search:second=1", 'search has no setting "second"; did you mean "seconds"?'),
        ("search:simulations=2.5", "search: simulations must be a whole number, not 2.5"),
        ("search:seconds=-1", "search: seconds must be a number above 0, not -1"),
        ("search:simulations=0", "search: simulations must be a number above 0, not 0"),
        ("search:trees=true", "search: trees must be a whole number, not true"),
        ("random:seed=3", 'random has no setting "seed"; it has none'),
        ("none.py:MyBot", 'no bot "none.py:MyBot": there is no file none.py'),
    ],
)
def test_a_bot_named_wrongly(name: str, message: str) -> None:
    with pytest.raises(UnknownBot, match=re.escape(message)):
        ludotheque.bot(name, ludotheque.game("feurio"))


@pytest.mark.slow
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


def test_a_bot_is_made_for_a_game_not_for_its_name() -> None:
    for make in (lambda: ludotheque.bot("greedy", "fou"), lambda: ludotheque.bots.search("fou")):  # type: ignore[arg-type, call-overload]
        with pytest.raises(UnknownBot, match=r'a bot is made for a game, .*, and "fou" is not one'):
            make()
