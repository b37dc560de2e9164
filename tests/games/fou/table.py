"""Tables of Fou! built by hand: any hands, anybody to lead, anybody to sit out."""

from collections.abc import Mapping, Sequence

import numpy as np

import ludotheque
from ludotheque.core.outcomes import Recorded
from ludotheque.core.state import State
from ludotheque.engine.chance import source
from ludotheque.games.fou import rules
from ludotheque.games.fou.cards import ONE
from ludotheque.games.fou.notation import COLOUR_LETTERS, parse_move
from tests.model.fou import deck


class Table(State):
    """A round in which seat k holds ``hands[k]`` (cards with blanks between), and the rest is out of play.

    *discs* sit out this trick; *voids* are colours that a seat has shown not to hold, such as {2: "GR"}.
    """

    def __init__(
        self,
        *hands: str,
        leader: int = 0,
        discs: Sequence[int] = (),
        voids: Mapping[int, str] | None = None,
        totals: Sequence[int] = (),
        tens: Sequence[int] = (),
        first: int = 0,
        rounds: int | None = None,
    ) -> None:
        game = ludotheque.game("fou", players=len(hands), rounds=rounds)
        states = game.blank()
        s = states[0]
        s["phase"], s["first"] = rules.TO_PLAY, first
        for seat, hand in enumerate(hands):
            for card in hand.split():
                give(s, seat, parse_move(card))
        for card in deck(len(hands)):
            _play_unheld(s, hands, card)
        for seat, colours in (voids or {}).items():
            s["voids"][seat] = sum(1 << COLOUR_LETTERS.index(letter) for letter in colours)
        s["totals"][: len(totals)] = totals
        s["tens"][: len(tens)] = tens
        s["discs"] = sum(1 << seat for seat in discs)
        rules._begin_trick(s, leader)
        more = {"deals": [deal_of(len(hands), seed) for seed in range(3)]}
        super().__init__(game, states, Recorded(game.definition.notation.read_setup(game.options, more)))

    def play_all(self, cards: str) -> "Table":
        """Play several cards."""
        for card in cards.split():
            self.play(card)
        return self


def give(s: np.ndarray, seat: int, card: int) -> None:
    """Add a card to a hand."""
    s["hands"][seat][card >> 6] |= np.uint64(1 << (card & 63))
    s["ones"][seat] += card == ONE
    s["counts"][seat] += 1


def _play_unheld(s: np.ndarray, hands: Sequence[str], name: str) -> None:
    """Count a card that nobody holds as played by seat 0."""
    card = parse_move(name)
    held = " ".join(hands).split().count(name)
    if card == ONE:
        s["ones_played"][0] = deck(len(hands)).count("1") - held
    elif not held:
        s["played"][0][card >> 6] |= np.uint64(1 << (card & 63))


def deal_of(players: int, seed: int = 0) -> list[list[str]]:
    """A random deal as a record tells it."""
    game = ludotheque.game("fou", players=players)
    outcome = np.zeros(rules.OUTCOME, np.uint8)
    rules.shuffle(game.blank(), 0, source(seed), outcome)
    deals: list[list[list[str]]] = game.definition.notation.write_setup(game.options, [outcome])["deals"]
    return deals[0]


def names(state: State) -> set[str]:
    """The legal moves."""
    return {str(move) for move in state.moves()}
