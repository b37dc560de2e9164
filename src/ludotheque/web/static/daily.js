// One click to the game of the day.

import { post } from "./api.js";
import { patiently, toast } from "./dom.js";

for (const button of document.querySelectorAll("[data-daily]")) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      location.assign((await patiently(post(`/api/daily/${button.dataset.daily}`))).url);
    } catch (error) {
      toast(error.message);
      button.disabled = false;
    }
  });
}
addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll("[data-daily]")) button.disabled = false;
});
