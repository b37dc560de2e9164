"""What is kept how long. Finished games are kept for good unless somebody decides otherwise."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from ludotheque.core.errors import Refusal, quoted

FINISHED, ABANDONED = "LUDOTHEQUE_KEEP_FINISHED", "LUDOTHEQUE_KEEP_ABANDONED"
FOREVER = "forever"
DAY = 24 * 3600.0


@dataclass(frozen=True)
class Keeping:
    """Days after the last event at which a table is deleted; None is never."""

    finished: float | None = None
    abandoned: float | None = 180.0  # seats never taken, games never finished

    @classmethod
    def chosen(cls, environment: Mapping[str, str] = os.environ) -> "Keeping":
        """What the environment says."""
        usual = cls()
        return cls(
            _days(environment, FINISHED, usual.finished), _days(environment, ABANDONED, usual.abandoned)
        )


def _days(environment: Mapping[str, str], name: str, usual: float | None) -> float | None:
    told = environment.get(name, "").strip()
    if not told:
        return usual
    if told == FOREVER:
        return None
    try:
        days = float(told)
        if 0 < days < 1e6:
            return days
    except ValueError:
        pass
    raise Refusal(f'{name} is "{FOREVER}" or a number of days above 0, not {quoted(told)}')
