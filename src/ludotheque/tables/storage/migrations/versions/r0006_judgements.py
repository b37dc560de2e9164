"""What was found about the decisions of finished games."""

import sqlalchemy as sql
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """One table more; nothing that was there changes."""
    op.create_table(
        "judgements",
        sql.Column("table_id", sql.String(32), primary_key=True),
        sql.Column("ply", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("body", sql.LargeBinary, nullable=False),
    )
