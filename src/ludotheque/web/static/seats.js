// The players: who sits where, whose turn, points, clocks; free seats and invitations.

import { button, byId, copy, data, keepingFocus, make, marks, points } from "./dom.js";
import { contributionTo } from "./fair.js";
import { float } from "./motion.js";
import { askName } from "./share.js";

const peopleWords = data("people-words");

/** Somebody whom the game waits for; once it is over, nobody is missed. */
const isAway = (seat, state) => seat.kind === "person" && !seat.here && state.phase !== "over";

const SMALL = "ui-small ui-seat-act";
const HOUR = 3600;
const DAY = 24 * HOUR;
const LOOKS = { day: "long", hour: "short", minute: "short" };
const formats = new Map(); // of units; each takes some milliseconds to make, and most tables need none

/** So many days, hours or minutes, as the page's language says it. */
function inUnits(number, unit) {
  if (!formats.has(unit)) {
    const style = { style: "unit", unit, unitDisplay: LOOKS[unit] };
    formats.set(unit, new Intl.NumberFormat(document.documentElement.lang, style));
  }
  return formats.get(unit).format(number);
}

/** Seconds as one tells them: 2 days 3 hr, 3 hr 20 min, 4:05; what matters, and the rest if there is room. */
function timeLeft(seconds) {
  const whole = (unit, of = seconds) => Math.floor(of / unit);
  if (seconds >= DAY) return [inUnits(whole(DAY), "day"), ` ${inUnits(whole(HOUR, seconds % DAY), "hour")}`];
  if (seconds >= HOUR) return [inUnits(whole(HOUR), "hour"), ` ${inUnits(whole(60, seconds % HOUR), "minute")}`];
  return [`${whole(60)}:${String(whole(1, seconds % 60)).padStart(2, "0")}`, ""];
}

export function seating(table) {
  const { words } = table;
  const list = byId("seats");
  const room = byId("waiting"); // before the game: who is invited, and who may sit down
  let drawn = null;
  const gone = new Map(); // seats whose people are away, and since when this page knows
  let received = 0; // when the clocks came

  function draw(state) {
    if (drawn?.seats === state.seats && drawn.phase === state.phase && drawn.me === state.me) return;
    received = performance.now();
    state.seats.forEach((seat) => noteAway(seat, state));
    keepingFocus(list, () => state.seats.forEach((seat) => drawSeat(seat, state)));
    keepingFocus(room, () => drawRoom(state));
    drawn = state;
    tick();
  }

  function noteAway(seat, state) {
    if (!isAway(seat, state)) gone.delete(seat.seat);
    else if (!gone.has(seat.seat)) gone.set(seat.seat, received);
  }

  function drawSeat(seat, state) {
    const item = list.querySelector(`[data-seat="${seat.seat}"]`);
    const before = drawn?.seats[seat.seat];
    item.toggleAttribute("data-turn", seat.turn);
    item.toggleAttribute("data-winner", seat.winner);
    item.toggleAttribute("data-mine", seat.mine);
    item.toggleAttribute("data-away", isAway(seat, state));
    if (seat.turn) item.setAttribute("aria-current", "true");
    else item.removeAttribute("aria-current");
    item.querySelector(".ui-seat-line").replaceChildren(...lineOf(seat, state));
    const line = item.querySelector(".ui-seat-line");
    const gain = seat.score - before?.score; // not a number where points are not counted
    const counted = gain && seat.score !== null && before.score !== null;
    const leap = state.phase === "over" && Math.abs(state.ply - drawn?.ply) > 1; // through the replay
    if (counted && !leap) float(line.lastElementChild, `${gain > 0 ? "+" : ""}${points(gain)}`);
  }

  function lineOf(seat, state) {
    return [
      ...marks(seat.marks),
      make("span", { class: "ui-seat-who" }, seat.name),
      make("span", { class: "ui-seat-about" }, about(seat, state)),
      make("span", { class: "ui-seat-holds" }, seat.holds),
      seat.turn && make("span", { class: "ui-hidden" }, words.turn),
      seat.winner && make("span", { class: "ui-star", "aria-hidden": "true" }, "★"),
      seat.winner && make("span", { class: "ui-hidden" }, words.winner),
      seat.clock !== null && make("span", { class: "ui-clock", "data-clock": seat.seat }),
      actionOf(seat, state),
      seat.beside_score && make("span", { class: "ui-seat-beside" }, seat.beside_score),
      make("span", { class: "ui-seat-score" }, points(seat.score)),
    ].filter(Boolean);
  }

  function about(seat, state) {
    if (seat.resigned) return peopleWords.resigned;
    if (seat.stand_in) return words.stand_in;
    if (seat.kind === "bot") return seat.level;
    if (seat.mine) return state.me.seats.length > 1 ? words.here : words.you;
    return isAway(seat, state) ? words.away : "";
  }

  /** What can be done about a seat while the game goes on; it lies within the seat and moves nothing. */
  function actionOf(seat, state) {
    if (seat.mine && seat.stand_in && !seat.resigned) return button(words.come_back, table.reopen, SMALL, "back");
    if (!isMissed(seat, state)) return null;
    const put = () => table.act("stand-in", { seat: seat.seat });
    return button(peopleWords.stand_in, put, SMALL, `stand-in:${seat.seat}`);
  }

  /** The free seats lie over the empty board until the game begins. */
  function drawRoom(state) {
    const seats = state.phase === "seating" ? state.seats : [];
    const rows = seats.flatMap((seat) => {
      const actions = actionsOf(seat, state);
      return actions.length ? [make("li", {}, make("strong", {}, seat.name), ...actions)] : [];
    });
    room.hidden = !rows.length;
    room.replaceChildren(make("ul", {}, ...rows));
    if (seats.some((seat) => seat.invite)) {
      room.prepend(button(peopleWords.invite, () => byId("share").click(), "ui-primary", "share"));
    }
  }

  function actionsOf(seat, state) {
    const actions = [];
    if (seat.invite) actions.push(...invitation(seat));
    if (seat.kind === "open" && (!state.me.seats.length || state.hot_seat)) {
      const sit = async () => {
        const another = state.me.seats.length > 0; // at this screen: whoever it is has a name of their own
        const name = table.named && !another ? "" : await askName();
        const given = contributionTo(state.table, state.fairness?.commitment);
        if (name !== null) table.act("sit", { seat: seat.seat, name, another, ...given });
      };
      actions.push(button(words.sit, sit, "ui-small", `sit:${seat.seat}`));
    }
    if (state.me.host && ["open", "friend"].includes(seat.kind)) actions.push(botPicker(seat));
    return actions;
  }

  /** Somebody is away whom no clock replaces: those who play may let a bot do so, until they are back. */
  function isMissed(seat, state) {
    const away = isAway(seat, state) && !seat.mine && !seat.stand_in;
    return away && state.phase === "playing" && state.clock.kind === "none" && state.me.seats.length > 0;
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

  /** Clocks run on the page between two messages, and so does the time in which somebody may come back. */
  function tick() {
    if (!drawn) return;
    for (const seat of drawn.seats) {
      const put = list.querySelector(`[data-focus="stand-in:${seat.seat}"]`);
      if (put) put.hidden = performance.now() - gone.get(seat.seat) < 1000 * table.grace;
      const clock = list.querySelector(`[data-clock="${seat.seat}"]`);
      if (!clock) continue;
      const running = seat.turn && !seat.stand_in && drawn.phase === "playing";
      const left = Math.max(0, seat.clock - (running ? (performance.now() - received) / 1000 : 0));
      const [much, rest] = timeLeft(left);
      if (clock.textContent !== much + rest) {
        clock.replaceChildren(much, make("span", { class: "ui-clock-rest" }, rest));
      }
      clock.toggleAttribute("data-short", left < 10);
    }
  }
  setInterval(tick, 250);

  return { draw };
}
