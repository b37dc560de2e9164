// At which pace somebody sees what happens. The server slows nobody down: what comes too fast waits here.
//
// Every state has its moment: bots' moves come one after the other, a finished trick stays for a while, and a
// round ends with a summary that is closed before the next deal is seen. What a state says about that is its
// `interlude`.

import { button, byId, make, marks, points } from "./dom.js";
import { pictureOf } from "./panels.js";
import { setting } from "./settings.js";

const MOVE = { instant: 0, quick: 600, calm: 1500 }; // ms between two moves of others
const TRICK = { instant: 0, quick: 2000, calm: Infinity }; // ms that a trick stays; or until a click
const HURRIED = 200; // ms instead, while somebody's own clock runs
const MOST = 60; // states that may wait; who is further behind sees the newest at once

/** `present(state, before)` shows a state; it is called in order, and `take` hears every new state at once. */
export function pacing(words, first, present) {
  const waiting = [];
  const dialog = byId("interlude");
  const goOn = byId("go-on");
  let shown = first;
  let newest = first;
  let free = 0; // when the next state may be shown
  let timer = 0;
  let looking = false; // a summary is open

  /** A new state of the table. */
  function take(state, whole) {
    const back = state.ply < newest.ply || state.phase === "seating";
    newest = state;
    waiting.push(state);
    if (whole || back || waiting.length > MOST) return catchUp();
    step();
  }

  /** Show the newest at once. */
  function catchUp() {
    waiting.length = 0;
    clearTimeout(timer);
    goOn.hidden = true;
    if (looking) dialog.close();
    free = 0;
    show(newest);
  }

  function step() {
    clearTimeout(timer);
    while (waiting.length && !looking) {
      const next = waiting[0];
      const left = isMine(next) ? 0 : free - performance.now();
      if (left > 0 || document.hidden) return wait(left);
      if (isNews(next, "round") && setting("summaries")) return summarise(next);
      waiting.shift();
      show(next);
    }
    if (!waiting.length) goOn.hidden = true;
  }

  function wait(left) {
    goOn.hidden = !heldByTrick();
    if (left > 0 && left < Infinity) timer = setTimeout(step, left);
  }

  /** One's own move is seen at once. */
  const isMine = (next) => next.ply > shown.ply && shown.me.seats.includes(shown.turn);
  const heldByTrick = () => shown.interlude?.kind === "trick";
  const isNews = (state, kind) =>
    state.interlude?.kind === kind && state.interlude.key !== shown.interlude?.key && state.ply > shown.ply;

  function show(state) {
    const before = shown;
    const trick = isNews(state, "trick");
    const others = state.ply > before.ply && !isMine(state);
    shown = state;
    present(state, before);
    if (trick) free = performance.now() + pause(TRICK);
    else if (others) free = performance.now() + pause(MOVE);
    else if (state.ply !== before.ply) free = 0;
  }

  function pause(table) {
    const usual = table[setting("pace")];
    const ticking = newest.to_act && newest.clock.kind !== "none" && !newest.clock.by_post;
    return ticking ? Math.min(usual, HURRIED) : usual;
  }

  /** What a trick held back may be seen now. */
  function release() {
    if (!waiting.length || looking || !heldByTrick()) return;
    free = 0;
    step();
  }

  /** How the round came out; whoever closes it sees the next one. */
  function summarise(state) {
    looking = true;
    goOn.hidden = true;
    const { title, lines, panel } = state.interlude;
    const line = ({ seat, words: told, points: gained }) =>
      make(
        "li",
        {},
        make("span", {}, ...marks(state.seats[seat].marks), make("strong", {}, state.seats[seat].name), " ", told),
        make("span", { class: "ui-seat-score" }, `${gained > 0 ? "+" : ""}${points(gained)}`),
      );
    dialog.replaceChildren(
      make("h2", { id: "interlude-title" }, title),
      state.panels[panel] ? pictureOf(panel, state) : "",
      make("ul", { class: "ui-result-lines" }, ...lines.map(line)),
      make("p", { class: "ui-dialog-actions" }, button(words.go_on, () => dialog.close(), "ui-primary")),
    );
    dialog.showModal();
    dialog.querySelector("button").focus();
  }

  dialog.addEventListener("close", () => {
    if (!looking) return;
    looking = false;
    free = 0;
    const next = waiting.shift();
    if (next) show(next);
    step();
  });
  goOn.addEventListener("click", release);
  byId("stage").addEventListener("click", release);
  document.addEventListener("keydown", (event) => {
    if (["Enter", " "].includes(event.key) && (event.target === document.body || event.target.id === "stage")) {
      release();
    }
  });
  document.addEventListener("visibilitychange", () => document.hidden || step());

  return { take, newest: () => newest, behind: () => waiting.length > 0 };
}
