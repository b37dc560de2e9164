"""The style of the default page's pictures, under ``.ludotheque.<game>``."""

_RULES = (
    ".prompt{font-size:18px;font-weight:600}",
    ".frame{fill:var(--line);stroke:var(--quiet);stroke-opacity:.4}",
    ".ground{fill:transparent}",
    ".hole{fill:var(--paper);stroke:var(--quiet);stroke-opacity:.3;transition:fill .15s}",
    ".standing{pointer-events:none}",
    ".sign{font-size:24px;font-weight:750;text-anchor:middle}",
    ".badge{fill:var(--raised);stroke:var(--line);stroke-width:1.5}",
    ".on-turn .badge{stroke:var(--ember);stroke-width:2.5}",
    ".winner .badge{stroke:var(--ember);stroke-width:4}",
    ".name{font-size:17px;font-weight:700;text-anchor:middle}",
    ".fact{font-size:15px;text-anchor:middle;fill:var(--quiet)}",
    # cards: paper is white by day and by night
    ".stock{fill:#fffdf6;stroke:#3d3832;stroke-opacity:.55;stroke-width:1.2}",
    ".card .large{font-size:44px;font-weight:800;text-anchor:middle;fill:#2b2a28}",
    ".card .index{font-size:17px;font-weight:750;text-anchor:middle;fill:#2b2a28}",
    ".back .stock{fill:#8a4b2f;stroke:#fffdf6;stroke-opacity:.9;stroke-width:2.5}",
    ".pattern{fill:#c9855c;fill-opacity:.45;stroke:#c9855c;stroke-width:2}",
    # what a page adds to parts: they `can` be clicked, are `hinted`, touched by the `last` move
    ".can{outline:none}",
    ".can .hole{stroke:var(--ember);stroke-opacity:.65;stroke-width:1.6}",
    ".can:hover .hole,.ludotheque.GAME .chosen .hole{fill:color-mix(in srgb,var(--ember) 18%,var(--paper))}",
    ".can:focus-visible .hole{stroke:var(--water);stroke-opacity:1;stroke-width:3.5}",
    ".hinted .hole{stroke:var(--water);stroke-opacity:1;stroke-width:3.5}",
    ".last .piece .top{stroke:var(--ember);stroke-width:3.5}",
    ".last .sign{fill:var(--ember)}",
)


def style(game: str) -> str:
    """The rules of style for a game of that name."""
    css = "".join(f".ludotheque.GAME {rule}" for rule in _RULES)
    still = "@media (prefers-reduced-motion:reduce){.ludotheque.GAME .hole{transition:none}}"
    return (css + still).replace("GAME", game)
