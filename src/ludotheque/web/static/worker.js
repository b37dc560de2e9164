// The service worker: a kind page while the connection is lost, and letters with the tab closed. Pages and tables
// always come from the server, never from a store; KEPT, what is kept, is written before this by the server.

const { page, files } = KEPT;
const ICON = "/icons/192.png";

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(begin()));

async function keep() {
  const cache = await caches.open(page);
  await cache.addAll([page, ...files].map((path) => new Request(path, { cache: "reload" })));
  await skipWaiting();
}

async function begin() {
  const old = (await caches.keys()).filter((name) => name !== page);
  await Promise.all(old.map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable();
  await clients.claim();
}

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(goTo(event));
  else if (files.includes(new URL(request.url).pathname)) event.respondWith(kept(request));
});

async function goTo(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(page)) ?? Response.error();
  }
}

async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}

// Letters

addEventListener("push", (event) => event.waitUntil(tell(event.data.json())));

async function tell({ title, body, url, count }) {
  await navigator.setAppBadge?.(count).catch(() => {});
  const data = { url };
  await registration.showNotification(title, { body, data, tag: "turns", renotify: true, icon: ICON, badge: "/icons/badge.png" });
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.url));
});

/** The table, in a window that shows it already, or in a new one. */
async function show(url) {
  const address = new URL(url, location.origin).href;
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((one) => one.url.split(/[?#]/)[0] === address);
  return there ? there.focus() : clients.openWindow(address);
}

/** The browser has another address for letters: the server must know. */
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew()));

async function renew() {
  const { key } = await (await fetch("/api/push")).json();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const headers = { "content-type": "application/json" };
  await fetch("/api/push", { method: "POST", headers, body: JSON.stringify(subscription) });
}
