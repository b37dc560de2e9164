"""By post: the server's keys, where people want to be told something, and who is to be told."""

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Three tables more; nothing that was there changes."""
    op.create_table(
        "secrets",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("body", sql.LargeBinary, nullable=False),
    )
    op.create_table(
        "subscriptions",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("person", sql.String(64), nullable=False, index=True),
        sql.Column("since", sql.Float, nullable=False),
        sql.Column("body", sql.LargeBinary, nullable=False),
    )
    op.create_table(
        "notices",
        sql.Column("id", sql.String(130), primary_key=True),
        sql.Column("table_id", sql.String(32), nullable=False),
        sql.Column("person", sql.String(64), nullable=False),
        sql.Column("subscription", sql.String(32), nullable=False),
        sql.Column("due", sql.Float, nullable=False, index=True),
        sql.Column("tries", sql.Integer, nullable=False),
    )
