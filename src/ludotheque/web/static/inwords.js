// The table in words, for whoever reads rather than looks: what one may do, and all that lies there.

import { byId, filled, keepingFocus, make } from "./dom.js";
import { allParts } from "./panels.js";
import { setting } from "./settings.js";

const MOST = 60; // moves listed at once; a square or a word finds the others

/** `open()` shows the dialog, `draw(state)` keeps it true. A game's script may tell what its moves are. */
export function inWords(table, script) {
  const { words } = table;
  const dialog = byId("moves");
  let group = null; // of moves that the script tells of, by its label; null: all groups

  function draw(state) {
    if (!dialog.open) return;
    const list = byId("move-list");
    keepingFocus(list, () => list.replaceChildren(...moves(state)));
    const tips = [...allParts()].map(([, , part]) => part.dataset.tip).filter(Boolean);
    byId("part-list").replaceChildren(...[...new Set(tips)].map((text) => make("li", {}, text)));
  }

  function moves(state) {
    const told = (state.to_act && script()?.inWords?.()) || [];
    const once = new Map(state.choices.map((choice) => [choice.move, choice])); // equal parts have equal moves
    const labels = [...once.values()].map(({ label }) => label);
    const isOnly = (label) => labels.indexOf(label) === labels.lastIndexOf(label);
    const items = [...once.values()].map(({ label, move }) => {
      const written = setting("typing") || !isOnly(label); // else nobody needs to know how it is written
      return item(label, () => table.play(move), move, written && make("code", {}, move));
    });
    if (!items.length && !told.length) return [make("li", {}, state.to_act ? state.prompt : words.no_moves)];
    const open = told.find(({ label }) => label === group);
    return [...items, ...(open ? opened(open) : told.map(closed))];
  }

  const closed = ({ label, moves: all }) =>
    item(filled(words.ways, { what: label, number: all.length }), () => show(label), label);

  /** The moves of a group, those first that a typed square is part of. */
  function opened({ label, moves: all }) {
    const found = make("ul", {});
    const { find_move: placeholder } = words;
    const field = make("input", { "aria-label": placeholder, placeholder, "data-focus": "find" });
    const list = () => {
      const wanted = field.value.trim().toLowerCase();
      const some = all.filter((move) => !wanted || move.split(/[+ ]/).includes(wanted)).slice(0, MOST);
      found.replaceChildren(...some.map((move) => item(move, () => table.play(move))));
    };
    field.addEventListener("input", list);
    list();
    return [item(`← ${label}`, () => show(null), label), make("li", {}, field, found)];
  }

  /** A line that can be clicked; `focus` names it when it is drawn anew. */
  function item(label, act, focus, ...more) {
    const attributes = { type: "button", class: "ui-move", onclick: act, "data-focus": focus };
    return make("li", {}, make("button", attributes, label, " ", ...more));
  }

  function show(label) {
    group = label;
    draw(table.shown());
  }

  byId("moves-button").addEventListener("click", () => {
    group = null;
    dialog.showModal();
    draw(table.shown());
  });
  return { draw };
}
