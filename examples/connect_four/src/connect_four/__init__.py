"""Connect Four: the first to get four of their stones in a row wins."""

from ludotheque.core.definition import Board, Definition
from ludotheque.core.options import Whole

DEFINITION = Definition(
    package=__name__,
    name="connect_four",
    title="Connect Four",
    summary="Drop stones into seven columns; the first to get four in a row wins.",
    credits="Howard Wexler and Ned Strongin, 1974",
    minutes=10,
    options=(Whole("players", "how many players", 2, low=2, high=2),),
    # The default page draws `cells`, and a click anywhere in a column drops a stone there.
    board=Board("cells", seats={1: 0, 2: 1}, by_column=True),
)
