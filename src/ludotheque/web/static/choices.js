// What one may do now: parts become buttons, the rest are buttons under the board, all of it also in words.

import { button, byId, keepingFocus, make } from "./dom.js";
import { placeBeside } from "./floating.js";
import { allParts, partsOf } from "./panels.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function choosing(table) {
  const menu = byId("menu");
  let offered = new Map(); // key of a part -> its choices
  let anchor = null; // the part whose menu is open

  /** Offer the choices of a state: none where it is not one's turn. */
  function draw(state) {
    offered = Map.groupBy ? Map.groupBy(state.choices, (choice) => choice.at) : grouped(state.choices);
    const loose = [...(offered.get("") ?? [])];
    offered.delete("");
    for (const [key, choices] of offered) {
      if (partsOf(key).length === 0) loose.push(...choices);
    }
    for (const [, key, part] of allParts()) mark(part, offered.get(key));
    drawButtons(loose);
    if (anchor && !anchor.isConnected) menu.hidePopover();
    if (byId("moves").open) drawWords(state);
  }

  function mark(part, choices) {
    if (choices) {
      const labels = [part.dataset.tip, choices.map((choice) => choice.label).join(", ")].filter(Boolean);
      part.classList.add("can");
      part.setAttribute("role", "button");
      part.setAttribute("tabindex", "0");
      part.setAttribute("aria-label", labels.join(" "));
      if (choices.length > 1) part.setAttribute("aria-haspopup", "menu");
      else part.removeAttribute("aria-haspopup");
    } else if (part.classList.contains("can")) {
      part.classList.remove("can");
      part.removeAttribute("aria-haspopup");
      part.removeAttribute("tabindex");
      if (part.dataset.tip) {
        part.setAttribute("role", "img");
        part.setAttribute("aria-label", part.dataset.tip);
      } else {
        part.removeAttribute("role");
        part.removeAttribute("aria-label");
      }
    }
    part.classList.remove("chosen");
  }

  function drawButtons(choices) {
    const place = byId("choices");
    keepingFocus(place, () => {
      place.replaceChildren(...choices.map((choice) => playButton(choice, "ui-choice")));
    });
  }

  const playButton = (choice, look) => button(choice.label, () => table.play(choice.move), look, choice.move);

  /** The dialog with everything in words, for whoever reads rather than looks. */
  function drawWords(state) {
    const list = byId("move-list");
    keepingFocus(list, () => {
      const buttons = state.choices.map((choice) => {
        const move = playButton(choice, "ui-move");
        move.append(" ", make("code", {}, choice.move));
        return make("li", {}, move);
      });
      list.replaceChildren(...(buttons.length ? buttons : [make("li", {}, table.words.no_moves)]));
    });
    const tips = [...allParts()].map(([, , part]) => part.dataset.tip).filter(Boolean);
    byId("part-list").replaceChildren(...[...new Set(tips)].map((words) => make("li", {}, words)));
  }

  function choose(part) {
    const choices = offered.get(part.dataset.key);
    if (!choices) return;
    if (choices.length === 1) {
      part.classList.add("chosen");
      table.play(choices[0].move);
    } else openMenu(part, choices);
  }

  function openMenu(part, choices) {
    anchor = part;
    part.classList.add("chosen");
    menu.replaceChildren(
      ...choices.map((choice) => {
        const play = () => playFrom(part, choice);
        return make("button", { type: "button", role: "menuitem", onclick: play }, choice.label);
      }),
    );
    menu.showPopover();
    placeBeside(menu, part);
    menu.firstElementChild.focus();
  }

  function playFrom(part, choice) {
    menu.hidePopover();
    part.classList.add("chosen");
    table.play(choice.move);
  }

  menu.addEventListener("keydown", (event) => {
    const items = [...menu.children];
    const here = items.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step) items[(here + step + items.length) % items.length].focus();
    else if (event.key === "Home") items[0].focus();
    else if (event.key === "End") items.at(-1).focus();
    else if (event.key === "Tab") menu.hidePopover();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  menu.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    if (!table.busy()) anchor.classList.remove("chosen");
    if (document.activeElement === document.body && anchor.isConnected) anchor.focus({ preventScroll: true });
  });

  document.addEventListener("click", (event) => {
    const part = event.target.closest?.("svg[data-panel] .can");
    if (part && !event.defaultPrevented) choose(part);
  });
  document.addEventListener("keydown", (event) => {
    const part = event.target.closest?.("svg[data-panel] .can");
    if (part && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      choose(part);
    } else if (event.key in ARROWS && (part || event.target === byId("stage"))) {
      const next = part ? neighbour(part, ARROWS[event.key]) : document.querySelector("svg[data-panel] .can");
      if (!next) return;
      event.preventDefault();
      next.focus();
    }
  });

  byId("moves-button").addEventListener("click", () => {
    drawWords(table.shown());
    byId("moves").showModal();
  });

  return { draw };
}

function grouped(choices) {
  const groups = new Map();
  for (const choice of choices) groups.set(choice.at, [...(groups.get(choice.at) ?? []), choice]);
  return groups;
}

/** The nearest other button in a direction: what lies off to the side counts double. */
function neighbour(part, [across, down]) {
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(part);
  let best = null;
  let least = Infinity;
  for (const other of document.querySelectorAll("svg[data-panel] .can")) {
    const [dx, dy] = middle(other).map((value, k) => value - [x, y][k]);
    const ahead = dx * across + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * across);
    if (other !== part && ahead > 1 && ahead + 2 * aside < least) [best, least] = [other, ahead + 2 * aside];
  }
  return best;
}
