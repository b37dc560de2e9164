"""Pages made from the code: one per game, always with the same headings, and the reference of the API."""

import inspect
from collections.abc import Iterable, Sequence
from pathlib import Path

import ludotheque
from ludotheque.core.definition import Definition
from ludotheque.core.options import Option
from ludotheque.core.registry import definition, names

OURS = "ludotheque."


def write_pages(docs: Path) -> None:
    """Write the page of every game that comes with the library, their list, and the reference."""
    folder = docs / "games"
    folder.mkdir(exist_ok=True)
    ours = [found for found in map(definition, names()) if found.package.startswith(OURS)]
    for found in ours:
        _write(folder / f"{found.name}.md", game_page(found, (docs / "speed.md").read_text()))
    _write(folder / "index.md", _list_of_games(ours))
    _write(docs / "reference.md", reference())


def _write(file: Path, text: str) -> None:
    """Write a page, unless it is the same as before: then Sphinx need not read it again."""
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")


def _table(heads: str, rows: Iterable[Sequence[str]]) -> str:
    """A table; *heads* are words, its columns."""
    lines = [heads.split(", "), ["---"] * len(heads.split(", ")), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "/") for cell in line) + " |" for line in lines)


def _list_of_games(games: list[Definition]) -> str:
    table = _table(
        "game, players, what it is",
        [(f"[{one.title}]({one.name}.md)", _players(one), one.summary) for one in games],
    )
    pages = "\n".join(one.name for one in games)
    return f"# The games\n\n{table}\n\n```{{toctree}}\n:hidden:\n\n{pages}\n```\n"


def game_page(found: Definition, speed: str) -> str:
    """The page of a game."""
    parts = {
        "Play": _play(found),
        "Rules": f"[The rules, numbered](../rules/{found.name}.md), revision {found.revision}.",
        "Options": _options(found),
        "Notation": _notation(found),
        "Observation": _observation(found),
        "Actions": _actions(found),
        "Rewards": _rewards(found),
        "Speed": _speed(found, speed),
    }
    credits = f"{found.credits}. " if found.credits else ""
    head = f"# {found.title}\n\n{found.summary}\n\n{credits}For {_players(found)} players.\n\n"
    return head + "".join(f"## {heading}\n\n{text}\n\n" for heading, text in parts.items())


def _players(found: Definition) -> str:
    numbers = found.player_numbers
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}–{numbers[-1]}"
    return " or ".join(map(str, numbers))


def _play(found: Definition) -> str:
    return (
        f"```text\nludotheque serve                    then open {found.title} in the browser\n"
        f"ludotheque play {found.name:<19} in the terminal\n```\n\n"
        f'```python\ngame = ludotheque.game("{found.name}")\nstate = game.new(seed=1)\n```'
    )


def _options(found: Definition) -> str:
    return _table(
        "option, what it decides, values, usual",
        [(f"`{one.name}`", one.phrase, one.allowed, _usual(one)) for one in found.options],
    )


def _usual(option: Option) -> str:
    return "follows from the others" if callable(option.default) else f"`{option.default}`"


def _notation(found: Definition) -> str:
    return f"```text\n{found.notation.help_text()}\n```\n\n[Records](../records.md) tell a whole game."


def _observation(found: Definition) -> str:
    game = ludotheque.game(found.name)
    planes = [(f"`{one.name}`", " × ".join(map(str, one.shape)), one.meaning) for one in game.planes]
    count = f"`view.tensor()` has {game.tensor_size:,} numbers with the usual options ({_sizes(found)}):"
    about = f"{count} these planes, one after the other.\n\n" + _table("plane, shape, meaning", planes)
    _, _, more = (inspect.getdoc(found.observation) or "").partition("\n\n")
    return f"{about}\n\n{more}" if found.observation else about


def _sizes(found: Definition) -> str:
    """How many numbers an observation has, for each number of players."""
    games = [ludotheque.game(found.name, players=number) for number in found.player_numbers]
    return ", ".join(f"{game.players} players: {game.tensor_size:,}" for game in games)


def _actions(found: Definition) -> str:
    game = ludotheque.game(found.name)
    count = (
        f"A move is an integer below {game.actions:,}; at most {found.rules.MAX_MOVES:,} are legal at once."
    )
    factors = [(f"`{one.name}`", str(one.size), one.meaning) for one in game.factors]
    made_of = "It is made of these factors (`game.decode`, `game.encode`)."
    return f"{count} {made_of}\n\n" + _table("factor, size, meaning", factors)


def _rewards(found: Definition) -> str:
    games = [ludotheque.game(found.name, players=number) for number in found.player_numbers]
    text = "`state.scores` has every seat’s points as they stand, `state.winners` the seats that have won."
    if any(game.shared_goal for game in games):
        text += " Where all share one goal, a score is 1 if it is met, else 0."
    return text


def _speed(found: Definition, speed: str) -> str:
    """The rows of the page about speed that are about this game."""
    table = [line for line in speed.splitlines() if line.startswith("|")]
    rows = [line for line in table[2:] if found.title in line.split("|")[1]]
    return "\n".join([*table[:2], *rows]) + "\n\n[All figures](../speed.md)."


SEARCHING = ("bots.guided.GuidedBot", "bots.explored.Explored")


def reference() -> str:
    """Everything that `import ludotheque` offers, from the docstrings."""
    classes = [name for name in ludotheque.__all__ if isinstance(getattr(ludotheque, name), type)]
    functions = [name for name in ludotheque.__all__ if name not in classes and not name.startswith("__")]
    blocks = [_documented("function", name) for name in functions]
    blocks += [_documented("class", name, ":members:") for name in classes]
    blocks += [_documented("function", "bots.search"), _documented("function", "arena.run")]
    blocks += [_documented("class", name, ":members:") for name in SEARCHING]
    return "# Reference\n\nWhat `import ludotheque` offers, and what searches are.\n\n" + "\n".join(blocks)


def _documented(kind: str, name: str, members: str = "") -> str:
    return f"## {name}\n\n```{{eval-rst}}\n.. auto{kind}:: ludotheque.{name}\n   {members}\n```\n"
