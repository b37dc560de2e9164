"""What cannot be done at a table. The class says what kind of refusal it is, the code which one."""

from ludotheque.core.errors import Refusal


class TableRefusal(Refusal):
    """Something that cannot be done at a table, with a code for programs."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = f"table/{code}"


class NotFound(TableRefusal):
    """There is no such table, move or page."""

    status = 404


class NotNow(TableRefusal):
    """It could be done, but not as the table is now."""

    status = 409


class NotAllowed(TableRefusal):
    """Somebody else may do it, but not whoever asked."""

    status = 403


class Unavailable(TableRefusal):
    """It can be done, but not by the server as it is now: try again in a moment."""

    status = 503
    retry_after = 2  # seconds


class TooMuch(TableRefusal):
    """Whoever asks has had their share for now."""

    status = 429
