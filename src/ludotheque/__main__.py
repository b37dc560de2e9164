"""``python -m ludotheque``: the same as the ``ludotheque`` command."""

from ludotheque.cli import main

main()
