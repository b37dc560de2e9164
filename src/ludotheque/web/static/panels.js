// The pictures: each panel is one SVG that stays; its parts come, change, move and go by their keys.

import { byId, data, make } from "./dom.js";
import { fanned } from "./fan.js";
import { fade, glide, inUnits, land, still, zoom } from "./motion.js";

const SVG = "http://www.w3.org/2000/svg";
const MOST = 60; // parts that may move at once; more is a jump, not a move

const REFERENCE = /<use href="#([^"]+)"\/>/g;
const shapes = data("shapes"); // what many parts show alike, by name

/** Markup with the shapes themselves in the place of references to them. */
const inlined = (markup) => markup.replace(REFERENCE, (_, name) => inlined(shapes[name]));

const panels = new Map(); // name -> {svg, ground, parts: Map(key -> element), drawn}

/** The element of a fragment such as <g data-key="…">. */
export function parsed(fragment) {
  const holder = document.createElementNS(SVG, "svg");
  holder.innerHTML = inlined(fragment);
  const part = holder.firstElementChild;
  explain(part);
  return part;
}

/** Titles become our own tips and the parts' names: a browser's own come late, and not on phones. */
function explain(root) {
  for (const title of root.querySelectorAll("title")) {
    const owner = title.parentElement;
    owner.dataset.tip = title.textContent;
    if (owner === root) {
      owner.setAttribute("role", "img");
      owner.setAttribute("aria-label", title.textContent);
    }
    title.remove();
  }
}

/** Take over what the server drew. */
export function adopt(state) {
  for (const svg of document.querySelectorAll("svg[data-panel]")) {
    const name = svg.dataset.panel;
    const parts = new Map();
    for (const part of svg.querySelectorAll(":scope > [data-key]")) {
      explain(part);
      parts.set(part.dataset.key, part);
    }
    const drawn = fanned(state.panels[name]);
    panels.set(name, { svg, ground: svg.querySelector("[data-ground]"), parts, drawn });
  }
}

/** The SVG element of a panel, if there is one. */
export const panelOf = (name) => panels.get(name)?.svg ?? null;

/** All elements that show a part, usually one. */
export function partsOf(key) {
  return [...panels.values()].map((panel) => panel.parts.get(key)).filter(Boolean);
}

/** Every part with its panel's name, in the order of the pictures. */
export function* allParts() {
  for (const [name, panel] of panels) {
    for (const key of panel.drawn.order) yield [name, key, panel.parts.get(key)];
  }
}

/** Show a state's panels. */
export function draw(state, words) {
  const changes = [];
  for (const [name, panel] of panels) {
    const gone = [...panel.parts.keys()];
    if (!state.panels[name]) changes.push({ name, panel, next: null, gone, fresh: [] });
  }
  for (const [name, told] of Object.entries(state.panels)) {
    const next = fanned(told);
    const panel = panels.get(name) ?? added(name, next, state, words);
    if (panel.drawn !== next) changes.push(difference(name, panel, next));
  }
  const moved = changes.reduce((sum, change) => sum + change.gone.length + change.fresh.length, 0);
  const lively = !still() && !document.hidden && moved <= MOST;
  const places = lively ? measured(changes) : new Map();
  const arrived = new Set(changes.flatMap((change) => change.fresh));
  const zooms = changes.map((change) => apply(change, lively, arrived));
  if (lively) for (const change of changes) animate(change, places);
  for (const begin of zooms) begin();
}

function difference(name, panel, next) {
  const before = panel.drawn.parts;
  const gone = [...panel.parts.keys()].filter((key) => !(key in next.parts));
  const fresh = next.order.filter((key) => before[key] !== next.parts[key] || !panel.parts.has(key));
  return { name, panel, next, gone, fresh };
}

/** Where the parts that will change stand now: on the screen, and in the units of their panel. */
function measured(changes) {
  const places = new Map();
  for (const { panel, gone, fresh } of changes) {
    for (const key of [...gone, ...fresh]) {
      const part = panel.parts.get(key);
      if (!part) continue;
      if (places.has(key) && !gone.includes(key)) continue;
      const box = part.getBoundingClientRect();
      places.set(key, { panel, box, at: part.getAttribute("transform"), units: inUnits(panel.svg, box) });
    }
  }
  return places;
}

function apply({ name, panel, next, gone, fresh }, lively, arrived) {
  for (const key of gone) {
    const part = panel.parts.get(key);
    panel.parts.delete(key);
    if (lively && next && !arrived.has(key)) fade(part);
    else part.remove();
  }
  if (!next) {
    removed(name, panel);
    return () => {};
  }
  if (panel.drawn.ground !== next.ground) panel.ground.innerHTML = inlined(next.ground);
  if (panel.drawn.heading !== next.heading) rename(panel.svg, next.heading);
  for (const key of fresh) {
    const part = parsed(next.parts[key]);
    panel.parts.get(key)?.replaceWith(part);
    panel.parts.set(key, part);
  }
  let previous = panel.ground;
  for (const key of next.order) {
    const part = panel.parts.get(key);
    if (following(previous) !== part) previous.after(part);
    previous = part;
  }
  panel.drawn = next;
  return zoom(panel.svg, next.box, lively);
}

function rename(svg, heading) {
  svg.setAttribute("aria-label", heading);
  const caption = svg.closest(".ui-panel")?.querySelector("figcaption");
  if (caption) caption.textContent = heading;
}

/** The next part that stays: those that fade do not count. */
function following(part) {
  let next = part.nextElementSibling;
  while (next?.hasAttribute("data-gone")) next = next.nextElementSibling;
  return next;
}

function animate({ panel, next, fresh }, places) {
  if (!next) return;
  for (const key of fresh) {
    const part = panel.parts.get(key);
    const to = inUnits(panel.svg, part.getBoundingClientRect());
    const before = places.get(key);
    if (!to) continue;
    if (!before) land(part, to);
    else if (before.panel !== panel) glide(part, inUnits(panel.svg, before.box), to);
    else if (before.at !== part.getAttribute("transform")) glide(part, before.units, { ...to, size: 0 });
  }
}

/** The key of the part that has the focus, if one has. */
export const focusedKey = () => document.activeElement?.closest("svg[data-panel] [data-key]")?.dataset.key;

/** Give the focus back to a part that was drawn anew; to the stage, if it cannot have it any more. */
export function refocus(key) {
  if (!key || document.activeElement?.matches("svg[data-panel] [data-key][tabindex]")) return;
  const part = partsOf(key).find((one) => one.hasAttribute("tabindex"));
  (part ?? byId("stage")).focus({ preventScroll: true });
}

/** A panel that was not there before: its SVG, put where its name says. */
function added(name, next, state, words) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `ludotheque ${state.game} ${document.documentElement.dataset.theme}`);
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", next.heading || words[name] || name);
  svg.setAttribute("viewBox", next.box.join(" "));
  svg.dataset.panel = name;
  const ground = document.createElementNS(SVG, "g");
  ground.dataset.ground = "";
  ground.innerHTML = inlined(next.ground);
  svg.append(ground);
  const panel = { svg, ground, parts: new Map(), drawn: { ...next, parts: {}, order: [] } };
  panels.set(name, panel);
  placeOf(name, next).append(svg);
  return panel;
}

/** A panel of a state as a picture on its own, which stays as it is. */
export function pictureOf(name, state) {
  const { box, ground, order, parts, heading } = fanned(state.panels[name]);
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `ludotheque ${state.game} ${document.documentElement.dataset.theme}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", heading || name);
  svg.setAttribute("viewBox", box.join(" "));
  svg.innerHTML = inlined(ground + order.map((key) => parts[key]).join(""));
  return svg;
}

function placeOf(name, next) {
  if (name === "board" || name === "hand") return byId(name);
  const seat = name.startsWith("seat:") && byId("seats").querySelector(`[data-seat="${name.slice(5)}"]`);
  if (seat) return seat.querySelector(".ui-seat-panel");
  const caption = next.heading ? make("figcaption", {}, next.heading) : null;
  const figure = make("figure", { class: "ui-panel", "data-for": name }, caption);
  byId("pane-panels").append(figure);
  return figure;
}

function removed(name, panel) {
  panel.svg.closest(".ui-panel")?.remove();
  panel.svg.remove();
  panels.delete(name);
}
