"""The games' pictures on the home page. ``python -m tests.web.covers`` draws them anew.

They are files, so that a home page needs no compiled rules; test_covers.py holds them to what the rules draw.
"""

import re
from pathlib import Path

from ludotheque.core.reading import read_records
from ludotheque.core.registry import definition, names
from ludotheque.drawing.shapes import inlined
from ludotheque.i18n.language import languages, speaking
from ludotheque.tables.people import BOT_NAMES

WORDS = re.compile(r"<title>.*?</title>", re.DOTALL)  # for a pointer that rests on a part


def covers(game: str) -> dict[Path, str]:
    """A game's board in the middle of its learn/cover.jsonl: one file, and one more for each language in
    which it reads differently."""
    folder = definition(game).folder / "learn"
    drawn = {language: _draw(game, language) for language in languages()}
    files = {folder / "cover.svg": drawn["en"]}
    others = {folder / f"cover.{language}.svg": svg for language, svg in drawn.items() if svg != drawn["en"]}
    return files | others


def _draw(game: str, language: str) -> str:
    found = definition(game)
    (record,) = read_records(found.folder / "learn" / "cover.jsonl")
    state = record.replay()
    with speaking(language, BOT_NAMES):
        board = found.page.panels(state.view(state.seat).data)["board"]
    box = " ".join(f"{value:g}" for value in board.box)
    body = WORDS.sub("", inlined(board.ground + "".join(board.parts.values())))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{body}</svg>\n'


if __name__ == "__main__":
    for name in (name for name in names() if (definition(name).folder / "learn").is_dir()):
        for file, svg in covers(name).items():
            file.write_text(svg, encoding="utf-8")
            print(file)
