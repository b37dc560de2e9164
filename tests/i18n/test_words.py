import pytest

from ludotheque.i18n.language import speaking
from ludotheque.i18n.words import capitalised, either, listed, shortened, signed, with_minus


def test_items_are_listed_as_in_a_sentence() -> None:
    assert [listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
    assert either(["a", "b", "c"]) == "a, b or c"
    with speaking("fr"):
        assert listed(["a", "b"]) == "a et b"


def test_a_sentence_begins_with_a_capital_and_keeps_the_others() -> None:
    assert capitalised("two men of Ada") == "Two men of Ada"
    assert capitalised("élan") == "Élan"
    assert capitalised("") == ""


@pytest.mark.parametrize(
    ("name", "shown"), [("Maximilian", "Maximil…"), ("Maximili", "Maximili"), ("Anna B. C.", "Anna B.…")]
)
def test_a_long_name_is_cut(name: str, shown: str) -> None:
    assert shortened(name, 8) == shown


def test_numbers_have_a_true_minus() -> None:
    assert [signed(number) for number in (10, -17, 0)] == ["+10", "−17", "0"]
    assert [with_minus(number) for number in (10, -17, -0.5)] == ["10", "−17", "−0.5"]
