"""The style of the picture: everything under ``.ludotheque.fou``."""

_RULES = (
    ".prompt{font-size:18px;font-weight:600}",
    ".felt{fill:var(--raised);stroke:var(--line);stroke-width:2}",
    ".felt-line{fill:none;stroke:var(--line);stroke-width:1.5}",
    # cards: paper is white by day and by night
    ".stock{fill:#fffdf6;stroke:#3d3832;stroke-opacity:.55;stroke-width:1.2}",
    ".face .field{fill:var(--seat)}",
    ".face.plain .field{fill:#efe8da;stroke:#8c8374;stroke-width:1}",
    ".motif{fill:#fff;fill-opacity:.3}",
    ".plate{fill:#fffdf6}",
    ".index{font-size:25px;font-weight:800;text-anchor:middle;fill:var(--seat-edge)}",
    ".bar{stroke:var(--seat-edge);stroke-width:2.6;stroke-linecap:round}",
    ".ludotheque.fou .face .index{fill:var(--seat-edge,#2b2a28)}",
    ".back .stock{fill:#8a4b2f;stroke:#fffdf6;stroke-opacity:.9;stroke-width:2.5}",
    ".lozenges{fill:#c9855c;fill-opacity:.75}",
    ".cast{fill:var(--shadow);fill-opacity:.35}",
    ".veil{fill:var(--paper);fill-opacity:.58}",
    ".playable .stock{stroke:var(--ember);stroke-opacity:1;stroke-width:3}",
    ".past{opacity:.45}",
    # the Fool's cap
    ".cap path,.ludotheque.fou .cap rect{stroke:#2b2a28;stroke-width:1;stroke-linejoin:round}",
    ".cap-left{fill:#7b4fa3}",
    ".cap-right{fill:#2f9e8f}",
    ".cap-middle{fill:#d9480f}",
    ".cap-band{fill:#f4c430}",
    ".bell{fill:#f4c430;stroke:#2b2a28;stroke-width:1}",
    ".star{fill:var(--ember);stroke:var(--raised);stroke-width:2.5;paint-order:stroke}",
    # seats
    ".badge{fill:var(--paper);stroke:var(--line)}",
    ".fool .badge{stroke-dasharray:5 4;stroke:var(--quiet)}",
    ".on-turn .badge{fill:var(--raised);stroke:var(--ember);stroke-width:2.5}",
    ".winner .badge{fill:var(--raised);stroke:var(--ember);stroke-width:3;stroke-dasharray:none}",
    ".name{font-size:15px;font-weight:700}",
    ".total{font-size:20px;font-weight:800;text-anchor:end}",
    ".quiet{font-size:12.5px;fill:var(--quiet)}",
    ".number{font-size:14px;font-weight:700}",
    ".ten{fill:var(--ember)}",
    ".no-ten{fill:none;stroke:var(--quiet);stroke-opacity:.5}",
    ".asked{font-size:15px;font-weight:700;text-anchor:middle}",
    ".told{font-size:13px;text-anchor:middle;fill:var(--quiet)}",
    # the column
    ".heading{font-size:14px;font-weight:700}",
    ".cell{font-size:13px;text-anchor:end}",
    ".cell.plus{font-weight:800;fill:var(--ember)}",
    ".cell.head{fill:var(--quiet);font-size:12px}",
    ".cell.sum{font-weight:800;font-size:14px}",
    ".cell.small{font-size:12px}",
    ".rule{stroke:var(--line);stroke-width:1.5}",
    ".own-column{fill:var(--ember);fill-opacity:.09}",
    ".chip{fill:none;stroke:var(--quiet);stroke-opacity:.55}",
    ".gone .chip{fill:var(--seat,#8c8374);stroke:var(--seat-edge,#5d564b);stroke-opacity:1}",
    ".mine .chip{stroke:var(--ember);stroke-width:2.2;stroke-opacity:1}",
    ".chip-number{font-size:11px;font-weight:600;text-anchor:middle}",
    ".gone .chip-number{fill:#fff;font-weight:800}",
    ".gone.Y .chip-number{fill:#2b2a28}",
)

CSS = "".join(
    f".ludotheque.fou {rule}".replace(".ludotheque.fou .ludotheque.fou", ".ludotheque.fou") for rule in _RULES
)
