"""Many worlds that a seat thinks possible, imagined at once."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.binding import bind
from ludotheque.engine.chance import Source, branch
from ludotheque.engine.compiled import int64, short
from ludotheque.engine.contract import States, imagine


@short
def plausible(states: States, i: int, seat: int) -> float:
    """Nothing that the others did says anything of what they hold."""
    return 0.0


def imagine_worlds(
    known: States,
    seat: int,
    root: Source,
    first: int,
    worlds: States,
    sources: NDArray[np.uint64],
    beliefs: NDArray[np.float64],
) -> None:
    """Fill *worlds*, number *first* and on, with what *seat* may imagine of record 0 of *known*.

    World *k* depends on *root* and its number alone. Its row of *sources* is the chance that it goes on with,
    and *beliefs* tells how plausible it is.
    """
    for k in range(len(worlds)):
        world = int64(k)
        branch(root, first + k, sources[k])
        worlds[k] = known[0]
        imagine(worlds, world, seat, sources[k])
        beliefs[k] = plausible(worlds, world, seat)


def imagining(rules: ModuleType, heuristic: Any) -> Callable[..., Any]:
    """`imagine_worlds` for one game."""
    found: Callable[..., Any] = bind(rules, plausible, imagine_worlds, heuristic=heuristic)["imagine_worlds"]
    return found
