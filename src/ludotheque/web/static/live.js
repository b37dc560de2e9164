// The socket of a table: it opens itself again when the line drops; the first message is always whole.

/**
 * Watch a table. `address()` tells where, each time it opens; `hear(message, whole)` gets every message;
 * `line(up)` hears when the line is lost for more than a moment, and when it is back.
 */
export function watch({ address, hear, line }) {
  let socket = null;
  let whole = true;
  let failures = 0;
  let alarm = 0;
  let again = 0;

  function open() {
    clearTimeout(again);
    whole = true;
    socket = new WebSocket(address());
    socket.onmessage = (event) => {
      failures = 0;
      clearTimeout(alarm);
      alarm = 0;
      line(true);
      const message = JSON.parse(event.data);
      const first = whole && !message.refused;
      if (first) whole = false;
      hear(message, first);
    };
    socket.onclose = lost;
  }

  function lost() {
    alarm ||= setTimeout(() => line(false), 700);
    failures += 1;
    again = setTimeout(open, Math.min(300 * 2 ** failures, 8000) * (0.75 + Math.random() / 2));
  }

  function reopen() {
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
    open();
  }

  // A phone that wakes up, a cable that is plugged in: do not wait for the next attempt.
  addEventListener("online", () => socket.readyState > WebSocket.OPEN && open());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && socket.readyState > WebSocket.OPEN) open();
  });
  open();
  return {
    reopen,
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
  };
}

/** The state after a message that tells only what changed; null if something in between was missed. */
export function merged(state, message) {
  const next = { ...state, ...message };
  for (const stream of ["log", "chat"]) {
    const news = message[stream];
    if (!news) continue;
    if (news.from > state[stream].entries.length) return null;
    next[stream] = { from: 0, entries: [...state[stream].entries.slice(0, news.from), ...news.entries] };
  }
  if (message.panels) next.panels = mergedPanels(state.panels, message.panels, message.gone ?? []);
  return next.panels ? next : null;
}

function mergedPanels(panels, news, gone) {
  const next = { ...panels };
  for (const name of gone) delete next[name];
  for (const [name, panel] of Object.entries(news)) {
    const known = { ...panels[name]?.parts, ...panel.parts };
    const merged = { ...panels[name], ...panel };
    merged.parts = Object.fromEntries(merged.order.map((key) => [key, known[key]]));
    if (merged.order.some((key) => merged.parts[key] === undefined)) return null;
    next[name] = merged;
  }
  return next;
}
