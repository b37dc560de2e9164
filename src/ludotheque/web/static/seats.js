// The players: who sits where, whose turn, points, clocks; free seats and invitations.

import { byId, keepingFocus, make, marks, points, toast } from "./dom.js";
import { float } from "./motion.js";

export function seating(table) {
  const { words } = table;
  const list = byId("seats");
  let drawn = null;
  let received = 0; // when the clocks were told

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
    if (actions.length) item.querySelector(".ui-seat-line").after(make("div", { class: "ui-seat-actions" }, ...actions));
    if (before && typeof seat.score === "number" && typeof before.score === "number" && seat.score !== before.score) {
      const gain = seat.score - before.score;
      float(item.querySelector(".ui-seat-line"), `${gain > 0 ? "+" : ""}${points(gain)}`);
    }
  }

  function lineOf(seat, state) {
    return [
      ...marks(seat.marks),
      make("span", { class: "ui-seat-who" }, seat.name),
      make("span", { class: "ui-seat-about" }, about(seat, state)),
      seat.turn && state.phase === "playing" ? make("span", { class: "ui-hidden" }, words.turn) : null,
      seat.winner ? make("span", { class: "ui-star" }, "★", make("span", { class: "ui-hidden" }, words.winner)) : null,
      seat.clock !== null && seat.clock !== undefined ? make("span", { class: "ui-clock", "data-clock": seat.seat }) : null,
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
    if (seat.mine && seat.stand_in) return [button(words.come_back, "back", () => table.act("sit", { seat: seat.seat }))];
    const actions = [];
    if (seat.invite) actions.push(...invitation(seat));
    if (seat.kind === "open" && !state.me.seats.length) {
      actions.push(button(words.sit, `sit:${seat.seat}`, () => table.act("sit", { seat: seat.seat })));
    }
    if (state.me.host && ["open", "friend"].includes(seat.kind) && state.phase !== "over") actions.push(botPicker(seat));
    return actions;
  }

  const button = (label, focus, act) =>
    make("button", { type: "button", class: "ui-small", "data-focus": focus, onclick: act }, label);

  function invitation(seat) {
    const copy = () => navigator.clipboard.writeText(seat.invite).then(() => toast(words.copied), () => field.select());
    const field = make("input", { class: "ui-invite", value: seat.invite, readonly: true, "aria-label": words.invitation, onfocus: () => field.select() });
    return [field, button(words.copy_invitation, `invite:${seat.seat}`, copy)];
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
