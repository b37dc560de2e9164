"""``ludotheque train``: self-play, lessons, files, and short runs of the command (``make test-train``)."""

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.arena import run
from ludotheque.bots import bot
from ludotheque.bots.network import network_in, traits_of
from ludotheque.cli.train import line_of
from ludotheque.exit_codes import FAILED, INTERRUPTED

torch = pytest.importorskip("torch", reason="needs PyTorch: `make test-train` installs it")
pytestmark = pytest.mark.slow

from ludotheque.training.course import Course  # noqa: E402
from ludotheque.training.learner import Learner, Minibatch, learn, losses, opinions  # noqa: E402
from ludotheque.training.self_play import Effort, Position, SelfPlay, _set_targets  # noqa: E402

QUICK = Effort(short=5, long=20)


@pytest.fixture(scope="module")
def game() -> ludotheque.Game:
    return ludotheque.game("fou", players=4, rounds=1)


@pytest.fixture(scope="module")
def positions(game: ludotheque.Game, tmp_path_factory: pytest.TempPathFactory) -> list[Position]:
    course = Course(game, tmp_path_factory.mktemp("none") / "fou.npz", hours=1, seed="1")
    return SelfPlay(game, course.network(), 0.0, QUICK).play("a")


def run_train(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", "-m", "ludotheque", "train", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_compiled_answers_are_those_of_pytorch(game: ludotheque.Game, positions: list[Position]) -> None:
    torch.manual_seed(1)
    learner = Learner(game)
    torch.nn.init.normal_(learner.heads.weight)
    learner.seen[:] = True
    for parameter in learner.parameters():  # what a file keeps
        parameter.data = parameter.data.half().float()
    batch = Minibatch(positions)
    with torch.no_grad():
        raw = learner(batch.inputs, batch.amounts, batch.starts)
        chances, tastes = opinions(raw, batch.seats, game.players)
    inputs = np.zeros((len(positions), len(learner.first)), np.float32)
    for row, position in enumerate(positions):
        inputs[row, position.inputs] = position.amounts
    about = {"options": dict(game.options)}
    found = ludotheque.bots.network.Network(learner.exported(), about).answers(inputs, batch.seats.numpy())
    assert found[:, :8] == pytest.approx(torch.sigmoid(chances).numpy(), abs=1e-5)
    assert found[:, 8:] == pytest.approx(tastes.numpy(), abs=1e-4)


def test_self_play_tells_every_decision(game: ludotheque.Game, positions: list[Position]) -> None:
    assert len(positions) > 20
    teaching = [one for one in positions if len(one.moves)]
    assert teaching
    for one in teaching:
        assert one.visits.sum() == QUICK.long
        assert len(one.moves) == len(one.looks) > 1
    last = positions[-1].targets
    assert last[4:].sum() == pytest.approx(1), "the last decision is worth what the game brought"
    twin = SelfPlay(game, Course(game, Path("/nowhere.npz"), hours=1, seed="1").network(), 0.0, QUICK).play(
        "a"
    )
    assert all(np.array_equal(one.targets, two.targets) for one, two in zip(positions, twin, strict=True))


def test_what_a_position_is_worth_comes_from_the_end() -> None:
    none, nothing = np.zeros(0, np.int32), np.zeros(0, np.float32)
    traits = np.zeros((0, 0), np.float32)
    thought = [np.array([0.5, 0.5, 0.4, 0.6], np.float32), np.array([0.2, 0.8, 0.2, 0.8], np.float32)]
    stretch = [Position(none, nothing, none, traits, nothing, nothing, 0, one, one) for one in thought]
    _set_targets(stretch, np.array([1, 0, 1, 0], np.float32))
    assert stretch[1].targets == pytest.approx([1, 0, 1, 0])
    assert stretch[0].targets == pytest.approx([0.92, 0.08, 0.92, 0.08])


def test_what_a_seat_holds_is_judged_by_its_own_searches() -> None:
    none, nothing = np.zeros(0, np.int32), np.zeros(0, np.float32)
    traits = np.zeros((0, 0), np.float32)
    thought = np.array([0.2, 0.2, 0.4, 0.4], np.float32)
    stretch = [Position(none, nothing, none, traits, nothing, nothing, 1, thought, thought) for _ in range(2)]
    _set_targets(stretch, np.array([1, 0, 1, 0], np.float32), secret=True)
    assert stretch[1].targets == pytest.approx([1, 0, 1, 0])
    assert stretch[0].targets == pytest.approx([1, 0.03, 1, 0.06]), "seat 1 says nothing of seat 0"


def test_lessons_make_it_less_wrong(game: ludotheque.Game, positions: list[Position]) -> None:
    torch.manual_seed(1)
    learner = Learner(game)
    optimiser = torch.optim.AdamW(learner.parameters(), lr=5e-3)
    batch = Minibatch(positions)
    before = [loss.item() for loss in losses(learner, batch)]
    learn(learner, optimiser, positions, 60, np.random.default_rng(1))
    after = [loss.item() for loss in losses(learner, batch)]
    assert after[0] < before[0] - 0.02
    assert after[1] < before[1] - 0.1


def test_what_is_learnt_is_what_the_strongest_level_strives_for(tmp_path: Path) -> None:
    game = ludotheque.game("feurio", players=2)
    assert game.definition.mastery(game.options)["win"] == 0, "the lead alone"
    course = Course(game, tmp_path / "feurio.npz", hours=1, seed="1", blend=1.0)
    player = SelfPlay(game, course.network(), 0.0, QUICK)
    ends = [player.play(seed)[-1].targets for seed in "abcd"]
    assert all(gains_and_wins[:2].sum() == pytest.approx(1) for gains_and_wins in ends)
    assert max(gains_and_wins[:2].min() for gains_and_wins in ends) > 0.1, (
        "more than the usual reward has for a lost game"
    )
    assert course.network().about["blend"] == 1


def test_values_count_as_soon_as_the_network_has_seen_enough(game: ludotheque.Game, tmp_path: Path) -> None:
    course = Course(game, tmp_path / "fou.npz", hours=1, seed="1", blend=1.0, sure=10)
    assert course._trusted == 0
    next(course.rounds(QUICK))
    assert course._trusted == 1


def test_effort_is_a_number_of_times_the_usual_simulations() -> None:
    half = Effort().times(0.5)
    assert (2 * half.short, 2 * half.long) == (Effort().short, Effort().long)
    assert Effort().times(0.001).short == 1


def test_moves_are_learnt_by_the_numbers_that_a_game_has_for_them(tmp_path: Path) -> None:
    game = ludotheque.game("feurio", players=4)
    course = Course(game, tmp_path / "feurio.npz", hours=1, seed="1")
    played = SelfPlay(game, course.network(), 0.0, QUICK).play("a")
    assert all(one.traits.shape == (len(one.moves), traits_of(game)) for one in played)
    torch.manual_seed(1)
    learner = Learner(game)
    before = [loss.item() for loss in losses(learner, Minibatch(played))]
    learn(learner, torch.optim.AdamW(learner.parameters(), lr=5e-3), played, 60, np.random.default_rng(1))
    after = [loss.item() for loss in losses(learner, Minibatch(played))]
    assert after[0] < before[0] - 0.02
    assert after[1] < before[1] - 0.1


def test_a_course_goes_on_where_it_was_stopped(game: ludotheque.Game, tmp_path: Path) -> None:
    out = tmp_path / "fou.npz"
    course = Course(game, out, hours=1, seed="1")
    next(course.rounds(QUICK))
    again = Course(game, out, hours=1, seed="1")
    assert again.progress == course.progress
    assert all(
        np.array_equal(*pair) for pair in zip(course.network().layers, again.network().layers, strict=True)
    )
    with pytest.raises(
        ludotheque.Refusal, match="is of a course with seed 1; give that seed, or another --out"
    ):
        Course(game, out, hours=1, seed="2")
    course.kept.write_bytes(b"broken")
    with pytest.raises(ludotheque.Refusal, match="cannot be read; remove it to begin anew"):
        Course(game, out, hours=1, seed="1")


def test_a_course_is_checked_at_its_end_and_again_when_it_goes_on(
    game: ludotheque.Game, tmp_path: Path
) -> None:
    hours, checked = 0.0, [0]
    for _ in range(2):
        course = Course(game, tmp_path / "fou.npz", hours=hours + 0.0002, seed="1")
        *_, progress = course.rounds(QUICK)
        assert progress.checks[-1].positions == progress.positions
        checked.append(len(progress.checks))
        hours = progress.seconds / 3600
    assert checked == sorted(set(checked)), "more each time"


def test_a_shared_goal_is_checked_with_the_network_in_every_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []

    def asking(game: ludotheque.Game, bots: list[str], **how: Any) -> Any:
        asked.append(bots)
        return run(game, bots, **how | {"games": 1})

    monkeypatch.setattr("ludotheque.training.course.run", asking)
    together = ludotheque.game("feurio", players=2, mode="coop")
    learning = Course(together, tmp_path / "feurio.npz", hours=0.00001, seed="1")
    *_, progress = learning.rounds(QUICK)
    assert [len(bots) for bots in asked] == [1]
    found = progress.checks[-1]
    assert found.share in (0, 1), "of one game"
    assert f"{found.share:.0%} of goals met (" in line_of(found, together.shared_goal)


def test_the_command_writes_weights_that_play(tmp_path: Path) -> None:
    out = tmp_path / "fou.npz"
    asked = ["fou", "--players", "4", "--set", "rounds=1", "--hours", "0.0005", "--out", str(out)]
    done = run_train(*asked, "--serves-any", "rounds")
    assert done.returncode == 0, done.stderr
    assert "× a fair share" in done.stdout
    game = ludotheque.game("fou", players=4, rounds=3)
    about = network_in(out, game).about
    assert about["cost"] > 0
    assert about["command"].startswith("ludotheque train fou --players 4")
    state = game.new(seed=1)
    assert bot(f"search:network={out},simulations=50", game, seed=1).choose(state.view(0)) in state.moves()


def test_nobody_else_works_on_a_course_and_ctrl_c_keeps_what_was_learnt(tmp_path: Path) -> None:
    out = tmp_path / "fou.npz"
    asked = ["fou", "--players", "4", "--set", "rounds=1", "--hours", "9", "--out", str(out)]
    running = subprocess.Popen(
        [sys.executable, "-m", "ludotheque", "train", *asked],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # as in a terminal
    )
    while not any(tmp_path.glob("*.course")):
        assert running.poll() is None
        time.sleep(0.1)
    second = run_train(*asked)
    assert second.returncode == FAILED
    assert "another process works on" in second.stderr and "Traceback" not in second.stderr
    running.send_signal(signal.SIGINT)
    _, told = running.communicate()
    assert running.returncode == INTERRUPTED
    assert "the same command goes on from there" in told
    assert network_in(out, ludotheque.game("fou", players=4, rounds=1)).about["games"] >= 8


def test_what_cannot_be_trained_is_refused(tmp_path: Path) -> None:
    wrong = run_train("fou", "--hours", "1", "--out", "fou.pt")
    assert wrong.returncode == 2
    assert "must be called something.npz" in wrong.stderr
    other = run_train("fou", "--hours", "1", "--out", str(tmp_path / "a.npz"), "--serves-any", "colour")
    assert other.returncode == 2
    assert "--serves-any colour: fou has no such option" in other.stderr
