"""What is drawn once and kept is what would be drawn now: each kept value names all that it depends on."""

import random

import pytest

from ludotheque.core.registry import names
from ludotheque.drawing.shapes import inlined
from ludotheque.i18n.language import forget_kept, speaking
from tests.variants import variants


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_kept_panels_are_those_drawn_anew(name: str) -> None:
    choice = random.Random(1)
    drawn = []
    for seed, game in enumerate(variants(name)):
        state, speech = game.new(seed=seed), ("en", "fr")[seed % 2]
        called = tuple(f"Player {seat}" for seat in range(game.players))[: seed % 3 * 9]
        for _ in range(min(seed, 40)):
            if not state.over:
                state.play(choice.choice(state.moves()))
        with speaking(speech, called):
            for seat in range(-1, game.players):
                view = state.view(seat)
                drawn.append((view, speech, called, game.definition.page.panels(view.data)))
    for view, speech, called, panels in drawn:
        forget_kept()
        with speaking(speech, called):
            assert view.game.definition.page.panels(view.data) == panels


@pytest.mark.parametrize("name", names())
def test_every_reference_is_to_a_shape_of_the_page(name: str) -> None:
    game = next(iter(variants(name)))
    page = game.definition.page
    shapes = getattr(page, "SHAPES", {})
    state, choice = game.new(seed=1), random.Random(1)
    while not state.over and state.ply < 30:
        state.play(choice.choice(state.moves()))
    parts = [part for panel in page.panels(state.view(0).data).values() for part in panel.parts.values()]
    for markup in (*parts, *shapes.values()):
        assert "<use" not in inlined(markup)
        for reference in markup.split('<use href="#')[1:]:
            assert reference.partition('"')[0] in shapes
