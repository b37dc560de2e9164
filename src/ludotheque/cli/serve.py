"""``ludotheque serve``: the game library in the browser."""

from typing import Annotated

from cyclopts import Parameter, validators

from ludotheque.cli.arguments import DatabaseAddress
from ludotheque.core.extras import extra

PORT = 8421


def serve(
    *,
    host: Annotated[str, Parameter(help="The address to listen at; 0.0.0.0 lets others in.")] = "127.0.0.1",
    port: Annotated[
        int, Parameter(help="The port; 0 takes a free one.", validator=validators.Number(gte=0, lte=65535))
    ] = PORT,
    database: DatabaseAddress = None,
    workers: Annotated[
        int,
        Parameter(
            help="Server processes; several need a broker, LUDOTHEQUE_BROKER=redis://127.0.0.1:6379.",
            validator=validators.Number(gte=1, lte=64),
        ),
    ] = 1,
    no_browser: Annotated[bool, Parameter(help="Do not open a browser.")] = False,
    pace: Annotated[float | None, Parameter(help="Seconds before a bot answers.", show=False)] = None,
    absence: Annotated[float | None, Parameter(help="Seconds before a stand-in.", show=False)] = None,
) -> int:
    """Open tables in the browser. They are kept in a file, or in PostgreSQL.

    It needs the extra `web`: pip install 'ludotheque[web]'.
    """
    with extra("web", needed_by="`ludotheque serve`"):
        from ludotheque.web.server import run
    pacing = {"pace": pace, "absence": absence}
    chosen = {name: seconds for name, seconds in pacing.items() if seconds is not None}
    run(host, port, database=database, open_browser=not no_browser, workers=workers, **chosen)
    return 0
