"""A friend at the table for somebody's first game of Fou!: what to know just now, a topic at a time.

What is urgent comes first, the rarest situation before the others; what can be said any time takes turns.
"""

from collections.abc import Callable

from ludotheque.drawing.coaching import Topics, advice
from ludotheque.games.fou import words
from ludotheque.games.fou.language import _, plural
from ludotheque.games.fou.view import FouView
from ludotheque.i18n.words import listed

ENOUGH = 4  # tricks after which it is hard to remember all cards
FEW = 2  # cards in a hand that announce the end of the round


def coach(data: FouView) -> tuple[str, str] | None:
    """The topic that fits the viewer's decision now, or the end of the game, and what to say about it."""
    return advice(TOPICS, data)


def _end(data: FouView) -> str:
    if data.phase != "over":
        return ""
    if data.rounds is None:
        why = _("The game ends when somebody has fallen to −80, or has scored +10 for the sixth time.")
    else:
        why = _(
            "We had agreed on a short game. A whole one goes on until somebody has fallen to −80 points, or"
            " has scored +10 for the sixth time."
        )
    return why + " " + _("The highest total wins, and below zero is quite usual.")


def _tricks(data: FouView) -> int:
    """How many cards the viewer has played this round."""
    return len(data.seats[data.viewer].played)


def _aim(data: FouView) -> str:
    if data.round > 1 or _tricks(data):
        return ""
    welcome = _(
        "Welcome to the table! Your aim is to get rid of your cards: what you still hold when the round ends"
        " costs points, a 9 nine of them and a 16 sixteen. Everybody plays one card to each trick."
    )
    but = plural(
        "But whoever plays the worst card becomes the Fool and must sit out the next trick, so a card stays"
        " in hand.",
        "But whoever plays one of the two worst cards becomes a Fool and must sit out the next trick, so"
        " a card stays in hand.",
        data.discs,
    )
    return f"{welcome} {but} " + _("Click one of the raised cards to play it.")


def _round(data: FouView) -> str:
    if not data.new_round or data.leader != data.viewer or data.round == 1:
        return ""
    return _(
        "A new round, and all cards have been dealt again. The player with the fewest points always leads"
        " the first trick: this time it is you. Nobody is the Fool at the beginning of a round."
    )


def _score(data: FouView) -> str:
    if data.round == 1 or _tricks(data):
        return ""
    return _(
        "Look at the score sheet: whoever got rid of all cards scored +10, or 0 if their last card made them"
        " the Fool. All others lost the values of the cards they still held, and 5 for each 1."
    )


def _last_card(data: FouView) -> str:
    if data.seats[data.viewer].cards > 1:
        return ""
    prize = _("Your last card! Once it is played, the round ends with this trick and you score +10.")
    no_prize = plural(
        "Only if it is the worst card of the trick do you score 0: the Fool gets no prize.",
        "Only if it is one of the two worst cards of the trick do you score 0: a Fool gets no prize.",
        data.discs,
    )
    return f"{prize} {no_prize}"


def _hurry(data: FouView) -> str:
    others = [seat for seat in range(len(data.seats)) if seat != data.viewer]
    nearest = min(others, key=lambda seat: data.seats[seat].cards)
    if data.seats[nearest].cards > FEW or data.seats[data.viewer].cards <= FEW:
        return ""
    return _(
        "Beware, {who} has hardly any cards left, and the round ends with the trick in which somebody plays"
        " the last one. Get rid of your highest cards now: they cost the most if they stay in your hand.",
        who=words.within(nearest),
    )


def _open(data: FouView) -> str:
    if not data.trick or data.led:
        return ""
    return _(
        "So far there are only 1s in this trick, and a 1 has no colour of its own. The first coloured card"
        " decides which colour everybody must follow: that can be yours."
    )


def _sat_out(data: FouView) -> str:
    past = data.last_trick
    if past is None or data.new_round or any(play.seat == data.viewer for play in past.plays):
        return ""
    return _(
        "You are back after a trick as the Fool. Meanwhile the others could get rid of a"
        " card and you could not. That is no disaster, unless it happens again and again."
    )


def _discard(data: FouView) -> str:
    if not data.led or data.follows:
        return ""
    colour = words.colour_name(data.led)
    void = _("You have no {colour}, so you may play anything.", colour=colour)
    lowest = plural(
        "A card of another colour is a discard: it cannot win, and the lowest discard of the trick makes its"
        " player the Fool.",
        "A card of another colour is a discard: it cannot win, and the two lowest discards of the trick"
        " make their players Fools.",
        data.discs,
    )
    safer = _(
        "A high one is safer, and rids you of an expensive card. A 1 counts as {colour}, so it is no discard"
        " at all.",
        colour=colour,
    )
    return f"{void} {lowest} {safer}"


def _fool(data: FouView) -> str:
    fools = [seat for seat, about in enumerate(data.seats) if about.fool]
    if not fools:
        return ""
    return plural(
        "See the jester's cap? It marks the Fool, {who}, who played the worst card of the previous trick and"
        " plays nothing now. After this trick the cap goes to somebody else.",
        "See the jester's caps? They mark the Fools, {who}, who played the worst cards of the previous trick"
        " and play nothing now. After this trick the caps go to others.",
        len(fools),
        who=listed([words.within(seat) for seat in fools]),
    )


def _last_to_play(data: FouView) -> str:
    if data.waiting > 1:
        return ""
    last = _("You are the last to play to this trick, so you can see how it will end.")
    signs = plural(
        "The star marks the card that wins so far, the cap the one that is worst so far. Beat the worst one,"
        " if only just.",
        "The star marks the card that wins so far, the caps the two that are worst so far. Beat the"
        " better one of these, if only just.",
        data.discs,
    )
    return f"{last} {signs}"


def _one(data: FouView) -> str:
    if not data.follows or "1" not in data.playable:
        return ""
    always = _(
        "You hold a 1. It always counts as the colour that was led, as its lowest card, and you may play it"
        " even though you hold {colour}.",
        colour=words.colour_name(str(data.led)),
    )
    safe = plural(
        "That is the best moment if somebody else has discarded: then the discard is worse than your 1.",
        "That is the best moment if two others have discarded: then their discards are worse than your 1.",
        data.discs,
    )
    return f"{always} {safe}"


def _memory(data: FouView) -> str:
    if not data.trick or _tricks(data) < ENOUGH:
        return ""
    return _(
        "You need not remember the cards: the list of the cards played shows what is gone, what you hold,"
        " and what the others must still have."
    )


def _follow(data: FouView) -> str:
    if not data.follows:
        return ""
    first = _(
        "The first card set the colour: {colour}. Whoever holds that colour must play it, so only the raised"
        " cards can be played.",
        colour=words.colour_name(str(data.led)),
    )
    lowest = plural(
        "If everybody follows suit, the lowest card makes the Fool.",
        "If everybody follows suit, the two lowest cards make the Fools.",
        data.discs,
    )
    return f"{first} {lowest} " + _("The highest wins, which is worth nothing but the lead.")


def _lead(data: FouView) -> str:
    if data.trick:
        return ""
    return _(
        "You won the trick, so you lead the next one with any card. It sets the colour. A good lead is a"
        " colour in which you hold a middling card that somebody must still go below."
    )


_ANY_TIME: Topics = {
    "lead": _lead,
    "follow": _follow,
    "fool": _fool,
    "one": _one,
    "last-to-play": _last_to_play,
    "memory": _memory,
}


def _in_turn(topic: str) -> Callable[[FouView], str]:
    """A topic of any time, silent while it is another's turn: trick by trick those that fit take turns."""

    def explain(data: FouView) -> str:
        fitting = [one for one, explained in _ANY_TIME.items() if explained(data)]
        chosen = fitting[_tricks(data) % len(fitting)] if fitting else ""
        return _ANY_TIME[topic](data) if topic == chosen else ""

    return explain


TOPICS: Topics = {
    "end": _end,
    "aim": _aim,
    "round": _round,
    "score": _score,
    "last-card": _last_card,
    "open": _open,
    "hurry": _hurry,
    "discard": _discard,
    "sat-out": _sat_out,
    **{topic: _in_turn(topic) for topic in _ANY_TIME},
}
