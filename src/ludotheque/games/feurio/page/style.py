"""The style of the picture: everything under ``.ludotheque.feurio``."""

# (face, far, mid, near, edge, number, halo) of each value: from deep water through gold to ember
HEAT = {
    1: ("#2f8f96", "#1f7a84", "#156672", "#0d5160", "#083b47", "#f4fbf8", "#0d5160"),
    2: ("#7db59a", "#4f957f", "#2f857f", "#1f7078", "#17545a", "#f7fcf6", "#2a6f66"),
    3: ("#d3c987", "#9aa352", "#7b8b3f", "#4f8f86", "#5f6a2c", "#2f3413", "#e6deaa"),
    4: ("#f0cf72", "#b99a3c", "#ee9a2e", "#f9c846", "#9a6c17", "#3d2804", "#f8e3a2"),
    5: ("#e8893a", "#f0a03a", "#f6bb47", "#fcd970", "#9c4a0e", "#fffaf0", "#a64b0c"),
    6: ("#b3270d", "#d2420f", "#ea6a1a", "#f7a233", "#6b1405", "#fff6e5", "#8a1c06"),
}


def _heat(value: int) -> str:
    names = ("face", "far", "mid", "near", "thick", "digit", "halo")
    colours = "".join(f"--{name}:{colour};" for name, colour in zip(names, HEAT[value], strict=True))
    return f".v{value}{{{colours}}}"


_RULES = (
    *map(_heat, HEAT),
    ".back{--face:#8b6b4c;--thick:#4e3822}",
    ".contours{fill:none;stroke:var(--ink);stroke-opacity:.06;stroke-width:1.5}",
    ".prompt{font-size:18px;font-weight:600}",
    ".long{font-size:14px}",
    ".forest{transition:transform .3s}",
    # tiles
    ".cast{fill:var(--shadow);fill-opacity:.5}",
    ".thick{fill:var(--thick)}",
    ".back .thick{stroke:#7d6045;stroke-width:.8}",
    ".face{fill:var(--face)}",
    ".far{fill:var(--far)}",
    ".mid{fill:var(--mid)}",
    ".near{fill:var(--near)}",
    ".rim{fill:none;stroke:#fff;stroke-opacity:.32;stroke-width:1.5}",
    ".furrows{fill:none;stroke:#5d4329;stroke-width:3;stroke-linecap:round}",
    ".value{font-size:48px;font-weight:800;text-anchor:middle;fill:var(--digit);stroke:var(--halo);"
    "stroke-width:5;stroke-linejoin:round;paint-order:stroke}",
    ".place{font-size:12.5px;font-weight:700;text-anchor:middle}",
    ".tile .place{fill:var(--digit,#f3e6d3);stroke:var(--halo,#5d4329);stroke-width:3;"
    "stroke-linejoin:round;paint-order:stroke}",
    ".space{fill:#fff8e8;fill-opacity:.62;stroke:#2b2a28;stroke-opacity:.45;stroke-width:1.2}",
    ".shut{fill-opacity:.12;stroke-opacity:.3;stroke-dasharray:3 3}",
    ".notch{stroke:#fff6cf;stroke-width:5;stroke-linecap:round}",
    ".plate{fill:#f3e6d3;stroke:#4e3822;stroke-width:1.5}",
    ".known{font-size:24px;font-weight:800;text-anchor:middle;fill:#4e3822}",
    # hottest spots
    ".glow{fill:var(--ember);fill-opacity:.14}",
    ".dashes{fill:none;stroke:var(--ember);stroke-width:3;stroke-dasharray:9 7;stroke-linecap:round}",
    ".flame{fill:var(--ember)}",
    ".sum{font-size:34px;font-weight:800;text-anchor:middle;fill:var(--ember)}",
    ".spot .place{fill:var(--quiet)}",
    ".coming .glow{fill-opacity:.05}",
    ".coming .dashes{stroke:var(--quiet);stroke-opacity:.55;stroke-width:2}",
    ".coming .flame{fill:var(--quiet);fill-opacity:.45}",
    ".coming .sum{fill:var(--quiet);fill-opacity:.75}",
    # areas
    ".areas{pointer-events:none}",
    ".hose{stroke:var(--seat);stroke-width:5.5;stroke-linecap:round}",
    ".hose-edge{stroke:#fff8e8;stroke-width:8.5;stroke-linecap:round}",
    ".tag rect{fill:#fffaf0;stroke:var(--seat-edge);stroke-width:1.5}",
    ".worth{font-size:15px;font-weight:800;text-anchor:end;fill:#2b2a28}",
    # the column
    ".card{fill:var(--paper);stroke:var(--line)}",
    ".on-turn .card{fill:var(--raised);stroke:var(--ember);stroke-width:2}",
    ".winner .card{fill:var(--raised);stroke:var(--ember);stroke-width:3}",
    ".name{font-size:16px;font-weight:700}",
    ".star{fill:var(--ember);stroke:var(--raised);stroke-width:3;paint-order:stroke}",
    ".score{font-size:24px;font-weight:800;text-anchor:end}",
    ".count{font-size:14px;fill:var(--quiet);text-anchor:end}",
    ".label{font-size:14px;fill:var(--quiet);text-anchor:middle}",
    ".quiet{font-size:12.5px;fill:var(--quiet)}",
    ".good{font-size:12.5px;font-weight:700}",
    ".wet{font-size:12.5px;font-weight:700;fill:var(--water);text-anchor:end}",
    ".end{text-anchor:end}",
    ".middle{text-anchor:middle}",
    ".men{font-size:15px;font-weight:700}",
    ".chip{fill:var(--face);stroke:var(--thick);stroke-width:1}",
    ".seen{fill:none;stroke:var(--quiet);stroke-opacity:.4}",
    ".digit{font-size:14px;font-weight:700;text-anchor:middle}",
    ".trough{fill:var(--line)}",
    ".filled{fill:var(--seat)}",
    # what the page lets somebody click, has chosen, was told, or saw happen last
    ".can{cursor:pointer}",
    ".can:focus{outline:none}",
    ".lift{transition:transform .15s ease-out}",
    ".can:hover .lift{transform:translateY(-5px)}",
    ".tile.can .rim{stroke-opacity:1;stroke-width:4}",
    ".tile.can .space{fill-opacity:.95;stroke:#2b2a28;stroke-opacity:.8;stroke-width:1.6}",
    ".tile.can .shut{fill-opacity:.12;stroke-opacity:.3}",
    ":has(.tile.can) .tile:not(.can) .art{filter:saturate(.5) brightness(.84)}",
    ".spot.can .glow{fill-opacity:.24}",
    ".spot.can:hover .glow{fill-opacity:.45}",
    ".last .face{stroke:var(--ink);stroke-width:4;paint-order:stroke}",
    ".chosen .face{stroke:var(--ember);stroke-width:7;paint-order:stroke}",
    ".chosen .dashes{stroke-width:6;stroke-dasharray:none}",
    ".hinted .face{stroke:var(--water);stroke-width:8;paint-order:stroke}",
    ".hinted .dashes{stroke:var(--water);stroke-width:6}",
    ".can:focus-visible .face{stroke:var(--water);stroke-width:9;paint-order:stroke}",
    ".can:focus-visible .dashes{stroke:var(--water);stroke-width:7;stroke-dasharray:none}",
)
_PULSING = (".spot:not(.coming) .glow", ".spot:not(.coming) .dashes", ".tile.can .rim", ".hinted .face")


def _under_root(rule: str) -> str:
    """A rule for our pictures alone; one that begins with a colon is about the picture itself."""
    return f".ludotheque.feurio{'' if rule.startswith(':') else ' '}{rule}"


_MOTION = (
    "@keyframes feurio-pulse{50%{opacity:.45}}"
    f"@media (prefers-reduced-motion:no-preference){{{','.join(map(_under_root, _PULSING))}"
    "{animation:feurio-pulse 2.4s ease-in-out infinite}}"
    "@media (prefers-reduced-motion:reduce){.ludotheque.feurio .forest{transition:none}"
    ".ludotheque.feurio .lift{transition:none}.ludotheque.feurio .can:hover .lift{transform:none}}"
)

CSS = "".join(map(_under_root, _RULES)) + _MOTION
