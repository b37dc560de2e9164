// On every page: language, theme, and nothing that the page could not do without.

import { byId, reachTables } from "./dom.js";

const YEAR = 365 * 24 * 3600;
const THEMES = ["auto", "light", "dark"];

function remember(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
}

byId("language").addEventListener("change", (event) => {
  remember("language", event.target.value);
  location.reload();
});

/** Every picture carries its theme as a class; the page carries it as an attribute. */
function setTheme(theme) {
  remember("theme", theme);
  document.documentElement.dataset.theme = theme;
  document.querySelector("meta[name=color-scheme]").content = theme === "auto" ? "light dark" : theme;
  for (const picture of document.querySelectorAll(".ludotheque")) {
    picture.classList.remove(...THEMES);
    picture.classList.add(theme);
  }
}

/** The first press always changes what is seen; "auto" comes back when the choice equals the system's. */
byId("theme").addEventListener("click", () => {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const now = document.documentElement.dataset.theme;
  const seen = now === "auto" ? system : now;
  const wanted = seen === "dark" ? "light" : "dark";
  setTheme(wanted === system ? "auto" : wanted);
});

reachTables(document);
