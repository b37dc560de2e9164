"""From which line a table was opened, so that no line fills everybody's list."""

import sqlalchemy as sql
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """One column more, and in the index of the lists; tables of before are of no line."""
    op.add_column("summaries", sql.Column("line", sql.String(8), nullable=False, server_default=""))
    op.drop_index("ix_summaries_lists", "summaries")
    op.create_index("ix_summaries_lists", "summaries", ["phase", "listed", "touched", "host", "line"])
