"""The ``ludotheque`` command, and ``python -m ludotheque``: quiet when interrupted, even while it loads."""

import os
import signal

from ludotheque.exit_codes import INTERRUPTED


def main() -> None:
    """Load the command line and run it. Nothing is imported above that takes time."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))  # nothing is open yet
    from ludotheque.cli import main as run

    run()


if __name__ == "__main__":
    main()
