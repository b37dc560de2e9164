"""What a seat may know of a game of Fou!, as plain data. All drawings are made of this."""

import struct
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any

import numpy as np

from ludotheque.core.frozen import changed, seen_by
from ludotheque.engine.contract import OVER, SPECTATOR, States
from ludotheque.games.fou import rules
from ludotheque.games.fou.cards import (
    DECK_CARDS,
    DECK_SIZE,
    FEWEST_SEATS,
    MOST_SEATS,
    ONE,
    OPEN,
    WORDS,
    discs_of,
)
from ludotheque.games.fou.notation import CARD_NAMES, COLOUR_LETTERS

Card = str  # as in a record: "G17", "1"

PHASES = ("deal", "play", "over")
_FIELDS = rules.STATE.names or ()
_LISTED = ("played", "totals", "tens", "ones_played", "counts")  # of the fields that are arrays


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

    @cached_property
    def _hash(self) -> int:
        return hash((self.plays, self.winner, self.fools))

    def __hash__(self) -> int:  # quick; drawings are looked up by it
        return self._hash

    def __reduce__(self) -> tuple[type["Trick"], tuple[object, ...]]:  # hashes differ between processes
        return type(self), (self.plays, self.winner, self.fools)


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
    finished: int  # rounds
    deck: tuple[Card, ...]  # every card in play, sorted
    discs: int  # and so the Fools of each trick (O3)
    leader: int  # of the current trick
    led: str | None  # the trick colour's letter; None while it is open (O8)
    trick: tuple[Play, ...]  # in the order played
    waiting: int  # seats still to play to the trick
    winning: int | None  # whose card would win the trick as it lies; None before the first
    worst: tuple[int, ...]  # who would take a disc as it lies; empty while there are no more cards than discs
    last_trick: Trick | None  # the previous one, which may be of the previous round
    seats: tuple[Seat, ...]
    playable: tuple[Card, ...]  # what the viewer may play now; empty when it is not the viewer's turn
    sheet: tuple[tuple[int, ...], ...]  # what each seat scored in each of the latest rounds finished
    sheet_from: int  # the number of the round in the sheet's first row
    winners: tuple[int, ...]  # empty while the game goes on

    @cached_property
    def new_round(self) -> bool:
        """Whether nobody has played a card yet this round: a previous trick is of the previous one."""
        return self.phase != "over" and not any(seat.played for seat in self.seats)

    @property
    def follows(self) -> bool:
        """Whether the viewer, now to play, holds the colour that was led and must follow suit (O6)."""
        return any(card[0] == self.led for card in self.playable)

    def discards(self, card: Card) -> bool:
        """Whether the card would be a discard in this trick (O6, O7)."""
        return self.led is not None and card[0] not in (self.led, CARD_NAMES[ONE])


_HANDS, _ONES = struct.Struct(f"<{MOST_SEATS * WORDS}Q"), struct.Struct(f"<{MOST_SEATS}b")
_HANDS_AT, _ONES_AT = (rules.STATE.fields[name][1] for name in ("hands", "ones"))  # type: ignore[index]
_HANDS_END, _ONES_END = _HANDS_AT + _HANDS.size, _ONES_AT + _ONES.size
_NO_HANDS, _NO_ONES = bytes(_HANDS.size), bytes(_ONES.size)
assert _HANDS_END <= _ONES_AT


def describe(states: States, i: int, seat: int) -> FouView:
    """The view of *seat* as plain data; ``states[i]`` holds only what that seat may know."""
    known = states[i : i + 1].tobytes()
    between, after = known[_HANDS_END:_ONES_AT], known[_ONES_END:]
    nobodys = b"".join((known[:_HANDS_AT], _NO_HANDS, between, _NO_ONES, after))
    shared = _described(nobodys)
    if nobodys == known:
        return seen_by(shared, seat)
    hands, ones = _HANDS.unpack_from(known, _HANDS_AT), _ONES.unpack_from(known, _ONES_AT)
    seats = list(shared.seats)
    for k, about in enumerate(shared.seats):
        if hands[2 * k] or hands[2 * k + 1] or ones[k]:
            seats[k] = changed(about, hand=_cards(hands[2 * k], hands[2 * k + 1], ones[k]))
    playable = _playable(states, i) if shared.turn == seat and seat != SPECTATOR else ()
    return seen_by(shared, seat, seats=tuple(seats), playable=playable)


@lru_cache(256)  # all seats know the same but for the hands
def _described(known: bytes) -> FouView:
    """What a record without hands tells, as a spectator's view."""
    states, i = np.frombuffer(bytearray(known), rules.STATE), 0
    s = _plain(states[i])
    players, finished, turn = s["players"], s["finished"], int(rules.turn(states, i))
    first_row = max(0, finished - rules.SHEET)
    return FouView(
        viewer=SPECTATOR,
        turn=turn,
        phase=PHASES[s["phase"]],
        round=finished if turn == OVER else finished + 1,
        rounds=s["rounds"] or None,
        finished=finished,
        deck=_deck(players),
        discs=discs_of(players),
        leader=s["leader"],
        led=COLOUR_LETTERS[s["led"]] if s["led"] != OPEN else None,
        trick=_plays(s["trick"], s["leader"], players),
        waiting=s["waiting"] if turn != OVER else 0,
        winning=s["highest"] & 15 if s["trick"] else None,
        worst=_worst(s),
        last_trick=_last_trick(s["last_trick"], s["last_leader"], s["last_winner"], s["last_fools"], players),
        seats=_seats(s),
        playable=(),
        sheet=_sheet(s["sheet"].tobytes(), players, finished),
        sheet_from=first_row + 1,
        winners=_members(rules.winners(states, i), players) if turn == OVER else (),
    )


@lru_cache(256)  # within a round it stays the same object, which drawings make use of
def _sheet(scores: bytes, players: int, finished: int) -> tuple[tuple[int, ...], ...]:
    """What each seat scored in each of the latest rounds finished."""
    rows = np.frombuffer(scores, rules.STATE["sheet"].base).reshape(rules.STATE["sheet"].shape)
    first_row = max(0, finished - rules.SHEET)
    return tuple([tuple(rows[row % rules.SHEET, :players].tolist()) for row in range(first_row, finished)])


def _plain(record: Any) -> dict[str, Any]:
    """The fields of a state's record as numbers and lists, all at once: one by one takes far longer."""
    plain = dict(zip(_FIELDS, record.item(), strict=True))
    for name in _LISTED:
        plain[name] = plain[name].tolist()
    return plain


@cache
def _deck(players: int) -> tuple[Card, ...]:
    row = players - FEWEST_SEATS
    in_play = sorted(DECK_CARDS[row, : DECK_SIZE[row]].tolist())
    return tuple(CARD_NAMES[card] for card in in_play)


@lru_cache(4096)
def _cards(word_0: int, word_1: int, ones: int) -> tuple[Card, ...]:
    """The names of a set of cards, by colour and value; the 1s come first."""
    mask = (word_0 | word_1 << 64) & ~(1 << ONE)
    names = [CARD_NAMES[ONE]] * ones
    while mask:
        names.append(CARD_NAMES[(mask & -mask).bit_length() - 1])
        mask &= mask - 1
    return tuple(names)


@lru_cache(4096)
def _plays(trick: int, leader: int, players: int) -> tuple[Play, ...]:
    """The plays of a trick in order: clockwise from the leader, without those who sit out (O5)."""
    clockwise = [(leader + step) % players for step in range(players)]
    laid = trick.to_bytes(MOST_SEATS, "little")
    return tuple(_play(seat, laid[seat]) for seat in clockwise if laid[seat])


@cache
def _play(seat: int, card: int) -> Play:
    return Play(seat, CARD_NAMES[card])


@cache
def _members(mask: int, players: int) -> tuple[int, ...]:
    """The seats of a bit mask."""
    return tuple(seat for seat in range(players) if mask >> seat & 1)


def _worst(s: dict[str, Any]) -> tuple[int, ...]:
    """Who would take a disc if the trick ended now (O10)."""
    discs = discs_of(s["players"])
    if s["trick"].to_bytes(MOST_SEATS, "little").count(0) + discs >= MOST_SEATS:
        return ()
    ranks = [s["worst"], s["second_worst"]][:discs]
    return tuple(sorted(rank & 15 for rank in ranks))


@lru_cache(4096)
def _last_trick(trick: int, leader: int, winner: int, fools: int, players: int) -> Trick | None:
    return Trick(_plays(trick, leader, players), winner, _members(fools, players)) if trick else None


def _seats(s: dict[str, Any]) -> tuple[Seat, ...]:
    about = zip(s["counts"], s["totals"], s["tens"], s["played"], s["ones_played"], strict=True)
    return tuple(
        [
            _seat(cards, s["discs"] >> k & 1, total, tens, *played, ones)
            for k, (cards, total, tens, played, ones) in zip(range(s["players"]), about, strict=False)
        ]
    )


@lru_cache(4096)  # a move changes one seat
def _seat(cards: int, fool: int, total: int, tens: int, *played: int) -> Seat:
    """A player, whose hand is not known; *played* are the two words and the 1s of the cards played."""
    return Seat(cards, bool(fool), total, tens, played=_cards(*played), hand=())


def _playable(states: States, i: int) -> tuple[Card, ...]:
    moves = np.zeros(rules.MAX_MOVES, np.int32)
    count = rules.legal(states, i, moves)
    return tuple(CARD_NAMES[card] for card in sorted(moves[:count].tolist()))
