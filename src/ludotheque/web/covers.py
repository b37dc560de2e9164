"""The games' pictures on the home page."""

import random
from functools import cache, lru_cache
from pathlib import Path

from ludotheque.core.game import Game
from ludotheque.core.registry import definition
from ludotheque.drawing.shapes import inlined
from ludotheque.drawing.svg import BASE_CSS, ROOT
from ludotheque.i18n.language import speaking
from ludotheque.tables.people import BOT_NAMES

MOVES = 14  # after which the board is drawn of a game without a cover, unless that is past the middle


@cache
def cover(name: str, language: str) -> str:
    """A game's picture, learn/cover.svg, or cover.fr.svg where it has words; empty if it has none.

    It is a file, so that the home page needs no compiled rules.
    """
    folder = definition(name).folder / "learn"
    found = next((file for file in cover_files(folder, language) if file.is_file()), None)
    return found.read_text(encoding="utf-8") if found else ""


def cover_files(folder: Path, language: str) -> list[Path]:
    """Where a cover may be, the best first."""
    return [folder / f"cover.{language}.svg", folder / "cover.svg"]


@cache
def drawn_cover(name: str, language: str) -> str:
    """A cover for a game without one: the board in the middle of a random game, by its compiled rules."""
    found = definition(name)
    game, choice = Game(found, found.first_game()), random.Random(name)
    state = game.new(seed=name)
    while not state.over:
        state.play(choice.choice(state.moves()))
    state = game.replay(state.record(), min(state.ply // 2, MOVES), seed=name)
    with speaking(language, BOT_NAMES):
        board = found.page.panels(state.view().data)["board"]
    box = " ".join(f"{value:g}" for value in board.box)
    body = inlined(board.ground + "".join(board.parts.values()))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{body}</svg>'


@lru_cache(128)
def picture(name: str, svg: str, theme: str) -> str:
    """A cover or a board as a picture of its own: outside the page its parts cost nobody a layout."""
    look = f'<svg class="{ROOT} {name} {theme} ui-game-picture"'
    style = f"<style>{BASE_CSS}{definition(name).page.CSS}</style>"
    return svg.replace("<svg", look, 1).replace(">", f">{style}", 1)
