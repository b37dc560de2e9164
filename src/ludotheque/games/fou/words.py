"""A table of Fou! in words: what the picture and the terminal say alike."""

from ludotheque.core.palette import COLOURS
from ludotheque.core.words import listed
from ludotheque.games.fou.view import Card, FouView, Play, Trick


def seat_name(data: FouView, seat: int) -> str:
    """A seat as the viewer calls it."""
    return "You" if seat == data.viewer else f"Seat {seat}"


def card_name(card: Card) -> str:
    """A card in words: ``green 17``, ``a 1``."""
    return "a 1" if card == "1" else f"{COLOURS[card[0]].name.lower()} {card[1:]}"


def prompt(data: FouView) -> str:
    """One line that says what to do now, to the viewer if it is their turn."""
    if data.phase == "over":
        return outcome(data)
    asked = COLOURS[data.colour].name.lower() if data.colour else None
    if data.turn != data.viewer:
        return f"Seat {data.turn} {'leads' if not data.trick else 'plays'}{_asked(asked)}."
    if not data.trick:
        return "You lead. Play any card."
    if asked is None:
        return "Nobody has played a colour yet. Play any card."
    if any(card.startswith(str(data.colour)) for card in data.playable):
        return f"{asked.capitalize()} is asked. Play {asked}{', or a 1' * ('1' in data.playable)}."
    return f"{asked.capitalize()} is asked and you have none. Play any card."


def _asked(asked: str | None) -> str:
    return f"; {asked} is asked" if asked else ""


def outcome(data: FouView) -> str:
    """How the game ended."""
    names = listed([seat_name(data, seat) for seat in data.winners])
    verb = "share the win" if len(data.winners) > 1 else "win" if names == "You" else "wins"
    return f"{names} {verb} with {signed(data.seats[data.winners[0]].total)} points."


def signed(points: int) -> str:
    """Points as a score sheet has them: ``+10``, ``−17``, ``0``."""
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"


def trick_words(data: FouView, trick: Trick) -> str:
    """Who won a trick, and who is the Fool."""
    winner, fools = seat_name(data, trick.winner), [seat_name(data, seat) for seat in trick.fools]
    are = "are the Fools" if len(fools) > 1 else "are the Fool" if fools == ["You"] else "is the Fool"
    return f"{winner} won, {_lower(listed(fools))} {are}"


def _lower(names: str) -> str:
    return names.replace("You", "you").replace("Seat", "seat")


def plays_words(data: FouView, plays: tuple[Play, ...]) -> str:
    """The cards of a trick with their players, in the order played."""
    return ", ".join(f"{seat_name(data, play.seat)} {card_name(play.card)}" for play in plays)


def seat_words(data: FouView, seat: int) -> str:
    """A player: cards, disc, points."""
    about = data.seats[seat]
    cards = "1 card" if about.cards == 1 else f"{about.cards} cards"
    parts = [f"{cards} in hand", f"{signed(about.total)} points", f"+10 scored {about.tens} of 6 times"]
    if about.fool:
        parts.append("took a disc" if data.phase == "over" else "is the Fool and sits this trick out")
    return f"{seat_name(data, seat)}: {', '.join(parts)}."


def hand_words(data: FouView, card: Card) -> str:
    """A card in the viewer's hand, and why it cannot be played."""
    name = card_name(card)
    if data.turn != data.viewer or data.phase == "over":
        return name
    if card in data.playable:
        return f"{name}: play it"
    asked = COLOURS[data.colour].name.lower() if data.colour else ""
    return f"{name}: {asked} is asked and you hold {asked}, so play that or a 1 [O6, O7]"


def describe(data: FouView) -> str:
    """The whole table in words, for those who do not see it."""
    lines = [prompt(data), f"Round {data.round}."]
    if data.trick:
        lines.append(f"The trick: {plays_words(data, data.trick)}.")
    if data.last_trick:
        lines.append(f"The trick before: {plays_words(data, data.last_trick.plays)}.")
        lines.append(f"{trick_words(data, data.last_trick)}.")
    lines += [seat_words(data, seat) for seat in range(len(data.seats))]
    for seat, about in enumerate(data.seats):
        if about.hand:
            whose = "Your hand" if seat == data.viewer else f"The hand of seat {seat}"
            lines.append(f"{whose}: {', '.join(map(card_name, about.hand))}.")
    return "\n".join(lines)
