// "Your turn": in the title of the page, and as a notification of the browser for whoever asked for one.

import { byId, toast } from "./dom.js";

const STORED = "ludotheque-bell";

export function notifying(words) {
  const bell = byId("bell");
  const able = "Notification" in window;
  let enabled = able && localStorage.getItem(STORED) !== null && Notification.permission === "granted";
  let note = null;
  const usual = document.title;

  const show = () => bell.setAttribute("aria-pressed", String(enabled));

  bell.addEventListener("click", async () => {
    if (!enabled && (!able || (await Notification.requestPermission()) !== "granted")) {
      toast(words.bell_off);
      return;
    }
    enabled = !enabled;
    if (enabled) localStorage.setItem(STORED, "1");
    else localStorage.removeItem(STORED);
    show();
  });
  document.addEventListener("visibilitychange", () => !document.hidden && note?.close());
  show();

  return {
    /** Tell whether it is one's turn; `news` if it was not before. */
    turn(mine, news, state) {
      document.title = mine ? `● ${words.your_turn} — ${state.title}` : usual;
      if (mine && news && enabled && document.hidden) {
        const title = `${words.your_turn} — ${state.title}`;
        note = new Notification(title, { body: state.prompt, tag: state.table });
        note.onclick = () => window.focus();
      }
    },
  };
}
