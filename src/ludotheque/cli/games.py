"""``ludotheque games``: what there is to play, with every option."""

from rich.console import Console
from rich.table import Table

from ludotheque.cli.streams import complain
from ludotheque.core.errors import BrokenGame
from ludotheque.core.registry import definition, names


def games() -> int:
    """List the games and their options."""
    console = Console(highlight=False)
    for name in names():
        try:
            found = definition(name)
        except BrokenGame as error:  # somebody's own: the others can be played
            complain(error)
            continue
        console.print(f"[bold]{found.title}[/bold] ({name}): {found.summary}")
        table = Table(box=None, show_header=False, padding=(0, 1, 0, 2))
        for option in found.options:
            table.add_row(option.name, option.phrase, option.allowed)
        console.print(table)
    return 0
