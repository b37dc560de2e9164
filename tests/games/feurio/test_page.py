"""What the table in the browser shows and tells as a whole: nothing hidden, and in every language."""

import re
from typing import Any

import pytest

import ludotheque
from ludotheque.core.errors import BadOption, IllegalMove, UnreadableMove
from ludotheque.core.view import View
from ludotheque.games.feurio import page
from ludotheque.games.feurio.notation import parse_move
from ludotheque.games.feurio.page.illustrations import FOUR
from ludotheque.i18n.language import languages, speaking
from tests.games.feurio.tables import NAMES, every_kind, play


def everything(view: View) -> str:
    previews = [page.preview(view, choice.move) for choice in page.choices(view)]
    data = view.data
    return repr((page.panels(data), page.choices(view), page.extra(view), previews, page.breakdown(data),
                 page.coach(data), page.scores(data), page.prompt(data)))  # fmt: skip


@pytest.mark.parametrize("seat", [-1, 0, 1, 2])
@pytest.mark.parametrize("plies", [30, 31])
def test_no_byte_tells_what_a_seat_cannot_know(seat: int, plies: int) -> None:  # F23
    view = play(4, plies, players=3, firebreaks=True).view(seat)
    others = [view.imagine(seed=seed) for seed in range(6)]
    assert len({everything(other.view((seat + 1) % 3)) for other in others}) > 1
    assert {everything(other.view(seat)) for other in others} == {everything(view)}


# Languages


def all_texts(view: View) -> list[str]:
    """Everything a page writes about a position, in a fixed order."""
    shown = page.panels(view.data)
    drawn = "".join(part for panel in shown.values() for part in panel.parts.values())
    return [
        page.prompt(view.data),
        *(page.coach(view.data) or ("", ""))[1:],
        *(choice.label for choice in page.choices(view)),
        *(page.label(view.data, choice.move) for choice in page.choices(view)),
        *(page.preview(view, choice.move) for choice in page.choices(view)),
        *(line.words for line in page.breakdown(view.data)),
        *(panel.heading for panel in shown.values()),
        *re.findall(r">([^<]+)<", drawn),
    ]


@every_kind
@pytest.mark.parametrize("language", [language for language in languages() if language != "en"])
def test_every_text_of_a_table_is_translated(kind: dict[str, Any], language: str) -> None:
    for plies in (4, 5, 30, None):
        state = play(2, plies, **kind)
        view = state.view(max(state.seat, 0))
        with speaking("en", NAMES):
            english = all_texts(view)
        with speaking(language, NAMES):
            translated = all_texts(view)
        for one, other in zip(english, translated, strict=True):
            assert one != other or not re.search("[a-z]{3}", one)


def test_a_position_in_french() -> None:
    state = FOUR.state(9)
    view = state.view(0)
    with speaking("fr", NAMES):
        shown = page.panels(view.data)
        hint = shown["board"].parts["tile:1,0"]
        assert "Un 6 à trois emplacements, deux hommes jaunes\u00a0; aucun accès libre." in hint
        assert "Jaune, zone d’une tuile\u00a0: plus aucun accès libre, vaut 0." in hint
        assert page.label(view.data, "G1 0,2") == "Un homme vert sur le 1"
        assert page.prompt(state.view(1).data).startswith("Ada peut placer jusqu’à trois hommes")
        with pytest.raises(IllegalMove, match=r"il ne reste|sur cette tuile\u00a0: aucun accès libre"):
            state.play("G1 1,0")
        with pytest.raises(UnreadableMove, match="n’est pas un coup"):
            parse_move("??")
        with pytest.raises(BadOption, match="avec players=1, le mode est solo"):
            ludotheque.game("feurio", players=1, mode="coop")
