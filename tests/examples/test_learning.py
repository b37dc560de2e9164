"""The example that learns Fou!: a short run of it, as somebody would start it (``make test-train``)."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import ludotheque
from ludotheque.arena import run

pytest.importorskip("torch", reason="needs PyTorch: `make test-train` installs it")
pytestmark = pytest.mark.slow
EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "learning"


@pytest.fixture(autouse=True)
def _beside_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLE))


def test_outcomes_are_judged_from_the_end() -> None:
    """Two seats, one game: seat 0 decides, then seat 1, who wins; then a new game that has not ended."""
    from self_play import LAMBDA, by_seat, gained, judged

    assert by_seat(np.array([[0.7, 0.3]], np.float32), np.array([1]))[0] == pytest.approx([0.3, 0.7])
    gains = gained(np.array([0, 1], np.float32), np.array([-30, 10], np.int32))
    assert gains == pytest.approx([-1, 2])
    values = np.array([[[0.5, 0.5]], [[0.4, 0.6]], [[0.5, 0.5]]], np.float32)
    seats, ended = np.array([[0], [1], [0]]), np.array([[False], [True], [False]])
    rewards = np.array([[[0, 0]], [[0, 1]], [[0, 0]]], np.float32)
    outcomes, advantages = judged(values, seats, rewards, ended, np.array([[0.8, 0.2]], np.float32))
    assert outcomes[2, 0] == pytest.approx([0.8, 0.2])  # what the network thinks of a game that goes on
    assert outcomes[1, 0] == pytest.approx([1, 0])  # seat 1 first, who won
    assert outcomes[0, 0] == pytest.approx([0, LAMBDA + (1 - LAMBDA) * 0.6])  # and what seat 1 thought itself
    assert advantages[:, 0] == pytest.approx([-0.5, 0.4, 0.3])


def test_a_short_run_learns_and_its_network_is_a_bot(tmp_path: Path) -> None:
    weights = tmp_path / "fou.pt"
    asked = ["--decisions", "500000", "--players", "4", "--games", "4", "--simulations", "10"]
    command = [sys.executable, "-W", "error", str(EXAMPLE / "train.py"), *asked, "--out", str(weights)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for how in ("by the policy alone", "with 10 simulations"):
        for level in ("random", "novice", "regular"):
            assert f"{how}, against {level}: " in done.stdout
    game = ludotheque.game("fou", players=4, rounds=1)
    learned = f"{EXAMPLE}/learned.py:Learned:weights={weights}"
    found = run(game, [learned, "random", "random", "random"], games=200, seed=1)
    mine, *others = (bot.mean_score or 0.0 for bot in found.bots)
    assert mine > max(others)  # who wins a round, luck decides
    other = ludotheque.game("fou", players=5, rounds=1)
    with pytest.raises(ludotheque.Refusal, match="plays fou with 4 players"):
        ludotheque.bot(learned, other)
    with pytest.raises(ludotheque.Refusal, match=r"there is no file .*none\.pt"):
        ludotheque.bot(f"{EXAMPLE}/learned.py:Learned:weights={tmp_path}/none.pt", game)
