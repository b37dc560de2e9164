"""The ``ludotheque`` command. Each subcommand is a module of the same name here."""

import signal
import sys
from collections.abc import Sequence
from importlib.metadata import version
from keyword import iskeyword

from cyclopts import App, CycloptsError, Parameter

from ludotheque.cli.streams import OutputFailed, complain, forgiving_streams, writing
from ludotheque.core.errors import BadOption, Refusal, UnknownBot, UnknownGame
from ludotheque.engine.errors import BrokenContract
from ludotheque.exit_codes import FAILED, INTERRUPTED, USAGE

app = App(
    name="ludotheque",
    help="Tabletop games that are hard to find: play them, simulate them, check their records.",
    version=version("ludotheque"),
    default_parameter=Parameter(negative=(), show_default=False),
    result_action="return_value",
)
COMMANDS = {
    "serve": "Open tables in the browser, for this machine or for a network.",
    "join": "Let a bot sit down at a table of a running server.",
    "migrate": "Bring the server's database up to date, after an update.",
    "export": "Write every finished game of the server, as records.",
    "import": "Store finished games, from records into the server's database.",
    "play": "Play in the terminal against bots, or several at one screen.",
    "simulate": "Play games between bots and write their records.",
    "arena": "Play many games between bots and say how strong each is.",
    "train": "Let a network learn a game by self-play, to advise the search.",
    "bound": "How often could a shared goal be met by somebody who knew what is hidden?",
    "puzzles": "Find positions in which one move is far better than the others.",
    "check": "Replay records: each move legal, the result right.",
    "verify": "Shuffle again, and say whether the records' shuffles were fair.",
    "review": "Judge every decision of a finished game: better moves, luck and skill.",
    "legal": "List the legal moves at a place of a record.",
    "show": "Show the table at a place of a record, as text or as a picture.",
    "frame": "Make a table of records: one row per game, or per decision.",
    "plot": "Draw an arena's results, or records: wins, scores, strength against time.",
    "perft": "Count the lines of play of each length: the usual test of rules.",
    "new": "Write a game to start from: a package with its rules, notation and tests.",
    "games": "List the games and their options.",
    "bots": "List the bots and levels with their settings.",
    "warm": "Compile games now and keep the result on disk.",
}
for name, purpose in COMMANDS.items():  # each is imported only when it is called
    module = f"{name}_" if iskeyword(name) else name
    app.command(f"ludotheque.cli.{module}:{module}", name=name, help=purpose)
app.register_install_completion_command(help="Teach the shell to complete commands and options.")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 done, 1 something was refused, 2 the command was written wrong."""
    forgiving_streams()
    try:
        with writing():
            command, bound, _ = app.parse_args(arguments, exit_on_error=False, print_error=False)
            if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
                signal.signal(signal.SIGINT, signal.default_int_handler)  # from here on something may be open
            code = command(*bound.args, **bound.kwargs)
    except (CycloptsError, UnknownGame, BadOption, UnknownBot) as error:
        complain(error)
        code = USAGE
    except (Refusal, BrokenContract, OutputFailed) as error:
        complain(error)
        code = FAILED
    except RuntimeError as error:
        from ludotheque.workers import WorkerFailed  # here, because it takes a while to import

        if not isinstance(error, WorkerFailed):
            raise
        complain(error)
        code = FAILED
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)
