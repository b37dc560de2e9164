"""``ludotheque join``: a bot sits down at a table of a running server, as a person would."""

import asyncio
from typing import Annotated

from cyclopts import Parameter

from ludotheque.core.extras import extra


def join(
    url: Annotated[str, Parameter(help="The link to a table, with its ?key=… for a friend's seat.")],
    *,
    seat: Annotated[int, Parameter(help="The seat to take, counted from 0.")],
    bot: Annotated[str, Parameter(help="Which bot; `ludotheque bots` lists them.")] = "expert",
    name: Annotated[str | None, Parameter(help="What the bot is called at the table.")] = None,
    contribution: Annotated[
        str | None,
        Parameter(help="What goes into the shuffles: 1 to 64 of A–Z a–z 0–9 _ -; random if left out."),
    ] = None,
) -> int:
    """Let a bot sit down at a table of a running server, and play until the game is over.

    It needs the extra `web`: pip install 'ludotheque[web]'.
    """
    with extra("web", needed_by="`ludotheque join`"):
        from ludotheque.web.guest import Guest
    guest = Guest(url, seat, bot, name or bot.split(":")[0][:20], contribution)
    asyncio.run(guest.play())
    return 0
