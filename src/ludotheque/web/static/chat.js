// Talk at the table.

import { byId, make, marks } from "./dom.js";

export function chatting(table) {
  const list = byId("talk");
  const unread = byId("unread");
  let count = -1; // lines known; -1 before the first state
  let missed = 0;

  function draw(state) {
    const { entries } = state.chat;
    const news = count >= 0 ? entries.length - count : 0;
    for (const entry of entries.slice(Math.max(0, list.children.length))) {
      const letters = entry.seat >= 0 ? state.seats[entry.seat]?.marks : "";
      const who = make("strong", {}, `${entry.name} `);
      list.append(make("li", {}, ...marks(letters), who, make("span", {}, entry.text)));
    }
    count = entries.length;
    if (news > 0) {
      missed = byId("pane-chat").hidden ? missed + news : 0;
      list.parentElement.scrollTop = list.scrollHeight;
      if (!state.me.seats.includes(entries.at(-1).seat)) table.sound.chat();
    }
    badge();
    rule(state);
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
