"""A coach is a list of topics, the most urgent first; each says something when its moment has come."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ludotheque.engine.contract import OVER

Topics: TypeAlias = Mapping[str, Callable[[Any], str]]  # a short key -> what to say now; empty: nothing


def advice(topics: Topics, data: Any) -> tuple[str, str] | None:
    """The first topic that has something to say before the viewer's decision, or at the end."""
    if data.viewer < 0 or data.turn not in (data.viewer, OVER):
        return None
    said = ((topic, explain(data)) for topic, explain in topics.items())
    return next(((topic, text) for topic, text in said if text), None)
