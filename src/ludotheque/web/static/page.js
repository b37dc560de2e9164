// On every page: language, theme, and nothing that the page could not do without.

import { get } from "./api.js";
import { byId, filled, reachTables } from "./dom.js";

const YEAR = 365 * 24 * 3600;
const THEMES = ["auto", "light", "dark"];

function remember(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
}

byId("language").addEventListener("change", (event) => {
  remember("language", event.target.value);
  location.reload();
});

/** Pictures in the page carry their theme as a class, others in their address; the page as an attribute. */
function setTheme(theme) {
  remember("theme", theme);
  document.documentElement.dataset.theme = theme;
  document.querySelector("meta[name=color-scheme]").content = theme === "auto" ? "light dark" : theme;
  for (const picture of document.querySelectorAll(".ludotheque")) {
    picture.classList.remove(...THEMES);
    picture.classList.add(theme);
  }
  for (const picture of document.querySelectorAll("img[data-themed]")) {
    picture.src = picture.src.replace(/theme=\w+/, `theme=${theme}`);
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

/** In how many games, besides the one on this page, it is one's turn: beside the name of the house. */
function showTurns(number) {
  const place = byId("turns");
  place.hidden = number === 0;
  place.textContent = number;
  place.ariaLabel = filled(place.dataset.words, { number });
  navigator.setAppBadge?.(number).catch(() => {}); // only an installed page has one
}

async function lookForTurns() {
  if (document.hidden) return;
  try {
    const { tables } = await get("/api/turns");
    showTurns(tables.filter(({ id }) => location.pathname !== `/t/${id}`).length);
  } catch {
    // it is told with the next page
  }
}

document.addEventListener("visibilitychange", lookForTurns);
addEventListener("load", () => navigator.serviceWorker?.register("/worker.js").catch(() => {}));
reachTables(document);
