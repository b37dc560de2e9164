// One click to play; and what the visitor is called.

import { post } from "./api.js";
import { byId, patiently, toast } from "./dom.js";
import { openTable } from "./fair.js";
import "./records.js";

for (const button of document.querySelectorAll("[data-play]")) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const { play: game, lesson } = button.dataset;
      location.assign(await patiently(openTable({ game, lesson: lesson !== undefined, ready: true })));
    } catch (error) {
      toast(error.message);
      button.disabled = false;
    }
  });
}

byId("me")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const saved = byId("saved");
  try {
    await post("/api/me", { name: byId("name").value.trim() });
    saved.textContent = saved.dataset.words;
  } catch (error) {
    saved.textContent = error.message;
  }
});

// Coming back to the page by the browser's "back" must not leave a dead button behind.
addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll("[data-play]")) button.disabled = false;
});
