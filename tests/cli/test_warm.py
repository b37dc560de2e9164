"""``ludotheque warm``: compile now, what is asked for and no more."""

from pathlib import Path

import pytest

from tests.cli.run import in_a_process, in_process

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["feuro"], 'no game "feuro"; did you mean "feurio"?'),
        (["feurio", "--what", "pages"], "pages"),
        (["--workers", "0"], "--workers"),
    ],
)
def test_warm_asked_for_wrongly(arguments: list[str], message: str, capsys: Captured) -> None:
    done = in_process(capsys, "warm", *arguments)
    assert done.code == 2
    assert message in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.slow
def test_one_game_is_compiled_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert in_a_process("warm", "feurio", "--what", "rules", "--workers", "1").code == 0
    kept = {path.relative_to(tmp_path).parts[0].partition("-")[0] for path in tmp_path.rglob("*.nbc")}
    assert "ludotheque.games.feurio.rules" in kept
    assert not any("forma" in name or "fou" in name or "bots" in name for name in kept)
    begun = max(path.stat().st_mtime_ns for path in tmp_path.rglob("*.nbc"))
    assert in_a_process("warm", "feurio", "--what", "rules", "--workers", "1").code == 0
    assert max(path.stat().st_mtime_ns for path in tmp_path.rglob("*.nbc")) == begun, "nothing is done twice"
