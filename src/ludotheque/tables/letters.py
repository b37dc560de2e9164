"""What can be seen of a text: some letters leave no trace, and names and messages made of them mislead."""

import re
import unicodedata

EMOJI_STYLE = "\ufe0f"  # asks for the coloured form of the symbol before it
BLANK = re.compile(  # what Unicode lets a font ignore ("default ignorable"), and signs that are blank
    r"[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    r"\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U00013441\U00013442\U0001bca0-\U0001bca3"
    r"\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
TURNING = re.compile(r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")  # which way what follows is written
STACKED = re.compile(r"[\u0591-\u05c7\u0f35-\u0fbc]")  # Hebrew and Tibetan write several on one letter
# In kinds, H for a mark of those: one without a letter, three on one letter, or five.
LOOSE_MARKS = re.compile("(^|Z)[HM]|MMM|[HM]{5}")


def is_seen(text: str) -> bool:
    """Whether there is anything to see."""
    return any(kind in "LNPS" for kind in _kinds(BLANK.sub("", text)))


def has_blanks(text: str) -> bool:
    """Whether letters that nobody sees are among the others; symbols may ask for their coloured form."""
    pairs = zip(" " + text, text, strict=False)
    return any(BLANK.match(letter) and not _colours(letter, before) for before, letter in pairs)


def has_loose_marks(text: str) -> bool:
    """Whether accents stand on nothing, or in a pile."""
    pairs = zip(text, _kinds(text), strict=True)
    kinds = ["H" if kind == "M" and STACKED.match(letter) else kind for letter, kind in pairs]
    return bool(LOOSE_MARKS.search("".join(kinds)))


def straight(text: str) -> str:
    """A text without what turns the direction of writing: nothing that follows it is read backwards."""
    return TURNING.sub("", text)


def appearance(text: str) -> str:
    """The same for texts that look the same, but for letters of other alphabets."""
    plain = unicodedata.normalize("NFKC", BLANK.sub("", text)).casefold()
    return unicodedata.normalize("NFKC", plain)


def _kinds(text: str) -> str:
    """Of each letter what Unicode takes it for: L a letter, M a mark on it, S a symbol, Z a space …"""
    return "".join(unicodedata.category(letter)[0] for letter in text)


def _colours(letter: str, before: str) -> bool:
    return letter == EMOJI_STYLE and _kinds(before) == "S"
