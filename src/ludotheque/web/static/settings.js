// What somebody prefers at every table, kept in this browser: the form is in settings.html.

import { byId } from "./dom.js";

const KEY = "settings";
const USUAL = { pace: "quick", summaries: true, forced: false, confirm: false, typing: false };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {}; // a browser that keeps nothing
  }
}

let chosen = { ...USUAL, ...stored() };

/** What is preferred; whatever has not been chosen is as usual. */
export const setting = (name) => chosen[name];

/** Choose something without the form. */
export function choose(name, value) {
  chosen = { ...chosen, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // then it holds until the page is left
  }
}

/** The form with all settings; `changed(name)` is told what was chosen anew. */
export function offerSettings(changed) {
  const form = byId("settings-form");
  for (const input of form.querySelectorAll("input")) {
    if (input.type === "radio") input.checked = input.value === setting(input.name);
    else input.checked = setting(input.name);
  }
  form.addEventListener("change", ({ target }) => {
    choose(target.name, target.type === "radio" ? target.value : target.checked);
    changed(target.name);
  });
  byId("settings-button").addEventListener("click", () => byId("settings").showModal());
}
