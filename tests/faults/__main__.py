"""The long form, `make faults`: a thousand kills, an hour."""

import sys
import time
from typing import Annotated

from cyclopts import App, Parameter

from tests.faults.storm import WORLDS, Report, storm

TOLD = 25  # kills between two lines

app = App(help="Kill servers, workers, the database and the broker while people play.")


def _tell(report: Report) -> None:
    """How far it is, now and then."""
    if report.done % TOLD == 0:
        print(f"{time.strftime('%H:%M:%S')} {report.done} kills", flush=True)


@app.default
def run(
    *,
    kills: Annotated[int, Parameter(help="How many, in all.")] = 1000,
    minutes: Annotated[float, Parameter(help="How long at most, in all.")] = 60.0,
    tables: Annotated[int, Parameter(help="At which people play at once.")] = 6,
    seed: Annotated[int, Parameter(help="Equal seeds kill in equal order.")] = 0,
) -> int:
    """Half of the kills with one server and a file, half with two servers, PostgreSQL and Valkey.

    It fails if anything went wrong, or if the time was too short for all kills.
    """
    done, failed = 0, False
    for share, name in zip(_shares(kills, len(WORLDS)), WORLDS, strict=True):
        seconds = 60 * minutes / len(WORLDS)
        report = storm(name, kills=share, tables=tables, seconds=seconds, seed=seed, told=_tell)
        print(f"{name}: {report}", flush=True)
        for wrong in report.wrong:
            print(f"  {wrong}")
        done += report.done
        failed = failed or bool(report.wrong)
    print(f"{done} of {kills} kills")
    return int(failed or done < kills)


def _shares(kills: int, worlds: int) -> list[int]:
    """As many for each world, and what is left for the last."""
    return [kills // worlds] * (worlds - 1) + [kills - kills // worlds * (worlds - 1)]


if __name__ == "__main__":
    sys.exit(app())
