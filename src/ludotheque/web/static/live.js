// The socket of a table: it opens itself again when the line drops; the first message is always whole.

import { Refusal } from "./api.js";

const PATIENCE = 4000; // ms for an answer to a move; a line can be dead without anybody having noticed

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
  let settle = null; // tells whoever sent a move what has become of it: (version, refusal)

  function open() {
    clearTimeout(again);
    drop();
    whole = true;
    socket = new WebSocket(address());
    socket.onmessage = (event) => {
      const { played, ...message } = JSON.parse(event.data);
      if (!message.refused) failures = 0; // who is refused again and again asks less and less often
      clearTimeout(alarm);
      alarm = 0;
      line(true);
      if (settle && (played || message.refused)) {
        settle(played, message.refused);
        if (message.refused) return;
      }
      if (!message.version && !message.refused) return; // nothing has changed
      const first = whole && !message.refused;
      if (first) whole = false;
      hear(message, first);
    };
    socket.onclose = lost;
  }

  /** The socket of before must not be heard any more, nor end later and open another beside the new one. */
  function drop() {
    settle?.();
    if (!socket) return;
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
  }

  function lost() {
    settle?.();
    alarm ||= setTimeout(() => line(false), 700);
    failures += 1;
    again = setTimeout(open, Math.min(300 * 2 ** failures, 8000) * (0.75 + Math.random() / 2));
  }

  /** Send a move; `otherwise()` sends it by another way if the line does not carry it. */
  function play(move, otherwise) {
    if (settle || socket.readyState !== WebSocket.OPEN) return otherwise();
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => settle(), PATIENCE);
      settle = (version, refused) => {
        settle = null;
        clearTimeout(late);
        if (version) resolve({ version });
        else if (refused && refused.code !== "table/stopping") reject(new Refusal(refused.code, refused.message));
        else otherwise().then(resolve, reject);
      };
      socket.send(JSON.stringify({ play: move }));
    });
  }

  // A phone that wakes up, a cable that is plugged in: do not wait for the next attempt.
  addEventListener("online", () => socket.readyState > WebSocket.OPEN && open());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && socket.readyState > WebSocket.OPEN) open();
  });
  open();
  return {
    reopen: open,
    play,
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
  };
}

/** A whole state; its panels are left out where the page has just these. */
export function renewed(state, message) {
  if (message.panels) return message;
  const { panels, extra, log } = state;
  const alike = message.version === state.version && message.me.as === state.me.as;
  return alike ? { ...message, panels, extra, log } : { ...message, panels };
}

/** The state after a message that tells only what changed; null if something in between was missed. */
export function merged(state, message) {
  if (message.from !== state.version) return null;
  const next = { ...state, ...message };
  for (const stream of ["log", "chat"]) {
    const news = message[stream];
    if (!news) continue;
    if (news.from > state[stream].entries.length) return null;
    next[stream] = { from: 0, entries: [...state[stream].entries.slice(0, news.from), ...news.entries] };
  }
  if (message.seats) next.seats = mergedSeats(state.seats, message.seats);
  if (message.extra) next.extra = { ...state.extra, ...message.extra };
  if (message.panels || message.gone) {
    next.panels = mergedPanels(state.panels, message);
    next.drawn = ""; // the server has told of no others
  }
  return next.panels ? next : null;
}

function mergedSeats(seats, news) {
  const next = [...seats];
  for (const changed of news) next[changed.seat] = { ...next[changed.seat], ...changed };
  return next;
}

function mergedPanels(panels, { panels: news = {}, gone = [] }) {
  const next = { ...panels };
  for (const name of gone) delete next[name];
  for (const [name, panel] of Object.entries(news)) {
    next[name] = panels[name] ? mergedPanel(panels[name], panel) : panel;
    if (!next[name]) return null;
  }
  return next;
}

/** A panel after some of its parts changed, went or came: `after` tells which part each new one follows. */
function mergedPanel(panel, news) {
  const known = { ...panel.parts };
  for (const [key, part] of Object.entries(news.parts ?? {})) {
    if (typeof part !== "string" && known[key] === undefined) return null;
    known[key] = typeof part === "string" ? part : edited(known[key], part);
  }
  const order = news.order ?? reordered(panel.order, news.gone ?? [], news.after ?? []);
  if (!order || order.some((key) => known[key] === undefined)) return null;
  const parts = Object.fromEntries(order.map((key) => [key, known[key]]));
  const { box, heading, ground } = { ...panel, ...news };
  const fan = news.fan === null ? null : (panel.fan || news.fan) && { ...panel.fan, ...news.fan };
  return { box, heading, ground, fan, order, parts };
}

/** A part after some edits: each tells where, how many letters are taken out, and what is put in. */
function edited(part, edits) {
  return edits.reduceRight((text, [at, out, put]) => text.slice(0, at) + put + text.slice(at + out), part);
}

function reordered(order, gone, after) {
  if (!gone.length && !after.length) return order;
  const next = order.filter((key) => !gone.includes(key));
  for (const [key, previous] of after) {
    const place = next.indexOf(previous);
    if (place < 0 && previous) return null;
    next.splice(place + 1, 0, key);
  }
  return next;
}
