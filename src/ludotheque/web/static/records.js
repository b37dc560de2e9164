// A record that is dropped on the page is replayed: the form sends it, and the server checks it.

import { byId } from "./dom.js";

const hasFile = (event) => event.dataTransfer?.types.includes("Files");

const form = byId("record-form");
document.addEventListener("dragover", (event) => form && hasFile(event) && event.preventDefault());
document.addEventListener("drop", (event) => {
  if (!form || !hasFile(event)) return;
  event.preventDefault();
  byId("record-file").files = event.dataTransfer.files;
  form.requestSubmit();
});
byId("record-file")?.addEventListener("change", () => form.requestSubmit());
