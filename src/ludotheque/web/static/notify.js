// "Your turn": in the title of the page, and as a notification for whoever asked for one: by a letter to this
// browser while no page looks at the table (worker.js), by the page itself while it lies behind others.

import { get, post } from "./api.js";
import { byId, toast } from "./dom.js";

const STORED = "ludotheque-bell"; // the language in which letters come; empty: this browser gets none
const able = "Notification" in window;

/** Let the server write to this browser; false where no letters can come. */
async function subscribe() {
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    const { key } = await get("/api/push");
    const before = await pushManager.getSubscription();
    if (before && keyOf(before) !== key) await before.unsubscribe(); // the server has a new key
    await post("/api/push", await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
    return true;
  } catch {
    return false;
  }
}

function keyOf(subscription) {
  const bytes = new Uint8Array(subscription.options.applicationServerKey);
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unsubscribe() {
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.getSubscription();
  if (!subscription) return;
  await post("/api/push/stop", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

export function notifying(words) {
  const bell = byId("bell");
  const { lang } = document.documentElement;
  let enabled = able && localStorage.getItem(STORED) !== null && Notification.permission === "granted";
  const usual = document.title;

  const show = () => bell.setAttribute("aria-pressed", String(enabled));

  async function begin() {
    const written = await subscribe();
    localStorage.setItem(STORED, written ? lang : "");
    return written;
  }

  bell.addEventListener("click", async () => {
    if (!enabled && (!able || (await Notification.requestPermission()) !== "granted")) {
      toast(words.bell_off);
      return;
    }
    enabled = !enabled;
    show();
    if (enabled) {
      toast((await begin()) ? words.bell_on : words.bell_here);
    } else {
      localStorage.removeItem(STORED);
      await unsubscribe().catch(() => {}); // the server forgets an address that nobody is at
    }
  });
  document.addEventListener("visibilitychange", () => !document.hidden && closeNotes());
  show();
  if (enabled && localStorage.getItem(STORED) !== lang) begin(); // in another language now

  /** What the page has told is seen by now. */
  async function closeNotes() {
    const registration = await navigator.serviceWorker?.getRegistration();
    for (const note of (await registration?.getNotifications({ tag: "turns" })) ?? []) note.close();
  }

  async function tell(title, state) {
    const registration = await navigator.serviceWorker?.getRegistration();
    const data = { url: `/t/${state.table}` };
    registration?.showNotification(title, { body: state.prompt, tag: "turns", data, icon: "/icons/192.png" });
  }

  return {
    /** Tell whether it is one's turn; `news` if it was not before. */
    turn(mine, news, state) {
      document.title = mine ? `● ${words.your_turn} — ${state.title}` : usual;
      if (mine && news && enabled && document.hidden) tell(document.title.slice(2), state);
    },
  };
}
