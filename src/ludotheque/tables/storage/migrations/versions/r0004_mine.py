"""A person's own games, and the keys by which a person is known on several devices.

When a game ended is not known here, because that takes a replay: the service fills it in (`count_results`).
"""

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Two columns more, an index that has them, and three tables."""
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sql.Column("ended", sql.Float))
        seats.add_column(sql.Column("hidden", sql.Boolean, nullable=False, server_default=sql.false()))
    op.drop_index("ix_seats_person", "seats", if_exists=True)
    op.create_index("ix_seats_mine", "seats", ["person", "ended"])
    op.create_table(
        "devices",
        sql.Column("id", sql.String(64), primary_key=True),
        sql.Column("person", sql.String(64), nullable=False),
        sql.Column("since", sql.Float, nullable=False),
    )
    op.create_table(
        "codes",
        sql.Column("id", sql.String(64), primary_key=True),
        sql.Column("what", sql.String(16), nullable=False),
        sql.Column("person", sql.String(64), nullable=False),
        sql.Column("expires", sql.Float, nullable=False, index=True),
    )
    op.create_table(
        "passkeys",
        sql.Column("id", sql.String(1400), primary_key=True),
        sql.Column("person", sql.String(64), nullable=False, index=True),
        sql.Column("public_key", sql.LargeBinary, nullable=False),
        sql.Column("uses", sql.BigInteger, nullable=False),
        sql.Column("since", sql.Float, nullable=False),
    )
