"""The ledger: finished games in a file, one record per line, so that an arena can stop and go on.

Every line is a record as docs/records.md describes, which `ludotheque check` and `show` read; under
"arena" it carries what the standing needs.
"""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, BinaryIO

from ludotheque.arena.match import FRESH, Contest, GameResult
from ludotheque.core.errors import Refusal, quoted
from ludotheque.core.record import Record


class Ledger:
    """The games of one contest that are finished; with a *path*, in a file as well."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file: BinaryIO | None = None
        self.contest: Contest | None = None  # whose games the file holds
        self.games: dict[int, GameResult] = {}
        self._end = 0  # of the last whole line; what comes after was being written when a run was killed
        if path is not None and path.exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            lines = path.read_bytes().splitlines(keepends=True)
        except OSError as error:
            raise Refusal(f"cannot read {path}: {error.strerror}") from None
        for number, line in enumerate(lines, start=1):
            if not line.endswith(b"\n"):
                break
            try:
                self.contest, result = _parse(line)
            except (ValueError, KeyError, TypeError):
                raise Refusal(f"{path}:{number}: this is not a game of an arena; name another file") from None
            self.games.setdefault(result.number, result)
            self._end += len(line)

    def open(self, contest: Contest, games: int) -> None:
        """Make ready to add games of *contest*; refuse if the file holds those of another."""
        if self._path is None:
            return
        if self.contest is not None:
            self._check_same(contest, self.contest)
        if self.games and max(self.games) >= games:
            raise Refusal(
                f"{self._path} holds more than {games} games already; ask for at least as many, or delete it"
            )
        self.contest = contest
        try:
            self._file = self._path.open("ab")
            self._file.truncate(self._end)
        except OSError as error:
            raise Refusal(f"cannot write {self._path}: {error.strerror}") from None

    def _check_same(self, contest: Contest, kept: Contest) -> None:
        for name in ("game", "options", "bots", "seed", "deals"):
            value, wanted = getattr(kept, name), getattr(contest, name)
            if wanted != value and str(wanted) != str(value):
                raise Refusal(
                    f"{self._path} holds games with {name} {quoted(value)}, not {quoted(wanted)}; "
                    "name another file, or delete it"
                )
        for bot, then, now in zip(kept.bots, kept.files, contest.files, strict=False):
            if then != now:
                raise Refusal(
                    f"{self._path} holds games of {bot} as it was before its file changed; "
                    "name another file, or delete it"
                )

    def add(self, result: GameResult, record: Record) -> None:
        """Keep a game; once this returns it survives an interruption."""
        self.games[result.number] = result
        if self._file is None or self.contest is None:
            return
        try:
            self._file.write(_format(self.contest, result, record))
            self._file.flush()
        except OSError as error:
            raise Refusal(f"cannot write {self._path}: {error.strerror}") from None

    def close(self) -> None:
        """Leave the file as it is, but leave no empty one behind."""
        if self._file is None or self._path is None:
            return
        self._file.close()
        if not self.games:
            self._path.unlink(missing_ok=True)


def _format(contest: Contest, result: GameResult, record: Record) -> bytes:
    arena = {
        "seed": contest.seed,
        "bots": contest.bots,
        "files": contest.files,
        "deals": contest.deals,
        **asdict(result),
    }
    return f"{replace(record, more={**record.more, 'arena': arena}).to_json()}\n".encode()


def _parse(line: bytes) -> tuple[Contest, GameResult]:
    fields: dict[str, Any] = json.loads(line)
    arena = fields["arena"]
    contest = Contest(
        fields["game"],
        fields["options"],
        tuple(arena.pop("bots")),
        arena.pop("seed"),
        tuple(arena.pop("files", ())),
        arena.pop("deals", FRESH),
    )
    return contest, GameResult(**arena)
