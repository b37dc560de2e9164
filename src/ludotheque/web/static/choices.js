// What one may do now: parts become buttons, the rest are buttons under the board.

import { button, byId, keepingFocus, make } from "./dom.js";
import { meant } from "./finger.js";
import { placeBeside } from "./floating.js";
import { allParts, partsOf } from "./panels.js";
import { raising } from "./raising.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function choosing(table) {
  const menu = byId("menu");
  let offered = new Map(); // key of a part -> its choices
  let anchor = null; // the part whose menu is open
  const { ask, lower } = raising(table, (part) => swipe(part));

  /** Offer the choices of a state: none where it is not one's turn. */
  function draw(state) {
    lower();
    offered = Map.groupBy ? Map.groupBy(state.choices, (choice) => choice.at) : grouped(state.choices);
    const loose = [...(offered.get("") ?? [])];
    offered.delete("");
    for (const [key, choices] of offered) {
      if (partsOf(key).length === 0) loose.push(...choices);
    }
    for (const [, key, part] of allParts()) mark(part, offered.get(key));
    drawButtons(loose);
    if (anchor && !anchor.isConnected) menu.hidePopover();
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
    part.classList.remove("chosen", "raised");
  }

  function drawButtons(choices) {
    const place = byId("choices");
    keepingFocus(place, () => {
      place.replaceChildren(...choices.map((choice) => button(choice.label, () => ask(choice), "ui-choice", choice.move)));
    });
  }

  function choose(part) {
    const choices = offered.get(part.dataset.key);
    if (!choices) return;
    if (choices.length === 1) ask(choices[0], part);
    else openMenu(part, choices);
  }

  /** A card that is pushed up is played at once. */
  function swipe(part) {
    const choices = offered.get(part.dataset.key);
    if (choices?.length === 1) table.play(choices[0].move);
  }

  /** Whoever clicks what cannot be played is told why, if it is something that could be another time. */
  function explain(part) {
    const key = part.closest("[data-key]")?.dataset.key;
    if (key) table.explain(key);
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
    ask(choice, part);
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
    if (event.defaultPrevented) return;
    const target = meant(event);
    const part = target.closest?.("svg[data-panel] .can");
    if (part) choose(part);
    else if (target.closest?.("#board [data-key], #hand [data-key]")) explain(target);
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
