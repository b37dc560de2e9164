// My games: filters, delete, resign; and a code or a passkey to have them elsewhere.

import { post, remove } from "./api.js";
import { byId, data } from "./dom.js";
import { addPasskey, canUsePasskeys } from "./passkeys.js";

const words = data("words");

for (const time of document.querySelectorAll("time[data-seconds]")) {
  const moment = new Date(Number(time.dataset.seconds) * 1000);
  time.dateTime = moment.toISOString();
  time.textContent = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" }).format(moment);
  time.title = moment.toLocaleString(document.documentElement.lang);
}

byId("filters").addEventListener("change", (event) => event.currentTarget.requestSubmit());

/** Do something; where it is refused, say why. */
async function trying(work) {
  byId("refusal").textContent = "";
  try {
    return await work();
  } catch (error) {
    if (error.name !== "NotAllowedError") byId("refusal").textContent = error.message; // else: changed their mind
    return null;
  }
}

/** Ask before what cannot be taken back. */
function sure(question, yes) {
  const dialog = byId("sure");
  byId("sure-title").textContent = question;
  byId("sure-yes").textContent = yes;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

for (const button of document.querySelectorAll("[data-forget]")) {
  button.addEventListener("click", async () => {
    const id = button.dataset.forget;
    if (!(await sure(words.forget, words.forget_yes))) return;
    if (await trying(() => remove(`/api/me/games/${id}`))) location.reload();
  });
}

for (const button of document.querySelectorAll("[data-resign]")) {
  button.addEventListener("click", async () => {
    if (!(await sure(words.resign, words.resign_yes))) return;
    if (await trying(() => post(`/api/tables/${button.dataset.resign}/resign`))) location.reload();
  });
}

byId("make-code").addEventListener("click", () =>
  trying(async () => {
    const { code, path } = await post("/api/me/code");
    byId("code").textContent = code;
    byId("code-qr").src = `/qr.svg?path=${encodeURIComponent(path)}`;
    byId("code-place").hidden = false;
  }),
);

byId("add-passkey").addEventListener("click", () =>
  trying(async () => {
    if (!canUsePasskeys()) throw new Error(words.no_passkeys);
    await addPasskey();
    location.reload();
  }),
);
byId("delete-passkeys")?.addEventListener("click", async () => {
  if (!(await sure(words.passkeys, words.passkeys_yes))) return;
  if (await trying(() => remove("/api/me/passkeys"))) location.reload();
});
