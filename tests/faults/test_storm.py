"""kill -9 under play: no acknowledged move is lost, none is doubled, every game ends by the rules."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ludotheque.cli import main
from tests.faults import __main__ as long_form
from tests.faults.storm import WORLDS, Report, storm

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


@pytest.mark.parametrize(("most", "wrong", "code"), [(9, [], 0), (4, [], 1), (9, ["a move was lost"], 1)])
def test_the_long_form_fails_when_its_time_was_too_short(
    most: int,
    wrong: list[str],
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fake(name: str, *, kills: int, **_: Any) -> Report:
        return Report(kills=Counter(server=min(kills, most)), wrong=list(wrong))

    monkeypatch.setattr(long_form, "storm", fake)
    assert long_form.run(kills=11) == code
    assert capsys.readouterr().out.endswith(f"{min(11, 2 * most)} of 11 kills\n")
