"""The style of the pictures: everything under ``.ludotheque.forma``."""

_RULES = (
    ".prompt{font-size:18px;font-weight:600}",
    # the board
    ".board{fill:var(--raised);stroke:var(--line);stroke-width:1.5}",
    ".grid{fill:none;stroke:var(--line);stroke-width:1}",
    ".axis{font-size:12px;fill:var(--quiet);text-anchor:middle}",
    ".axis.here{fill:var(--ember);font-weight:700}",
    # elements
    ".cast{fill:var(--shadow);fill-opacity:.4}",
    ".side{fill:var(--seat-edge)}",
    ".face{fill:var(--seat)}",
    ".rim{fill:none;stroke:#fff;stroke-opacity:.42;stroke-width:1.4}",
    ".pattern{fill:var(--seat-edge);fill-opacity:.34}",
    ".Y .pattern{fill-opacity:.45}",
    # obstacles, tower, markers
    ".stone .side{fill:#5d5a54}",
    ".stone .face{fill:#98948b}",
    ".stone .rim{stroke-opacity:.5}",
    ".tower .side{fill:#a79d8c}",
    ".tower .face{fill:#fffdf8;stroke:#8d8371;stroke-width:1}",
    ".tower .merlons{fill:none;stroke:#8d8371;stroke-width:2.4;stroke-dasharray:4.2 4.2}",
    ".hole{fill:var(--seat);fill-opacity:.22;stroke:var(--seat);stroke-width:1.2;stroke-dasharray:3 2.4}",
    # bridges and the last move
    ".bridges path{fill:none;stroke-linejoin:round;stroke-linecap:round;pointer-events:none}",
    ".glow{stroke:#ffe9a8;stroke-opacity:.5;stroke-width:15}",
    ".line{stroke:#fffdf2;stroke-width:4.5}",
    ".core{stroke:var(--seat-edge);stroke-width:1.6}",
    ".latest{fill:none;stroke:var(--ember);stroke-width:3;stroke-linejoin:round;pointer-events:none}",
    # seats
    ".card{fill:var(--raised);stroke:var(--line);stroke-width:1}",
    ".turn .card{stroke:var(--ember);stroke-width:2}",
    ".who{font-size:15px;font-weight:650}",
    ".score{font-size:24px;font-weight:750;text-anchor:end}",
    ".star{font-size:17px;fill:var(--ember)}",
    ".way{font-size:10.5px;fill:var(--quiet);text-anchor:middle}",
    ".points{font-size:14px;font-weight:600;text-anchor:middle}",
    ".none{fill:var(--quiet);fill-opacity:.55;font-weight:400}",
    ".rack .face{stroke:var(--seat-edge);stroke-width:.8}",
    ".rack .cells{fill:none;stroke:var(--seat-edge);stroke-opacity:.4;stroke-width:.7}",
    ".used{fill:none;stroke:var(--quiet);stroke-opacity:.35;stroke-width:.8;stroke-dasharray:2 2}",
    ".lost{fill:none;stroke:var(--ember);stroke-width:1.4;stroke-linecap:round}",
)

# What only a page has: parts that can be clicked, the rack, an element in somebody's hand.
_PAGE_RULES = (
    ".label,.ludotheque.forma .figure{font-size:13px}",
    ".label{fill:var(--quiet)}",
    ".figure{text-anchor:end}",
    ".total{font-size:16px;font-weight:750;text-anchor:end}",
    ".reach{fill:transparent;stroke:none}",
    ".mine .rim{stroke-width:.9}",
    ".mine{transition:filter .15s,opacity .15s}",
    ".mine.lift{cursor:grab;touch-action:none}",
    ".mine.lift:hover{filter:brightness(1.12) drop-shadow(0 3px 3px var(--shadow))}",
    ".mine.lift:hover .reach{fill:var(--seat);fill-opacity:.12}",
    ".mine.taken{opacity:.35}",
    ".can{cursor:pointer}",
    ".can .rim,.ludotheque.forma .hinted .rim{stroke:var(--ember);stroke-opacity:1;stroke-width:2.4}",
    ".chosen .rim{stroke:var(--ink);stroke-opacity:1;stroke-width:2.4}",
    ".last .rim{stroke-opacity:.85}",
    ":focus{outline:none}",
    ":focus-visible .reach{stroke:var(--water);stroke-width:3}",
    ".overlay:focus-visible .body{stroke:var(--water);stroke-width:3}",
    # an element in the hand
    ".overlay{pointer-events:none}",
    ".room{fill:var(--seat);fill-opacity:.17}",
    ".ghost{filter:drop-shadow(0 5px 4px var(--shadow))}",
    ".ghost .edge{fill:none;stroke:var(--seat-edge);stroke-width:5;stroke-linejoin:round}",
    ".ghost .body{fill:var(--seat)}",
    ".ghost .grain{fill:none;stroke:#fff;stroke-opacity:.45;stroke-width:1.5}",
    ".ghost.stone{--seat:#98948b;--seat-edge:#5d5a54}",
    ".ghost.tower{--seat:#fffdf8;--seat-edge:#8d8371}",
    ".ghost.fits{opacity:.92}",
    ".ghost.fits .edge{stroke:var(--ink)}",
    ".ghost.misfits{opacity:.75}",
    ".ghost.misfits .body{fill:var(--raised);fill-opacity:.85}",
    ".ghost.misfits .edge{stroke:var(--ember);stroke-dasharray:6 5}",
    ".ghost.misfits .grain{stroke:var(--ember);stroke-opacity:.35}",
    ".ghost.sent{opacity:.6}",
)
_MOVING = (
    "@keyframes forma-glow{50%{fill-opacity:.05}}"
    "@media (prefers-reduced-motion:no-preference){"
    ".ludotheque.forma .room{animation:forma-glow 2.4s ease-in-out infinite}}"
)


def _scoped(rules: tuple[str, ...]) -> str:
    return "".join(f".ludotheque.forma {rule}" for rule in rules)


CSS = _scoped(_RULES)
PAGE_CSS = CSS + _scoped(_PAGE_RULES) + _MOVING
