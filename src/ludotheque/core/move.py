"""A move: an integer inside, its notation outside, made only when somebody asks for it."""

from collections.abc import Callable


class Move:
    """One decision. ``str(move)`` is its notation. Made by a `MoveBook`, so equal moves are identical."""

    __slots__ = ("_format", "_text", "code", "game")

    def __init__(self, game: str, code: int, format_move: Callable[[int], str]) -> None:
        self.game = game
        self.code = code
        self._format = format_move
        self._text = ""

    def __str__(self) -> str:
        if not self._text:
            self._text = self._format(self.code)
        return self._text

    def __repr__(self) -> str:
        return f"<{self.game} move: {self}>"

    def __reduce__(self) -> tuple[Callable[[str, int], "Move"], tuple[str, int]]:
        return _unpickle, (self.game, self.code)


class MoveBook(dict[int, Move]):
    """The moves of a game by their integer, each made once, when first looked up."""

    def __init__(self, game: str, format_move: Callable[[int], str]) -> None:
        super().__init__()
        self._game = game
        self._format = format_move

    def __missing__(self, code: int) -> Move:
        move = self[code] = Move(self._game, code, self._format)
        return move


def _unpickle(game: str, code: int) -> Move:
    from ludotheque.core.catalogue import definition  # a game's definition needs Move itself

    return definition(game).moves[code]
