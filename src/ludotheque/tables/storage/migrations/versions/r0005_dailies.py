"""How many people have tried the day's game, and met its goal."""

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """One table, and an index to count by."""
    op.create_table(
        "dailies",
        sql.Column("table_id", sql.String(32), primary_key=True),
        sql.Column("game", sql.String(64), nullable=False),
        sql.Column("day", sql.String(10), nullable=False),
        sql.Column("met", sql.Boolean, nullable=False, server_default=sql.false()),
    )
    op.create_index("ix_dailies_day", "dailies", ["day", "game"])
