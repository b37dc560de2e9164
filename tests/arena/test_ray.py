"""Games on a Ray cluster of this machine, with two workers: the same as without, whatever is killed."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque
from ludotheque.arena import run
from ludotheque.arena.simulation import simulated_records
from ludotheque.bots.faults import BotFailed
from ludotheque.core.extras import MissingExtra
from tests.arena.contests import two_players, without_times

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]

MORTAL = """
import os
from pathlib import Path

class Mortal:
    def __init__(self, game, *, seed=None, mark=""):
        self.mark, self.moves = Path(mark), 0

    def choose(self, view):
        self.moves += 1
        if self.moves == 3 and not self.mark.exists():
            self.mark.write_text("killed")
            os.kill(os.getpid(), 9)
        return view.moves()[0]

class Broken(Mortal):
    def choose(self, view):
        return view.no_such_thing
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    ray = pytest.importorskip("ray")
    os.environ |= {"RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0"}
    os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


@pytest.mark.usefixtures("cluster")
def test_a_cluster_plays_the_same_games_though_a_worker_is_killed(tmp_path: Path) -> None:
    (tmp_path / "mortal.py").write_text(MORTAL)
    mark = tmp_path / "mark"
    bots = [f"{tmp_path}/mortal.py:Mortal:mark={mark}", "random"]
    on_ray = run(two_players(), bots, games=8, seed=1, ray=True)
    assert mark.read_text() == "killed"
    assert without_times(on_ray) == without_times(run(two_players(), bots, games=8, seed=1))
    with pytest.raises(BotFailed, match="Broken broke down .*mortal.py line 18: AttributeError"):
        run(two_players(), [f"{tmp_path}/mortal.py:Broken"], games=2, seed=1, ray=True)


@pytest.mark.usefixtures("cluster")
def test_a_cluster_writes_the_same_records_in_the_same_order() -> None:
    seeds = [f"7/{number}" for number in range(12)]
    game = ludotheque.game("feurio", players=2)
    bots = ["greedy", "random"]
    assert list(simulated_records(game, bots, seeds, ray=True)) == list(
        simulated_records(game, bots, seeds, workers=1)
    )


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"ludotheque\[ray\]"):
        run(two_players(), ["random"], games=1, ray=True)
