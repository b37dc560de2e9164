"""When something is due at a table, instead of whether; who opened it; and one index for the lists.

A table without a summary (of a server that wrote none) gets an empty one; the service fills it in.
"""

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"

_PAGE = 500  # tables read at once
_OLD_INDEXES = ("ix_summaries_phase", "ix_summaries_attended", "ix_summaries_touched")

_summaries = sql.table(
    "summaries",
    sql.column("id", sql.String),
    sql.column("phase", sql.String),
    sql.column("listed", sql.Boolean),
    sql.column("attended", sql.Boolean),
    sql.column("touched", sql.Float),
    sql.column("host", sql.String),
    sql.column("due", sql.Float),
    sql.column("body", sql.LargeBinary),
)
_events = sql.table(
    "events",
    sql.column("table_id", sql.String),
    sql.column("number", sql.Integer),
    sql.column("body", sql.LargeBinary),
)


def upgrade() -> None:
    """Tables that wait for a bot or a clock are due at once: the service looks and knows better then."""
    _add_columns()
    for id, summary, opened in _summarised():
        _update(id, summary, opened)
    _insert_empty_summaries()
    there = {index["name"] for index in sql.inspect(op.get_bind()).get_indexes("summaries")}
    for name in _OLD_INDEXES:
        if name in there:
            op.drop_index(name, "summaries")
    if "attended" in _columns():
        op.drop_column("summaries", "attended")
    op.create_index("ix_summaries_due", "summaries", ["due"], if_not_exists=True)
    op.create_index("ix_summaries_lists", "summaries", ["phase", "listed", "touched", "host"])


def _columns() -> set[str]:
    return {column["name"] for column in sql.inspect(op.get_bind()).get_columns("summaries")}


def _add_columns() -> None:
    there = _columns()  # a file of the days between may have one of them
    if "due" not in there:
        op.add_column("summaries", sql.Column("due", sql.Float))
        op.execute(sql.update(_summaries).where(_summaries.c.attended).values(due=_summaries.c.touched))
    if "host" not in there:
        op.add_column("summaries", sql.Column("host", sql.String(64), nullable=False, server_default=""))


def _summarised() -> Iterator[tuple[str, bytes, bytes]]:
    """Every table with a summary, and its first event."""
    first = (_events.c.table_id == _summaries.c.id) & (_events.c.number == 0)
    query = sql.select(_summaries.c.id, _summaries.c.body, _events.c.body).join(_events, first)
    last = ""
    while (
        rows := op.get_bind()
        .execute(query.where(_summaries.c.id > last).order_by(_summaries.c.id).limit(_PAGE))
        .all()
    ):
        yield from ((id, bytes(summary), bytes(opened)) for id, summary, opened in rows)
        last = rows[-1][0]


def _update(id: str, summary: bytes, opened: bytes) -> None:
    try:
        changed = _changed(json.loads(summary), json.loads(opened))
    except (ValueError, TypeError, KeyError, AttributeError):  # one table shall not keep all others away
        changed = {"phase": "", "listed": False, "due": None, "body": b""}
    op.execute(sql.update(_summaries).where(_summaries.c.id == id).values(changed))


def _changed(body: dict[str, Any], opened: dict[str, Any]) -> dict[str, Any]:
    host = str(opened.get("host", ""))
    if body.pop("attended", False):
        body["due"] = body["touched"]
    return {"host": host, "body": json.dumps(body | {"host": host}).encode()}


def _insert_empty_summaries() -> None:
    known = sql.select(_summaries.c.id)
    missing = sql.select(_events.c.table_id, sql.literal(""), sql.false(), sql.literal(0.0), sql.literal(b""))
    query = missing.where(_events.c.number == 0, _events.c.table_id.not_in(known))
    columns = ["id", "phase", "listed", "touched", "body"]
    if "attended" in _columns():  # it goes in a moment, but may not be null until then
        query, columns = query.add_columns(sql.false()), [*columns, "attended"]
    op.execute(sql.insert(_summaries).from_select(columns, query))
