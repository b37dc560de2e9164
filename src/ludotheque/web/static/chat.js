// Talk at the table.

import { byId, data, filled, make, marks } from "./dom.js";

const words = data("people-words");

export function chatting(table) {
  const list = byId("talk");
  const unread = byId("unread");
  let count = -1; // lines known; -1 before the first state
  let missed = 0;
  const muted = new Set(mutedAt(table.id));

  function draw(state) {
    const { entries } = state.chat;
    const news = count >= 0 ? entries.length - count : 0;
    for (const entry of entries.slice(Math.max(0, list.children.length))) {
      list.append(lineOf(entry, state));
    }
    count = entries.length;
    if (news > 0) {
      missed = byId("pane-chat").hidden ? missed + news : 0;
      list.parentElement.scrollTop = list.scrollHeight;
      const { name, seat } = entries.at(-1);
      if (!state.me.seats.includes(seat) && !muted.has(name)) table.sound.chat();
    }
    badge();
    rule(state);
  }

  function lineOf(entry, state) {
    const letters = entry.seat >= 0 ? state.seats[entry.seat]?.marks : "";
    const mine = state.me.seats.includes(entry.seat);
    const mute = make("button", { type: "button", class: "ui-mute", onclick: () => turn(entry.name) });
    const line = make(
      "li",
      { "data-name": entry.name },
      ...marks(letters),
      make("strong", {}, entry.name),
      make("span", {}),
      timeOf(entry.at),
      mine ? null : mute,
    );
    line.said = entry.text;
    hush(line);
    return line;
  }

  /** Mute somebody, or hear them again: here alone, and as long as this browser remembers. */
  function turn(name) {
    if (!muted.delete(name)) muted.add(name);
    keepMuted(table.id, [...muted]);
    [...list.children].forEach(hush);
  }

  function hush(line) {
    const { name } = line.dataset;
    const silent = muted.has(name);
    line.toggleAttribute("data-muted", silent);
    line.querySelector("span:not(.ui-mark)").textContent = silent ? words.muted : line.said;
    const mute = line.querySelector(".ui-mute");
    if (mute) mute.textContent = filled(silent ? words.unmute : words.mute, { name });
  }

  const talk = byId("watchers-talk");
  const box = talk.querySelector("input");
  box.addEventListener("change", () => table.act("rules", { watchers_talk: box.checked }));

  /** Who may talk: the host says so, and watchers see it. */
  function rule(state) {
    const silent = !state.watchers_talk && !state.me.host && !state.me.seats.length;
    const field = byId("chat-text");
    talk.hidden = !state.me.host;
    box.checked = state.watchers_talk;
    field.disabled = silent;
    field.placeholder = silent ? table.words.only_players_talk : field.getAttribute("aria-label");
  }

  function badge() {
    unread.hidden = missed === 0;
    unread.textContent = missed;
  }

  byId("say-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = byId("chat-text");
    const text = field.value.trim();
    if (text && (await table.act("chat", { text }))) field.value = "";
  });

  return {
    draw,
    seen() {
      missed = 0;
      list.parentElement.scrollTop = list.scrollHeight;
      badge();
    },
  };
}

/** When it was said: the hour today, the day too before. */
function timeOf(seconds) {
  const moment = new Date(seconds * 1000);
  const today = moment.toDateString() === new Date().toDateString();
  const shown = today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" };
  const text = new Intl.DateTimeFormat(document.documentElement.lang, shown).format(moment);
  return make("time", { datetime: moment.toISOString() }, text);
}

function mutedAt(id) {
  try {
    return JSON.parse(localStorage.getItem(`muted:${id}`) ?? "[]");
  } catch {
    return []; // a browser that keeps nothing
  }
}

function keepMuted(id, names) {
  try {
    if (names.length) localStorage.setItem(`muted:${id}`, JSON.stringify(names));
    else localStorage.removeItem(`muted:${id}`);
  } catch {
    // then it is forgotten with the page
  }
}
