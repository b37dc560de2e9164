"""How long there is still, in words."""

import time

from babel.dates import format_timedelta

from ludotheque.i18n.language import SHARED, language

_ = SHARED.text


def time_left(deadline: float, now: float | None = None) -> str:
    """What is left until a moment, in the language spoken now: 2 days left."""
    seconds = max(0.0, deadline - (time.time() if now is None else now))
    return _("{time} left", time=format_timedelta(int(seconds), locale=language(), threshold=1.2))
