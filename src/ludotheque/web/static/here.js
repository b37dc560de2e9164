// Coming in from another device: by the code that it shows, typed or scanned, or by a passkey.

import { post } from "./api.js";
import { byId, data } from "./dom.js";
import { canUsePasskeys, usePasskey } from "./passkeys.js";

const words = data("words");
byId("code").value = decodeURIComponent(location.hash.slice(1));

async function comeIn(work) {
  byId("refusal").textContent = "";
  try {
    await work();
    location.assign("/mine");
  } catch (error) {
    if (error.name !== "NotAllowedError") byId("refusal").textContent = error.message; // else: changed their mind
  }
}

byId("here").addEventListener("submit", (event) => {
  event.preventDefault();
  comeIn(() => post("/api/me/here", { code: byId("code").value }));
});
byId("use-passkey").addEventListener("click", () =>
  comeIn(() => {
    if (!canUsePasskeys()) throw new Error(words.no_passkeys);
    return usePasskey();
  }),
);
