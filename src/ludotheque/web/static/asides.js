// Notes between the line that says what to do and the board: coach, hint, questions, invitations.

import { post, surely } from "./api.js";
import { button, byId, filled, keepingFocus, make, toast } from "./dom.js";
import { contributionTo } from "./fair.js";
import { point } from "./pointing.js";

export function asides(table) {
  const { words } = table;
  const place = byId("asides");
  let hint = null; // {ply, thinking} or {ply, move, label, words, others}
  let heard = ""; // the topic the coach was thanked for
  let drawn = "";
  let pointing = false; // whether the board shows the hint

  function draw(state) {
    if (hint && hint.ply !== state.ply) hint = null;
    const kinds = state.seats.map((seat) => seat.kind);
    const { coach, undo, phase, me } = state;
    const key = JSON.stringify([hint, heard, coach, undo.asked, phase, me.seats, kinds]);
    mark();
    if (key === drawn) return;
    drawn = key;
    const notes = [invited(state), undoing(state), hinted(), coached(state)].filter(Boolean);
    keepingFocus(place, () => place.replaceChildren(...notes));
  }

  /** The move that the hint is about, on the board; what is drawn anew must be marked again. */
  function mark() {
    const shown = hint?.move ? hint : null;
    if (shown || pointing) point(shown);
    pointing = Boolean(shown);
  }

  const note = (look, ...children) => make("div", { class: `ui-note ${look}` }, ...children);

  /** Whoever comes by a friend's link gives a name and sits down. */
  function invited(state) {
    const query = new URLSearchParams(location.search);
    const key = query.get("key") ?? "";
    const kind = key ? "friend" : query.has("sit") && "open";
    const kept = state.seats.filter((seat) => seat.kind === kind);
    if (!kept.length || state.me.seats.length) return null;
    const name = make("input", {
      maxlength: 24,
      required: true,
      value: table.named ? state.name : "", // asked once, and kept
      autocomplete: "nickname",
      "aria-label": words.your_name,
      "data-focus": "name",
    });
    const sit = async (event) => {
      event.preventDefault();
      const refusal = await sitDown(kept, name.value.trim(), key);
      if (refusal) toast(refusal.message);
      else table.reopen();
    };
    return make(
      "form",
      { class: "ui-note ui-note-big", onsubmit: sit },
      make("p", {}, words.invited),
      name,
      make("button", { class: "ui-primary" }, words.sit_down),
    );
  }

  /** Take the seat that the key opens; says why not if none does. */
  async function sitDown(kept, name, key) {
    let refusal = null;
    const given = contributionTo(table.id, table.state().fairness?.commitment);
    for (const { seat } of kept) {
      try {
        await surely(() => post(`/api/tables/${table.id}/sit`, { seat, name, key, ...given }));
        return null;
      } catch (error) {
        refusal = error;
      }
    }
    return refusal;
  }

  function undoing(state) {
    const { asked } = state.undo;
    if (!asked) return null;
    if (asked.mine) return note("", make("p", {}, words.undo_waiting));
    const answer = (label, yes) => button(label, () => table.act("undo/answer", { yes }), "ui-small", label);
    const ask = make("p", {}, filled(words.undo_asked, { name: asked.name }));
    return note("", ask, ...(asked.of_me ? [answer(words.agree, true), answer(words.refuse, false)] : []));
  }

  function hinted() {
    if (!hint) return null;
    if (hint.thinking) return note("ui-note-hint", make("p", {}, words.hint_thinking));
    const item = (one) => make("li", {}, make("strong", {}, one.label), " ", one.words);
    const list = make("ul", {}, ...hint.others.map(item));
    const others = make("details", {}, make("summary", {}, words.hint_others), list);
    return note(
      "ui-note-hint",
      make("p", {}, `${words.hint} `, make("strong", {}, hint.label), hint.words ? ` — ${hint.words}` : ""),
      hint.others.length ? others : null,
      button(words.play_it, () => table.play(hint.move), "ui-small ui-small-primary", "hint"),
      button(words.close, close, "ui-small", "close"),
    );
  }

  function coached(state) {
    if (!state.coach || state.coach.topic === heard) return null;
    const thanks = () => {
      heard = state.coach.topic;
      draw(table.shown());
    };
    const advice = make("p", {}, make("strong", {}, `${words.coach} `), state.coach.text);
    return note("ui-note-coach", advice, button(words.got_it, thanks, "ui-small", "coach"));
  }

  async function ask() {
    const state = table.shown();
    hint = { ply: state.ply, thinking: true };
    draw(state);
    try {
      hint = await surely(() => post(`/api/tables/${state.table}/hint`, table.seat()));
    } catch (error) {
      hint = null;
      toast(error.message);
    }
    draw(table.shown());
  }

  function close() {
    hint = null;
    draw(table.shown());
  }

  byId("hint").addEventListener("click", ask);
  return { draw, close };
}
