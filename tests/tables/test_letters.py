"""Names and messages that look like others, or like nothing."""

import pytest

from ludotheque.core.errors import Refusal
from ludotheque.tables.people import distinct_name, good_name
from tests.tables.tables import ADA, NOON, opened

ACCENT = "\u0301"
UNSEEN = (
    "\u034f\u115f\u17b4\u180b\u180f\u200b\u200d\u200f\u2060\u2066"
    "\u3164\ufe00\ufe0f\ufeff\uffa0\U00013441\U0001d159\U000e0041\U000e0100"
)


@pytest.mark.parametrize("letter", UNSEEN, ids=ascii)
def test_a_name_has_no_letters_that_nobody_sees(letter: str) -> None:
    for name in (letter, f"Ada{letter}", f"A{letter}da"):
        with pytest.raises(Refusal, match="visible characters"):
            good_name(name)


@pytest.mark.parametrize(
    "name",
    [f"{ACCENT}a", "a" + ACCENT * 20, "a" + ACCENT * 3, f"Ada {ACCENT}", "\u05d3" + "\u05b8" * 5],
    ids=ascii,
)
def test_accents_stand_on_letters_and_in_no_pile(name: str) -> None:
    with pytest.raises(Refusal, match="at most two on each"):
        good_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("Zoë", "Zoe\u0308", "Nguye\u0302\u0303n", "ที่รัก", "हिन्दी", "דוד", "❤️ Ada", "👍🏽"),
        "\u05e9\u05bc\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd",  # Hebrew: three on the first letter
        "\u0f56\u0f66\u0f92\u0fb2\u0f74\u0f56\u0f66",  # Tibetan: three below a letter
    ],
)
def test_names_of_all_peoples_are_good(name: str) -> None:
    assert good_name(name) == name


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("Zoe\u0308", "Zoë"),
        ("Ａda", "ADA"),
        ("ﬁona", "Fiona"),
        ("❤️", "❤"),
        ("Strasse", "Straße"),
        ("Ada", "Ada\ufe0f"),
    ],
)
def test_names_that_look_alike_are_told_apart(name: str, taken: str) -> None:
    assert distinct_name(name, [taken]) == f"{name} 2"
    assert distinct_name(taken, [name]) == f"{taken} 2"


@pytest.mark.parametrize("text", [*UNSEEN, ACCENT, "\u200b \u3164", "\u2800", "\u202e"], ids=ascii)
def test_a_message_has_something_to_see(text: str) -> None:
    with pytest.raises(Refusal, match="nothing to say"):
        opened("feurio", ["me", "novice"], players=2).say(NOON, ADA, "Ada", text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x\u202ey", "xy"),
        ("\u2067abc\u2069 \u200fd", "abc d"),
        ("👩\u200d🚀 ❤\ufe0f 1\ufe0f\u20e3 می\u200cخواهم", "👩\u200d🚀 ❤\ufe0f 1\ufe0f\u20e3 می\u200cخواهم"),
    ],
    ids=ascii,
)
def test_nothing_in_a_message_is_written_backwards(text: str, said: str) -> None:
    assert opened("feurio", ["me", "novice"], players=2).say(NOON, ADA, "Ada", text).text == said
