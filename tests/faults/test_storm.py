"""kill -9 under play: no acknowledged move is lost, none is doubled, every game ends by the rules."""

from pathlib import Path

import pytest

from ludotheque.cli import main
from tests.faults.storm import WORLDS, storm

KILLS = {"alone": 4, "together": 5}
SECONDS = 15.0


@pytest.mark.slow
@pytest.mark.parametrize("name", WORLDS)
def test_play_goes_on_whatever_is_killed(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = storm(name, kills=KILLS[name], tables=3, seconds=SECONDS)
    assert not report.wrong, "\n".join(report.wrong)
    assert min(report.kills.values()) >= 1 and report.moves > 0, report
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(report.records) + "\n")
    with pytest.raises(SystemExit) as left:
        main(["check", str(file)])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"{report.games} records ok\n"
