// A move that nobody has made, shown on the board: the part to click is marked, what it would put there is drawn.

import { panelOf, parsed, partsOf } from "./panels.js";

/** Show a move ({at, ghost}), or none; what was shown before goes. */
export function point(move) {
  for (const part of document.querySelectorAll("svg[data-panel] .hinted")) part.classList.remove("hinted");
  panelOf("board")?.querySelector(":scope > .ghost")?.remove();
  if (!move) return;
  if (move.at) for (const part of partsOf(move.at)) part.classList.add("hinted");
  if (!move.ghost?.length) return;
  const ghost = document.createElementNS("http://www.w3.org/2000/svg", "g");
  ghost.setAttribute("class", "ghost");
  ghost.setAttribute("aria-hidden", "true");
  ghost.append(...move.ghost.map(parsed));
  for (const part of ghost.children) part.removeAttribute("data-key");
  panelOf("board")?.append(ghost);
}
