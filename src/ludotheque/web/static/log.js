// What happened, in words, and what was said; beside them result and smaller pictures, under tabs.

import { byId, make, marks } from "./dom.js";

const TABS = ["result", "panels", "log", "chat"];

export function tabs(onShow) {
  const tab = (name) => byId(`tab-${name}`);
  const side = byId("side");

  function show(name, focus = false) {
    for (const one of TABS) {
      tab(one).setAttribute("aria-selected", String(one === name));
      tab(one).tabIndex = one === name ? 0 : -1;
      byId(`pane-${one}`).hidden = one !== name;
    }
    if (focus) tab(name).focus();
    onShow(name);
  }

  const shown = () => TABS.find((name) => tab(name).getAttribute("aria-selected") === "true");

  for (const name of TABS) {
    tab(name).addEventListener("click", () => {
      // On a phone the tabs are the handle of a sheet: the tab that is shown closes it again.
      const again = shown() === name && side.hasAttribute("data-open");
      side.toggleAttribute("data-open", !again);
      show(name);
    });
    tab(name).addEventListener("keydown", (event) => {
      const there = TABS.filter((one) => !tab(one).hidden && tab(one).offsetParent);
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      show(there[(there.indexOf(name) + step + there.length) % there.length], true);
    });
  }
  byId("stage").addEventListener("pointerdown", () => side.removeAttribute("data-open"));

  return {
    show,
    shown,
    offer(name, there) {
      tab(name).hidden = !there;
      if (!there && shown() === name) show("log");
    },
    openSheet: () => side.setAttribute("data-open", ""),
  };
}

const alike = (one, other) => one.words === other.words && one.ply === other.ply;

/** The log; `jump(ply)` is called when a line is clicked, once the game can be replayed. */
export function logging(jump) {
  const list = byId("log");
  const pane = byId("pane-log");
  let drawn = [];
  let atEnd = true; // whoever scrolled back is left there
  let soon = 0;
  pane.addEventListener("scroll", () => {
    atEnd = pane.scrollHeight - pane.scrollTop - pane.clientHeight < 40;
  });
  list.replaceChildren();

  function draw(state, ply) {
    const { entries } = state.log;
    let same = 0;
    while (same < Math.min(drawn.length, entries.length) && alike(drawn[same], entries[same])) same += 1;
    while (list.children.length > same) list.lastElementChild.remove();
    list.append(...entries.slice(same).map((entry) => line(entry, state)));
    drawn = entries;
    follow(state, ply, atEnd || same === 0);
  }

  /** Scroll when all else is drawn, just before it is seen: to do so at once would cost a layout of its own. */
  function scroll(step) {
    cancelAnimationFrame(soon);
    soon = requestAnimationFrame(step);
  }

  function line(entry, state) {
    const letters = entry.seat >= 0 ? state.seats[entry.seat].marks : "";
    const look = entry.seat < 0 ? "ui-log-table" : "";
    const text = make("span", {}, entry.words);
    const item = make("li", { "data-ply": entry.ply, class: look }, ...marks(letters), text);
    item.addEventListener("click", () => jump(entry.ply));
    return item;
  }

  /** The line of the move that is shown; the newest while the game goes on. */
  function follow(state, ply, toEnd) {
    list.toggleAttribute("data-replay", state.phase === "over");
    let current = null;
    for (const item of list.children) {
      const move = !item.classList.contains("ui-log-table");
      if (move && ply !== null && Number(item.dataset.ply) === ply) current = item;
      item.removeAttribute("aria-current");
    }
    current?.setAttribute("aria-current", "step");
    if (current) scroll(() => bringIntoSight(current));
    else if (toEnd) scroll(() => pane.scrollTo(0, pane.scrollHeight));
  }

  function bringIntoSight(item) {
    const top = item.offsetTop - list.offsetTop;
    const seen = top >= pane.scrollTop && top <= pane.scrollTop + pane.clientHeight - 40;
    if (!seen) pane.scrollTop = top - pane.clientHeight / 2;
  }

  return { draw };
}
