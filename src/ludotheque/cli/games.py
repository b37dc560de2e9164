"""``ludotheque games``: what there is to play, with every option."""

from rich.console import Console
from rich.table import Table

from ludotheque.core.registry import definition, names


def games() -> int:
    """List the games and their options."""
    console = Console(highlight=False)
    for name in names():
        found = definition(name)
        console.print(f"[bold]{found.title}[/bold] ({name}): {found.summary}")
        table = Table(box=None, show_header=False, padding=(0, 1, 0, 2))
        for option in found.options:
            table.add_row(option.name, option.phrase, option.allowed)
        console.print(table)
    return 0
