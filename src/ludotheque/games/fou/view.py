"""What a seat may know of a game of Fou!, as plain data. All drawings are made of this."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludotheque.engine.contract import OVER, States
from ludotheque.games.fou import cards, rules
from ludotheque.games.fou.notation import CARD_NAMES, COLOUR_LETTERS

Card = str  # as in a record: "G17", "1"

PHASES = ("deal", "play", "over")


@dataclass(frozen=True)
class Play:
    """A card in a trick, and who played it."""

    seat: int
    card: Card


@dataclass(frozen=True)
class Trick:
    """A finished trick (O9, O10)."""

    plays: tuple[Play, ...]  # in the order played
    winner: int
    fools: tuple[int, ...]  # who took a disc


@dataclass(frozen=True)
class Seat:
    """What everybody may know of a player (O12)."""

    cards: int  # in hand
    fool: bool  # holds a disc and sits out this trick; at the end, took one in the last trick
    total: int
    tens: int  # how often the seat has scored +10 (O16)
    played: tuple[Card, ...]  # this round, sorted
    hand: tuple[Card, ...]  # sorted; empty if the viewer may not know it


@dataclass(frozen=True)
class FouView:
    """A table of Fou! as *viewer* sees it (−1: a spectator)."""

    viewer: int
    turn: int  # the seat to play; −1 when the game is over
    phase: str  # play or over
    round: int  # counted from 1
    rounds: int | None  # after which the game stops
    deck: tuple[Card, ...]  # every card in play, sorted
    leader: int  # of the current trick
    colour: str | None  # the trick colour's letter; None while it is open (O8)
    trick: tuple[Play, ...]  # in the order played
    winning: int | None  # whose card would win the trick as it lies; None before the first
    worst: tuple[int, ...]  # who would take a disc as it lies; empty while there are no more cards than discs
    last_trick: Trick | None  # the one before, which may be of the round before
    seats: tuple[Seat, ...]
    playable: tuple[Card, ...]  # what the viewer may play now; empty when it is not the viewer's turn
    sheet: tuple[tuple[int, ...], ...]  # what each seat scored in each of the latest rounds finished
    sheet_from: int  # the number of the round in the sheet's first row
    winners: tuple[int, ...]  # empty while the game goes on


def describe(states: States, i: int, seat: int) -> FouView:
    """The view of *seat* as plain data; ``states[i]`` holds only what that seat may know."""
    s = states[i]
    turn = int(rules.turn(states, i))
    finished = int(s["finished"])
    first_row = max(0, finished - rules.SHEET)
    led = int(s["led"])
    players = range(s["players"])
    return FouView(
        viewer=seat,
        turn=turn,
        phase=PHASES[s["phase"]],
        round=finished if turn == OVER else finished + 1,
        rounds=int(s["rounds"]) or None,
        deck=_deck(len(players)),
        leader=int(s["leader"]),
        colour=COLOUR_LETTERS[led] if led != cards.OPEN else None,
        trick=_plays(int(s["trick"]), int(s["leader"]), len(players)),
        winning=int(s["highest"] & 15) if s["trick"] else None,
        worst=_worst(s),
        last_trick=_last_trick(s),
        seats=tuple(_seat(s, k) for k in players),
        playable=_playable(states, i) if turn == seat and turn != OVER else (),
        sheet=tuple(
            tuple(s["sheet"][row % rules.SHEET][: len(players)].tolist())
            for row in range(first_row, finished)
        ),
        sheet_from=first_row + 1,
        winners=_winners(states, i),
    )


def _deck(players: int) -> tuple[Card, ...]:
    row = players - cards.FEWEST_SEATS
    in_play = sorted(cards.DECK_CARDS[row, : cards.DECK_SIZE[row]].tolist())
    return tuple(CARD_NAMES[card] for card in in_play)


def _cards(words: Any, ones: int) -> tuple[Card, ...]:
    """The names of a set of cards, by colour and value; the 1s come first."""
    held = [64 * word + k for word, mask in enumerate(words.tolist()) for k in range(64) if mask >> k & 1]
    return ("1",) * ones + tuple(CARD_NAMES[card] for card in held if card != cards.ONE)


def _plays(trick: int, leader: int, players: int) -> tuple[Play, ...]:
    """The plays of a trick in order: clockwise from the leader, without those who sit out (O5)."""
    clockwise = [(leader + step) % players for step in range(players)]
    laid = trick.to_bytes(cards.MOST_SEATS, "little")
    return tuple(Play(seat, CARD_NAMES[laid[seat]]) for seat in clockwise if laid[seat])


def _worst(s: Any) -> tuple[int, ...]:
    """Who would take a disc if the trick ended now (O10)."""
    discs = int(cards.DECKS[s["players"] - cards.FEWEST_SEATS, cards.DISCS])
    if int(s["trick"]).to_bytes(cards.MOST_SEATS, "little").count(0) + discs >= cards.MOST_SEATS:
        return ()
    ranks = [int(s["worst"]), int(s["second_worst"])][:discs]
    return tuple(sorted(rank & 15 for rank in ranks))


def _last_trick(s: Any) -> Trick | None:
    if not s["last_trick"]:
        return None
    players = int(s["players"])
    return Trick(
        plays=_plays(int(s["last_trick"]), int(s["last_leader"]), players),
        winner=int(s["last_winner"]),
        fools=tuple(seat for seat in range(players) if s["last_fools"] >> seat & 1),
    )


def _seat(s: Any, seat: int) -> Seat:
    return Seat(
        cards=int(s["counts"][seat]),
        fool=bool(s["discs"] >> seat & 1),
        total=int(s["totals"][seat]),
        tens=int(s["tens"][seat]),
        played=_cards(s["played"][seat], int(s["ones_played"][seat])),
        hand=_cards(s["hands"][seat], int(s["ones"][seat])),
    )


def _playable(states: States, i: int) -> tuple[Card, ...]:
    moves = np.zeros(rules.MAX_MOVES, np.int32)
    count = rules.legal(states, i, moves)
    return tuple(CARD_NAMES[card] for card in sorted(moves[:count].tolist()))


def _winners(states: States, i: int) -> tuple[int, ...]:
    if rules.turn(states, i) != OVER:
        return ()
    mask = rules.winners(states, i)
    return tuple(seat for seat in range(states[i]["players"]) if mask >> seat & 1)
