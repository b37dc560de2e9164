"""The tables as they were before Alembic: in a file of that time they are there, and stay as they are."""

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None

_schema = sql.MetaData()
sql.Table(
    "summaries",
    _schema,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("phase", sql.String(10), nullable=False, index=True),
    sql.Column("listed", sql.Boolean, nullable=False),
    sql.Column("attended", sql.Boolean, nullable=False, index=True),
    sql.Column("touched", sql.Float, nullable=False, index=True),
    sql.Column("body", sql.LargeBinary, nullable=False),
)
sql.Table(
    "events",
    _schema,
    sql.Column("table_id", sql.String(32), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("body", sql.LargeBinary, nullable=False),
)
sql.Table(
    "seats",
    _schema,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("summaries.id"), primary_key=True),
    sql.Column("person", sql.String(64), primary_key=True, index=True),
)
sql.Table(
    "people",
    _schema,
    sql.Column("id", sql.String(64), primary_key=True),
    sql.Column("name", sql.String(100), nullable=False),
)


def upgrade() -> None:
    """Make those that are missing: very old files have no summaries."""
    _schema.create_all(op.get_bind())
