// The players: who sits where, whose turn, points, clocks; free seats and invitations.

import { button, byId, copy, keepingFocus, make, marks, points } from "./dom.js";
import { contributionTo } from "./fair.js";
import { float } from "./motion.js";

export function seating(table) {
  const { words } = table;
  const list = byId("seats");
  let drawn = null;
  let received = 0; // when the clocks came

  function draw(state) {
    if (drawn?.seats === state.seats && drawn.phase === state.phase && drawn.me === state.me) return;
    received = performance.now();
    keepingFocus(list, () => state.seats.forEach((seat) => drawSeat(seat, state)));
    drawn = state;
    tick();
  }

  function drawSeat(seat, state) {
    const item = list.querySelector(`[data-seat="${seat.seat}"]`);
    const before = drawn?.seats[seat.seat];
    item.toggleAttribute("data-turn", seat.turn);
    item.toggleAttribute("data-winner", seat.winner);
    item.toggleAttribute("data-mine", seat.mine);
    item.toggleAttribute("data-away", seat.kind === "person" && !seat.here);
    if (seat.turn) item.setAttribute("aria-current", "true");
    else item.removeAttribute("aria-current");
    item.querySelector(".ui-seat-line").replaceChildren(...lineOf(seat, state));
    item.querySelector(".ui-seat-actions")?.remove();
    const actions = actionsOf(seat, state);
    const line = item.querySelector(".ui-seat-line");
    if (actions.length) line.after(make("div", { class: "ui-seat-actions" }, ...actions));
    const gain = seat.score - before?.score; // not a number where points are not counted
    const counted = gain && seat.score !== null && before.score !== null;
    const leap = state.phase === "over" && Math.abs(state.ply - drawn?.ply) > 1; // through the replay
    if (counted && !leap) float(line, `${gain > 0 ? "+" : ""}${points(gain)}`);
  }

  function lineOf(seat, state) {
    return [
      ...marks(seat.marks),
      make("span", { class: "ui-seat-who" }, seat.name),
      make("span", { class: "ui-seat-about" }, about(seat, state)),
      seat.turn && make("span", { class: "ui-hidden" }, words.turn),
      seat.winner && make("span", { class: "ui-star", "aria-hidden": "true" }, "★"),
      seat.winner && make("span", { class: "ui-hidden" }, words.winner),
      seat.clock !== null && make("span", { class: "ui-clock", "data-clock": seat.seat }),
      make("span", { class: "ui-seat-score" }, points(seat.score)),
    ].filter(Boolean);
  }

  function about(seat, state) {
    if (seat.stand_in) return words.stand_in;
    if (seat.kind === "bot") return seat.level;
    if (seat.mine) return state.me.seats.length > 1 ? words.here : words.you;
    return seat.kind === "person" && !seat.here ? words.away : "";
  }

  function actionsOf(seat, state) {
    if (seat.mine && seat.stand_in) return [button(words.come_back, table.reopen, "ui-small", "back")];
    const actions = [];
    if (seat.invite) actions.push(...invitation(seat));
    if (seat.kind === "open" && (!state.me.seats.length || state.hot_seat)) {
      const sit = () =>
        table.act("sit", { seat: seat.seat, ...contributionTo(state.table, state.fairness?.commitment) });
      actions.push(button(words.sit, sit, "ui-small", `sit:${seat.seat}`));
    }
    if (state.me.host && ["open", "friend"].includes(seat.kind)) actions.push(botPicker(seat));
    return actions;
  }

  function invitation(seat) {
    const field = make("input", {
      class: "ui-invite",
      value: seat.invite,
      readonly: true,
      "aria-label": words.invitation,
      onfocus: () => field.select(),
    });
    const give = () => copy(seat.invite, words);
    return [field, button(words.copy_invitation, give, "ui-small", `invite:${seat.seat}`)];
  }

  function botPicker(seat) {
    const put = (event) => table.act("bot", { seat: seat.seat, level: event.target.value });
    return make(
      "select",
      { class: "ui-small", "aria-label": words.put_bot, "data-focus": `bot:${seat.seat}`, onchange: put },
      make("option", { value: "", disabled: true, selected: true }, words.put_bot),
      ...table.levels.map((level) => make("option", { value: level.name }, level.label)),
    );
  }

  /** Clocks run on the page between two messages. */
  function tick() {
    if (!drawn) return;
    for (const seat of drawn.seats) {
      const clock = list.querySelector(`[data-clock="${seat.seat}"]`);
      if (!clock) continue;
      const running = seat.turn && drawn.phase === "playing";
      const left = Math.max(0, seat.clock - (running ? (performance.now() - received) / 1000 : 0));
      clock.textContent = `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
      clock.toggleAttribute("data-short", left < 10);
    }
  }
  setInterval(tick, 250);

  return { draw };
}
