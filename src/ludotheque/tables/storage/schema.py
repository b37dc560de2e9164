"""The tables of the database. A change here needs a step in migrations/, and a test holds them together."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    false,
)
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
    Column("line", String(8), nullable=False, server_default=""),  # the host's; empty: this machine's own
    Column("due", Float, index=True),  # null: nothing happens there by itself
    Column("body", LargeBinary, nullable=False),
)
# Lists read it from its end, and skip the many tables of a host or a line without looking at them.
Index(
    "ix_summaries_lists",
    summaries.c.phase, summaries.c.listed, summaries.c.touched, summaries.c.host, summaries.c.line,
)  # fmt: skip

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
    Column("person", String(64), primary_key=True),
    Column("ended", Float),  # when the game was over; null while it is not
    Column(
        "hidden", Boolean, nullable=False, server_default=false()
    ),  # the person deleted it from their list
)
Index("ix_seats_mine", seats.c.person, seats.c.ended)
# What was found about the decisions of a finished game, one by one (ludotheque.reviews).
judgements = SqlTable(
    "judgements",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)
people = SqlTable(
    "people",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", String(100), nullable=False),
)

# The games that everybody plays alone on the day's shuffle. A person has one table a day: its name tells.
dailies = SqlTable(
    "dailies",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("day", String(10), nullable=False),
    Column("met", Boolean, nullable=False, server_default=false()),
)
Index("ix_dailies_day", dailies.c.day, dailies.c.game)

# One person on several devices: hashes of keys, and of codes that are good once; passkeys.
devices = SqlTable(
    "devices",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("person", String(64), nullable=False),
    Column("since", Float, nullable=False),
)
codes = SqlTable(
    "codes",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("what", String(16), nullable=False),
    Column("person", String(64), nullable=False),
    Column("expires", Float, nullable=False, index=True),
)
passkeys = SqlTable(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),  # of the credential, in base64url
    Column("person", String(64), nullable=False, index=True),
    Column("public_key", LargeBinary, nullable=False),
    Column("uses", BigInteger, nullable=False),
    Column("since", Float, nullable=False),
)

# By post: what the server signs its letters with, where people want them sent, and who is to be told what.
secrets = SqlTable(
    "secrets",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
subscriptions = SqlTable(
    "subscriptions",
    metadata,
    Column("id", String(32), primary_key=True),  # a hash of where letters go
    Column("person", String(64), nullable=False, index=True),
    Column("since", Float, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
notices = SqlTable(
    "notices",
    metadata,
    Column("id", String(130), primary_key=True),  # made of the next three: one such notice is enough
    Column("table_id", String(32), nullable=False),
    Column("person", String(64), nullable=False),
    Column("subscription", String(32), nullable=False),  # empty: all of the person's
    Column("due", Float, nullable=False, index=True),
    Column("tries", Integer, nullable=False),
)
