// Sharing a table: a link to play while a seat is free, another to watch; as a QR code, copied, or sent by the
// system's own sheet. And a name, asked once.

import { byId, copy, data } from "./dom.js";

const words = data("people-words");

export function sharing(table) {
  const dialog = byId("sharing");

  function show() {
    const state = table.state();
    const join = invitation(state);
    byId("share-join").hidden = !join;
    if (join) fill("join", join);
    fill("watch", `${location.origin}/t/${state.table}?watch`);
    byId("qr-watch").hidden = Boolean(join); // one picture at a time: a camera takes the wrong one of two
    dialog.showModal();
  }

  for (const button of dialog.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", () => copy(byId(button.dataset.copy).value, words));
  }
  for (const button of dialog.querySelectorAll("[data-send]")) {
    button.hidden = !navigator.share;
    button.addEventListener("click", () => send(byId(button.dataset.send).value));
  }
  byId("share").addEventListener("click", show);
}

/** The link by which one sits down: the host has the key of friends' seats, open ones need none. */
function invitation(state) {
  const kept = state.seats.find((seat) => seat.invite);
  if (kept) return kept.invite;
  const open = state.phase === "seating" && state.seats.some((seat) => seat.kind === "open");
  return open ? `${location.origin}/t/${state.table}?sit` : null;
}

function fill(what, link) {
  byId(`link-${what}`).value = link;
  const { pathname, search } = new URL(link);
  byId(`qr-${what}`).src = `/qr.svg?path=${encodeURIComponent(pathname + search)}`;
}

async function send(url) {
  try {
    await navigator.share({ title: document.title, url });
  } catch {
    // whoever closes the sheet has changed their mind
  }
}

/** What somebody would like to be called; null if they would rather not sit down. */
export function askName(usual = "") {
  const dialog = byId("naming");
  byId("naming-name").value = usual;
  dialog.returnValue = "";
  dialog.showModal();
  byId("naming-name").select();
  return new Promise((resolve) => {
    dialog.addEventListener(
      "close",
      () => resolve(dialog.returnValue === "sit" ? byId("naming-name").value.trim() : null),
      { once: true },
    );
  });
}
