"""A table of Fou! in words: what the pictures, the terminal and the page in the browser say alike.

A sentence to the viewer says "you"; other players are called by their names, if these are known.
"""

from collections.abc import Sequence
from functools import lru_cache

from ludotheque.engine.contract import CHANCE
from ludotheque.games.fou.language import _, plural
from ludotheque.games.fou.rules import MOST_PRIZES
from ludotheque.games.fou.view import Card, FouView, Play, Trick
from ludotheque.i18n.language import called, language, marked_for_translation
from ludotheque.i18n.words import capitalised, listed, signed

_COLOURS = {
    "G": marked_for_translation("green"),
    "R": marked_for_translation("orange"),
    "Y": marked_for_translation("yellow"),
    "B": marked_for_translation("blue"),
}
_CARDS = {  # within a sentence
    "G": marked_for_translation("green {value}"),
    "R": marked_for_translation("orange {value}"),
    "Y": marked_for_translation("yellow {value}"),
    "B": marked_for_translation("blue {value}"),
}
_LABELS = {  # on its own
    "G": marked_for_translation("Green {value}"),
    "R": marked_for_translation("Orange {value}"),
    "Y": marked_for_translation("Yellow {value}"),
    "B": marked_for_translation("Blue {value}"),
}


# Names


def seat_name(data: FouView, seat: int) -> str:
    """A player as a sign on the table tells: by name if it is known, else ``You`` or ``Seat 2``."""
    return called(seat) or (_("You") if seat == data.viewer else _("Seat {number}", number=seat))


def someone(seat: int) -> str:
    """Any player but the viewer, at the beginning of a sentence."""
    return called(seat) or _("Seat {number}", number=seat)


def within(seat: int) -> str:
    """Any player but the viewer, within a sentence."""
    return called(seat) or _("seat {number}", number=seat)


def colour_name(letter: str) -> str:
    """A colour: ``green``."""
    return _(_COLOURS[letter])


def card_name(card: Card) -> str:
    """A card within a sentence: ``green 17``, ``a 1``."""
    return _card_name(card, language())


@lru_cache(1024)
def _card_name(card: Card, spoken: str) -> str:
    return _("a 1") if card == "1" else _(_CARDS[card[0]], value=card[1:])


def card_label(card: Card) -> str:
    """A card on its own: ``Green 17``, ``A 1``."""
    return _card_label(card, language())


@lru_cache(1024)
def _card_label(card: Card, spoken: str) -> str:
    return _("A 1") if card == "1" else _(_LABELS[card[0]], value=card[1:])


# What to do now


def prompt(data: FouView) -> str:
    """One line that says what to do now, to the viewer if it is their turn."""
    if data.phase == "over":
        return outcome(data)
    if data.turn == CHANCE:
        return _("Nothing has been dealt yet.")
    if data.turn == data.viewer:
        return _own_turn(data)
    turn = _their_turn(data)
    if data.viewer >= 0 and data.seats[data.viewer].fool:
        return _("You are the Fool and sit this trick out.") + " " + turn
    return turn


def _own_turn(data: FouView) -> str:
    if not data.trick:
        return _("You lead. Play any card.")
    if data.led is None:
        return _("Nobody has played a colour yet. Play any card.")
    colour = colour_name(data.led)
    if not data.follows:
        return capitalised(_("{colour} was led and you have none. Play any card.", colour=colour))
    if "1" in data.playable:
        return capitalised(_("{colour} was led. Play {colour}, or a 1.", colour=colour))
    return capitalised(_("{colour} was led. Play {colour}.", colour=colour))


def _their_turn(data: FouView) -> str:
    who = someone(data.turn)
    if not data.trick:
        return _("{who} leads.", who=who)
    if data.led is None:
        return _("{who} plays.", who=who)
    return _("{who} plays; {colour} was led.", who=who, colour=colour_name(data.led))


def outcome(data: FouView) -> str:
    """How the game ended."""
    total = data.seats[data.winners[0]].total
    size, points = abs(total), signed(total)
    others = [seat for seat in data.winners if seat != data.viewer]
    if not others:
        return plural("You win with {points} point.", "You win with {points} points.", size, points=points)
    if len(data.winners) == 1:
        return plural(
            "{who} wins with {points} point.",
            "{who} wins with {points} points.",
            size,
            who=someone(others[0]),
            points=points,
        )
    if data.viewer in data.winners:
        return plural(
            "You share the win with {names}: {points} point.",
            "You share the win with {names}: {points} points.",
            size,
            names=listed([within(seat) for seat in others]),
            points=points,
        )
    return plural(
        "{names} share the win with {points} point.",
        "{names} share the win with {points} points.",
        size,
        names=listed([someone(others[0]), *map(within, others[1:])]),
        points=points,
    )


# Tricks and players


def round_words(data: FouView) -> str:
    """Which round it is, of how many."""
    if data.rounds is None:
        return _("Round {number}", number=data.round)
    return _("Round {number} of {rounds}", number=data.round, rounds=data.rounds)


def led_words(letter: str) -> str:
    """Which colour was led, in two words."""
    return capitalised(_("{colour} led", colour=colour_name(letter)))


def trick_words(data: FouView, trick: Trick) -> str:
    """Who won a trick, and who is the Fool."""
    if trick.winner == data.viewer:
        won = _("You won the trick.")
    else:
        won = _("{who} won the trick.", who=someone(trick.winner))
    return f"{won} {_fools(data, trick.fools)}"


def _fools(data: FouView, fools: Sequence[int]) -> str:
    if fools == (data.viewer,):
        return _("You are the Fool.")
    if data.viewer in fools:
        (other,) = (seat for seat in fools if seat != data.viewer)
        return _("You and {who} are the Fools.", who=within(other))
    if len(fools) == 1:
        return _("{who} is the Fool.", who=someone(fools[0]))
    names = listed([someone(fools[0]), *map(within, fools[1:])])
    return _("{names} are the Fools.", names=names)


def plays_words(data: FouView, plays: tuple[Play, ...]) -> str:
    """The cards of a trick with their players, in the order played."""
    return ", ".join(f"{seat_name(data, play.seat)}: {card_name(play.card)}" for play in plays)


def played_words(data: FouView, play: Play) -> str:
    """Who played a card."""
    card = card_name(play.card)
    if play.seat == data.viewer:
        return _("You played {card}.", card=card)
    return _("{who} played {card}.", who=someone(play.seat), card=card)


def cards_words(number: int) -> str:
    """How many cards somebody holds."""
    return plural("{number} card in hand", "{number} cards in hand", number)


def seat_words(data: FouView, seat: int) -> str:
    """A player: cards, points, how often +10 was scored, disc."""
    about = data.seats[seat]
    points = plural("{points} point", "{points} points", abs(about.total), points=signed(about.total))
    return _player(data, seat, [cards_words(about.cards), points])


def player_words(data: FouView, seat: int) -> str:
    """The same where the points stand beside it."""
    return _player(data, seat, [cards_words(data.seats[seat].cards)])


def _player(data: FouView, seat: int, parts: list[str]) -> str:
    about = data.seats[seat]
    parts.append(_("+10 scored {number} of {most} times", number=about.tens, most=MOST_PRIZES))
    if about.fool and data.phase == "over":
        parts.append(_("took a disc in the last trick"))
    elif about.fool:
        parts.append(_("the Fool, sits this trick out"))
    return f"{seat_name(data, seat)}: {', '.join(parts)}."


def hand_words(label: str, playable: bool, instead: str | None) -> str:
    """A card in the viewer's hand: whether it can be played now, or the colour to be played instead of it."""
    if playable:
        return _("{card}: play it", card=label)
    if instead is None:
        return label
    return _(
        "{card}: {colour} was led and you hold {colour}, so play that or a 1",
        card=label,
        colour=colour_name(instead),
    )


def describe(data: FouView) -> str:
    """The whole table in words, for those who do not see it."""
    lines = [prompt(data), f"{round_words(data)}."]
    if data.trick:
        lines.append(_("The trick: {plays}.", plays=plays_words(data, data.trick)))
    if data.last_trick:
        lines.append(_("The previous trick: {plays}.", plays=plays_words(data, data.last_trick.plays)))
        lines.append(trick_words(data, data.last_trick))
    lines += [seat_words(data, seat) for seat in range(len(data.seats))]
    for seat, about in enumerate(data.seats):
        if about.hand:
            cards = ", ".join(map(card_name, about.hand))
            if seat == data.viewer:
                lines.append(_("Your hand: {cards}.", cards=cards))
            else:
                lines.append(_("The hand of {who}: {cards}.", who=within(seat), cards=cards))
    return "\n".join(lines)
