"""An opponent that nobody has tuned: the search of the textbook, written on the public API.

Information-set Monte Carlo tree search with a single observer, as Cowling, Powley and Whitehouse describe it
("Information Set Monte Carlo Tree Search", 2012, section IV): one determinization for each simulation, UCB1
with availability counts, random playouts to the end of the game, and no knowledge of any game. Its reward is
the share of the win; each move is judged by the reward of the seat that made it (max^n).

    ludotheque arena feurio --players 4 --bot regular --bot bench/textbook.py:Textbook:simulations=400
"""

import math
import random
from dataclasses import dataclass, field

from ludotheque import Game, Move, State, View

EXPLORATION = 0.7  # the paper's choice for rewards from 0 to 1


@dataclass
class Node:
    """A move after the moves above it, whatever is hidden."""

    seat: int = 0  # who made it; nobody made that of the root
    children: "dict[Move, Node]" = field(default_factory=dict)
    reward: float = 0.0
    visits: int = 0
    available: int = 0  # simulations in which the move was legal where its parent was reached

    def ucb(self, exploration: float) -> float:
        """An upper confidence bound of its worth."""
        return self.reward / self.visits + exploration * math.sqrt(math.log(self.available) / self.visits)


class Textbook:
    """Chooses the move that was visited most after so many *simulations*."""

    def __init__(
        self,
        game: Game,
        *,
        seed: int | str | None = None,
        simulations: int = 400,
        exploration: float = EXPLORATION,
    ) -> None:
        self._simulations = simulations
        self._exploration = exploration
        self._random = random.Random(seed)

    def choose(self, view: View) -> Move:
        """The move that was visited most."""
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        children = self.search(view).children
        return max(children, key=lambda move: children[move].visits)

    def search(self, view: View) -> Node:
        """The root of the tree after all simulations."""
        root = Node()
        for _ in range(self._simulations):
            self._simulate(root, view.imagine(seed=self._seed()))
        return root

    def _seed(self) -> int:
        return self._random.getrandbits(62)

    def _simulate(self, root: Node, state: State) -> None:
        path, is_new = [root], False
        while not state.over and not is_new:
            moves, children = state.moves(), path[-1].children
            untried = [move for move in moves if move not in children]
            is_new = bool(untried)
            if is_new:
                move = self._random.choice(untried)
                children[move] = Node(state.seat)
            else:
                move = max(moves, key=lambda move: children[move].ucb(self._exploration))
            for known in moves:
                if known in children:
                    children[known].available += 1
            path.append(children[move])
            state.play(move)
        self._backpropagate(path, state)

    def _backpropagate(self, path: list[Node], state: State) -> None:
        """Play at random from *state* to the end, and tell all nodes on the way what their seats have got."""
        won = state.playouts(1, self._seed(), threads=1).winners[0]
        share = 1.0 if state.game.shared_goal else 1.0 / max(int(won.sum()), 1)
        for node in path:
            node.visits += 1
            node.reward += share * float(won[node.seat])
