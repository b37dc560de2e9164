"""Results as files: ``.json``, or ``.csv`` with a row for each bot."""

import csv
import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludotheque.arena.standing import Standing
from ludotheque.core.errors import BadOption, Refusal, quoted


def check_results_path(path: Path) -> None:
    """Refuse a file that `write_results` could not write."""
    if path.suffix not in _FORMATS:
        raise BadOption(
            f"{quoted(str(path))}: results are written as .json or .csv; end its name in one of them"
        )
    if path.is_dir():
        raise Refusal(f"cannot write {path}: Is a directory")
    there = path if path.exists() else path.parent
    if not there.exists():
        raise Refusal(f"cannot write {path}: No such file or directory")
    if not os.access(there, os.W_OK):
        raise Refusal(f"cannot write {path}: Permission denied")


def games_path(path: Path) -> Path:
    """Where the games behind the results in *path* are kept."""
    return path.with_name(f"{path.name}.games.jsonl")


def write_results(standing: Standing, path: Path) -> None:
    """Write the whole file or, if that fails, nothing."""
    draft = path.with_name(f"{path.name}.draft")
    try:
        draft.write_text(_FORMATS[path.suffix](standing), encoding="utf-8", newline="")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise Refusal(f"cannot write {path}: {error.strerror}") from None


def _json(standing: Standing) -> str:
    return json.dumps(standing.as_dict(), ensure_ascii=False, indent=2) + "\n"


def _csv(standing: Standing) -> str:
    plain = standing.as_dict()
    first = {
        "game": standing.game,
        "options": json.dumps(standing.options, ensure_ascii=False),
        "seed": standing.seed,
        "deals": standing.deals,
        "versions": json.dumps(standing.versions),
        "machine": standing.machine,
    }
    rows = [first | _flat(bot) for bot in plain["bots"]]
    paper = io.StringIO(newline="")
    table = csv.DictWriter(paper, list(rows[0]), lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return paper.getvalue()


def _flat(bot: dict[str, Any]) -> dict[str, Any]:
    """A bot's standing with the interval's ends in columns of their own."""
    flat: dict[str, Any] = {}
    for name, value in bot.items():
        if name == "interval":
            flat["interval_low"], flat["interval_high"] = value or (None, None)
        else:
            flat[name] = value
    return flat


_FORMATS: dict[str, Callable[[Standing], str]] = {".json": _json, ".csv": _csv}
