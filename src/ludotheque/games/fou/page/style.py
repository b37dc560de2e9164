"""The style of the picture: everything under ``.ludotheque.fou``."""

_RULES = (
    ".prompt{font-size:18px;font-weight:600}",
    ".felt{fill:var(--raised);stroke:var(--seat,var(--line));stroke-width:3}",
    ".felt-line{fill:var(--seat,none);fill-opacity:.13;stroke:var(--seat,var(--line));stroke-opacity:.6}",
    # cards: paper is white by day and by night
    ".stock{fill:#fffdf6;stroke:#3d3832;stroke-opacity:.55;stroke-width:1.2}",
    ".face .field{fill:var(--seat)}",
    ".face.plain .field{fill:#efe8da;stroke:#8c8374;stroke-width:1}",
    ".motif{fill:#fff;fill-opacity:.3}",
    ".plate{fill:#fffdf6}",
    ".index{font-size:25px;font-weight:800;text-anchor:middle;fill:var(--seat-edge,#2b2a28)}",
    ".bar{stroke:var(--seat-edge);stroke-width:2.6;stroke-linecap:round}",
    ".back .stock{fill:#8a4b2f;stroke:#fffdf6;stroke-opacity:.9;stroke-width:2.5}",
    ".lozenges{fill:#c9855c;fill-opacity:.75}",
    ".cast{fill:var(--shadow);fill-opacity:.35}",
    ".veil{fill:var(--paper);fill-opacity:.58}",
    ".playable .stock{stroke:var(--ember);stroke-opacity:1;stroke-width:3}",
    ".wins .stock{stroke:var(--ember);stroke-opacity:1;stroke-width:3}",
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
    ".own .badge{fill:var(--raised)}",
    ".name{font-size:15px;font-weight:700}",
    ".name.middle{font-size:13.5px;text-anchor:middle}",
    ".quiet{font-size:12.5px;fill:var(--quiet)}",
    ".number{font-size:14px;font-weight:700}",
    ".last-digit{text-anchor:end}",
    ".ten{fill:var(--ember)}",
    ".no-ten{fill:none;stroke:var(--quiet);stroke-opacity:.5}",
    ".asked{font-size:13.5px;font-weight:700;text-anchor:middle}",
    ".told{font-size:12px;text-anchor:middle;fill:var(--quiet)}",
    # the column
    ".heading{font-size:14px;font-weight:700}",
    ".cell{font-size:13px;text-anchor:end}",
    ".cell.plus{font-weight:800;fill:var(--ember)}",
    ".cell.head{fill:var(--quiet);font-size:12px}",
    ".cell.sum{font-weight:800;font-size:14px}",
    ".cell.small{font-size:11.5px}",
    ".slanted{font-size:12px;text-anchor:end;fill:var(--quiet)}",
    ".rule{stroke:var(--line);stroke-width:1.5}",
    ".own-column{fill:var(--ember);fill-opacity:.09}",
    ".chip{fill:none;stroke:var(--quiet);stroke-opacity:.55}",
    ".chip-gone .chip{fill:var(--seat,#8c8374);stroke:var(--seat-edge,#5d564b);stroke-opacity:1}",
    ".chip-mine .chip{stroke:var(--ember);stroke-width:2.2;stroke-opacity:1}",
    ".legend{font-size:10.5px;fill:var(--quiet)}",
    ".chip-number{font-size:11px;font-weight:600;text-anchor:middle}",
    ".chip-gone .chip-number{fill:#fff;font-weight:800}",
    ".chip-gone.Y .chip-number{fill:#2b2a28}",
)

# What a page adds to parts: `can` be clicked, `chosen`, `hinted`, touched by the `last` move.
_TOUCHED = (
    ".can{cursor:pointer;outline:none}",
    ".card{transition:transform .18s ease-out}",
    ".held.can .cast{fill:var(--ember);fill-opacity:.3;animation:fou-glow 2.4s ease-in-out infinite}",
    ".held.can:hover .card,.ludotheque.fou .held.can:focus-visible .card{transform:translateY(-9px)}",
    ".held.can:active .card{transform:translateY(-4px)}",
    ".held.can:hover .stock{stroke-width:4.5}",
    ".held.can:focus-visible .stock{stroke:var(--water);stroke-width:7}",
    ".held.chosen .card{transform:translateY(-16px)}",
    ".held.chosen .stock{stroke-width:5}",
    ".held.hinted .stock{stroke:var(--water);stroke-width:6}",
    ".held.hinted .card{transform:translateY(-7px)}",
    ".lying.last .cast{fill:var(--ember);fill-opacity:.5}",
)
_MOTION = (
    "@keyframes fou-glow{50%{fill-opacity:.85}}"
    "@media (prefers-reduced-motion:reduce){"
    ".ludotheque.fou .held.can .cast{animation:none}.ludotheque.fou .card{transition:none}}"
)

CSS = "".join(f".ludotheque.fou {rule}" for rule in _RULES)
PAGE_CSS = CSS + "".join(f".ludotheque.fou {rule}" for rule in _TOUCHED) + _MOTION
