"""What every game gives to its table in the browser, checked by random play in all its variants."""

import json
import random
from xml.etree import ElementTree

import pytest

from ludotheque.core.game import Game
from ludotheque.core.page import Drawn, Panel
from ludotheque.core.registry import definition, names
from ludotheque.core.state import State
from ludotheque.i18n.language import languages, speaking
from tests.variants import every_variant, random_positions

SEED = 5
EVERY = 7  # positions looked at
PLAYERS = ("Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gil", "Hal")


def check_panels(panels: dict[str, Panel]) -> set[str]:
    """Each part is one element under its own key; all keys of a table."""
    assert "board" in panels
    for panel in panels.values():
        assert min(panel.box[2:]) > 0
        ElementTree.fromstring(f"<g>{panel.ground}</g>")
        for key, fragment in panel.parts.items():
            assert ElementTree.fromstring(fragment).get("data-key") == key
    return {key for panel in panels.values() for key in panel.parts}


def has_page(name: str) -> bool:
    """Whether a game brings a page of its own, with its words, pictures and coach."""
    return (definition(name).folder / "page").is_dir()


WITH_PAGE = list(filter(has_page, names()))


def look(state: State, seat: int) -> None:
    page = state.game.definition.page
    view = state.view(seat)
    keys = check_panels(page.panels(view.data))
    choices = page.choices(view)
    legal = {str(move) for move in view.moves()}
    assert {choice.move for choice in choices} <= legal
    assert page.SCRIPT or {choice.move for choice in choices} == legal
    for choice in choices:
        assert choice.label
        assert choice.at in keys | {""}
        assert page.label(view.data, choice.move)
    json.dumps(page.extra(view))
    scores = page.scores(view.data)
    assert (scores is None) == state.game.shared_goal
    assert scores is None or len(scores) == state.game.players


@every_variant
def test_every_position_can_be_shown(game: Game) -> None:
    for ply, state in enumerate(random_positions(game, SEED)):
        if ply % EVERY == 0 or state.over:
            for seat in {-1, max(state.seat, -1)}:
                look(state, seat)


@every_variant
def test_what_was_drawn_before_does_not_change_what_is_drawn(game: Game) -> None:
    page, choice = game.definition.page, random.Random(SEED)
    earlier: list[State] = []
    drawn: dict[int, Drawn] = {}
    with speaking("fr", PLAYERS[: game.players]):
        for ply, state in enumerate(random_positions(game, SEED)):
            back = choice.choice(earlier) if ply % EVERY == EVERY - 1 else state  # some moves are taken back
            earlier = [*earlier[-EVERY:], state.copy()]
            for seat in (-1, 0, game.players - 1):
                data = back.view(seat).data
                panels = page.redrawn(data, drawn[seat]) if seat in drawn else page.panels(data)
                assert list(map(told, panels.items())) == list(map(told, page.panels(data).items()))
                drawn[seat] = Drawn(data, panels)


def told(shown: tuple[str, Panel]) -> object:
    """All that a panel is, its parts in their order."""
    name, panel = shown
    return name, panel.box, list(panel.parts.items()), panel.heading, panel.ground


@every_variant
def test_seats_that_are_said_to_look_alike_do(game: Game) -> None:
    page = game.definition.page
    if not page.SEATS_ALIKE:
        return
    for state in list(random_positions(game, SEED))[::EVERY]:
        seen = [state.view(viewer).data for viewer in range(-1, game.players)]
        for seat in range(game.players):
            told = [
                (page.scores(data), page.beside_scores(data), page.holds(data, seat), page.marks(data, seat))
                for data in seen
            ]
            assert told == told[:1] * len(seen)


@every_variant
def test_every_move_is_told_in_every_language(game: Game) -> None:
    page, before, told = game.definition.page, None, set()
    for ply, state in enumerate(random_positions(game, SEED)):
        after = state.view().data
        if before is not None and ply % EVERY == 1:
            for language in languages():
                with speaking(language, PLAYERS[: game.players]):
                    told.add(page.log_entry(before, str(state.history[-1]), after))
        before = after
    assert all(told)
    assert len(told) > (4 if has_page(game.name) else 0)
    for language in languages():
        with speaking(language, PLAYERS[: game.players]):
            assert page.breakdown(after)
            assert game.definition.text.prompt(after)


@pytest.mark.parametrize("name", WITH_PAGE)
@pytest.mark.parametrize("language", languages())
def test_the_rules_are_told_with_pictures(name: str, language: str) -> None:
    found = definition(name)
    text = (found.folder / "learn" / f"{language}.md").read_text()
    shown = {part.split(")")[0] for part in text.split("(picture:")[1:]}
    assert shown
    with speaking(language):
        drawn = found.page.illustrations()
    assert shown == set(drawn)
    for picture in drawn.values():
        assert ElementTree.fromstring(picture).tag.endswith("svg")


@pytest.mark.parametrize("name", WITH_PAGE)
@pytest.mark.parametrize("language", languages())
def test_the_coach_explains_a_first_game(name: str, language: str) -> None:
    game = Game(definition(name), definition(name).first_game())
    topics = {}
    with speaking(language, PLAYERS[: game.players]):
        for state in random_positions(game, SEED):
            if advice := game.definition.page.coach(state.view(max(state.seat, -1)).data):
                topics[advice[0]] = advice[1]
    assert len(topics) >= 5
    assert len(set(topics.values())) == len(topics)
