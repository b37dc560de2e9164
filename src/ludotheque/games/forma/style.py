"""The style of the picture: everything under ``.ludotheque.forma``."""

_RULES = (
    ".prompt{font-size:18px;font-weight:600}",
    # the board
    ".board{fill:var(--raised);stroke:var(--line);stroke-width:1.5}",
    ".grid{fill:none;stroke:var(--line);stroke-width:1}",
    ".axis{font-size:11px;fill:var(--quiet);text-anchor:middle}",
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
    ".glow{fill:none;stroke:#ffe9a8;stroke-opacity:.5;stroke-width:15;stroke-linejoin:round;stroke-linecap:round}",
    ".line{fill:none;stroke:#fffdf2;stroke-width:4.5;stroke-linejoin:round;stroke-linecap:round}",
    ".core{fill:none;stroke:var(--seat-edge);stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}",
    ".latest{fill:none;stroke:var(--ember);stroke-width:3;stroke-linejoin:round}",
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
    ".times{font-size:10px;font-weight:600;fill:var(--quiet)}",
    ".lost{fill:none;stroke:var(--ember);stroke-width:1.4;stroke-linecap:round}",
)

CSS = "".join(f".ludotheque.forma {rule}" for rule in _RULES)
