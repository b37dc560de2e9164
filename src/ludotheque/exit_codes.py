"""How the ``ludotheque`` command ends, beside 0 for done."""

FAILED = 1  # something was refused
USAGE = 2  # the command was written wrong
INTERRUPTED = 130  # by Ctrl-C
