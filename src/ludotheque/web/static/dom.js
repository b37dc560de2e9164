// Small helpers that make and find elements, and read what the server left in the page.

export const byId = (id) => document.getElementById(id);

/** An element: make("button", {type: "button", onclick: f}, "Play"). Values true and false set or omit. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A button; whoever redraws it names it by `focus`, so that it can keep the focus. */
export function button(label, act, look = "ui-small", focus = undefined) {
  return make("button", { type: "button", class: look, onclick: act, "data-focus": focus }, label);
}

/** The JSON in a <script type="application/json">. */
export function data(id) {
  const element = byId(id);
  return element ? JSON.parse(element.textContent) : {};
}

/** A sentence with its {places} filled. */
export function filled(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}

/** Points as they are written, with a minus that is as wide as a plus; nothing where none are counted. */
export const points = (value) => (typeof value === "number" ? String(value).replace("-", "−") : "");

/** The shapes of a seat's colours. */
export function marks(letters) {
  return [...(letters || "")].map((letter) =>
    make("span", { class: "ui-mark", "data-mark": letter, "aria-hidden": "true" }),
  );
}

/** Redraw a region and put the focus back on what carries the same data-focus. */
export function keepingFocus(root, redraw) {
  const focused = root.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  redraw();
  if (focused) root.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

/** A sentence that goes by itself, for refusals and confirmations. */
export function toast(text, milliseconds = 6000, more = null) {
  const note = make("p", {}, text, more && " ", more);
  byId("toasts").replaceChildren(note);
  setTimeout(() => note.remove(), milliseconds);
}

/** Something that may take long; if it does, a sentence says so until it is done. */
export async function patiently(work) {
  const patience = setTimeout(() => toast(byId("toasts").dataset.patience, 300_000), 1500);
  try {
    return await work;
  } finally {
    clearTimeout(patience);
  }
}

/** Put an address into the clipboard; where that is not allowed, at least show it. */
export function copy(address, words) {
  navigator.clipboard.writeText(address).then(
    () => toast(words.copied),
    () => toast(address),
  );
}

/** Whether somebody is typing, so that single keys are letters and not commands. */
export function typing(target) {
  return target.matches("input:not([type=range]):not([type=radio]):not([type=checkbox]), textarea, select");
}

/** Tables that are wider than the page can be scrolled by keyboard too. */
export function reachTables(root) {
  for (const table of root.querySelectorAll(".ui-article table")) {
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
  }
}
