"""The tables of the database. A change here needs a step in migrations/, and a test holds them together."""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, String
from sqlalchemy import Table as SqlTable

metadata = MetaData()

summaries = SqlTable(
    "summaries",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("phase", String(10), nullable=False),  # empty: nobody has written the summary yet
    Column("listed", Boolean, nullable=False),
    Column("touched", Float, nullable=False),
    Column("host", String(64), nullable=False, server_default=""),
    Column("due", Float, index=True),  # null: nothing happens there by itself
    Column("body", LargeBinary, nullable=False),
)
# Lists read it from its end, and skip a host's many tables without looking at them.
Index("ix_summaries_lists", summaries.c.phase, summaries.c.listed, summaries.c.touched, summaries.c.host)

events = SqlTable(
    "events",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)
seats = SqlTable(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("summaries.id"), primary_key=True),
    Column("person", String(64), primary_key=True, index=True),
)
people = SqlTable(
    "people",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", String(100), nullable=False),
)
