"""What a search has looked at: a tree of moves, to be read and drawn."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

from ludotheque.bots.tree import NO_NODE, ROOT
from ludotheque.core.errors import Refusal, quoted
from ludotheque.core.game import Game
from ludotheque.core.move import Move
from ludotheque.drawing.tree import Branch, tree_picture

DEPTH, WIDTH = 3, 4  # moves ahead, and moves of a position, that a picture shows


class Explored:
    """A position that a search has looked at, and what followed; ``bot.tree`` is the one that it began with.

    A position stands for all worlds that the moves up to here may have led to. ``move`` has led here from the
    one above, and ``seat`` has made it; the first has neither. Trees that grew side by side are one.
    """

    def __init__(self, game: Game, places: Sequence[tuple[Any, int]]) -> None:
        self._game = game
        self._places = places  # in the nodes of each tree
        nodes, at = places[0]
        first = at == ROOT
        self.move: Move | None = None if first else game.definition.moves[int(nodes[at]["move"])]
        self.seat: int | None = None if first else int(nodes[at]["seat"])
        self.visits = int(self._sum("visits"))

    def _sum(self, field: str) -> float:
        return float(sum(nodes[at][field] for nodes, at in self._places))

    @property
    def value(self) -> float:
        """What the seat that came here got on average, 0 … 1; of the first, the seat that searched."""
        return self._mean("reward")

    @property
    def win_chance(self) -> float:
        """The same of its share of the win alone."""
        return self._mean("wins")

    def _mean(self, field: str) -> float:
        parts = [self] if self.move is not None else list(self.children.values())
        visits = sum(part.visits for part in parts)
        return sum(part._sum(field) for part in parts) / visits if visits else 0.0

    @property
    def prior(self) -> float:
        """How good the move looked before: to a heuristic, as `weigh` says; to an evaluator, how likely."""
        return self._sum("weight") / len(self._places)

    @cached_property
    def children(self) -> Mapping[Move, "Explored"]:
        """What followed, by move, the most visited first."""
        places: dict[int, list[tuple[Any, int]]] = {}
        for nodes, at in self._places:
            child = int(nodes[at]["first"])
            while child != NO_NODE:
                places.setdefault(int(nodes[child]["move"]), []).append((nodes, child))
                child = int(nodes[child]["sibling"])
        found = [(code, Explored(self._game, here)) for code, here in places.items()]
        found.sort(key=lambda pair: (-pair[1].visits, -pair[1].value, pair[0]))
        return MappingProxyType({self._game.definition.moves[code]: child for code, child in found})

    def __getitem__(self, move: Move | str) -> "Explored":
        """What followed a move, given as such or in its notation."""
        for known, child in self.children.items():
            if move in (known, str(known)):
                return child
        raise Refusal(f"{quoted(str(move))} was not looked at here; .children has what was")

    def line(self) -> list[Move]:
        """The moves that were searched most, one after the other."""
        found, position = [], self
        while position.children:
            move, position = next(iter(position.children.items()))
            found.append(move)
        return found

    def svg(self, *, depth: int = DEPTH, width: int = WIDTH, theme: str = "auto") -> str:
        """A picture of the next *depth* moves, with the *width* that were searched most of each position."""
        if depth < 1 or width < 1:
            raise Refusal("a picture of a tree shows at least one move, and one of each position")
        title = f"{self._game.definition.title}: what a search looked at"
        return tree_picture(self._branch(depth, width), title=title, theme=theme)

    def _branch(self, depth: int, width: int) -> Branch:
        shown = list(self.children.values())[: width if depth else 0]
        return Branch(
            label="" if self.move is None else str(self.move),
            seat=self.seat,
            visits=self.visits,
            value=self.value,
            children=tuple(child._branch(depth - 1, width) for child in shown),
            more=len(self.children) - len(shown),
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        came = "the beginning" if self.move is None else f"{self.move} by seat {self.seat}"
        return f"<{came}: {self.visits} visits, value {self.value:.3f}, {len(self.children)} moves on>"
