// The table: hears states, shows them, and sends what the player does. It knows no rules.

import { get, getText, lineIsBack, post, surely } from "./api.js";
import { asides } from "./asides.js";
import { chatting } from "./chat.js";
import { choosing } from "./choices.js";
import { button, byId, data, filled, make, marks, reachTables, toast, typing } from "./dom.js";
import { contribute } from "./fair.js";
import { fitLine, fitting, measuring, yielding } from "./fit.js";
import { inWords } from "./inwords.js";
import { lessons } from "./lesson.js";
import { merged, renewed, watch } from "./live.js";
import { logging, tabs } from "./log.js";
import { celebrate, layOut } from "./motion.js";
import { notifying } from "./notify.js";
import { pacing } from "./pacing.js";
import { adopt, draw as drawPanels, focusedKey, panelOf, partsOf, refocus } from "./panels.js";
import { puzzling } from "./puzzle.js";
import { replaying } from "./replay.js";
import { results } from "./result.js";
import { reviewing } from "./review.js";
import { seating } from "./seats.js";
import { choose, offerSettings, setting } from "./settings.js";
import { sharing } from "./share.js";
import { sounds } from "./sound.js";
import { explaining } from "./tips.js";
import { zooming } from "./zoom.js";

const words = data("words");
const where = data("page");
let live = data("state"); // the table as it is seen; what comes too fast waits (pacing.js)
let past = null; // a moment of the replay, if one is shown
let script = null; // the game's own, if it has one
let busy = false; // a move is on its way
const previews = new Map();
const FORCED = 800; // ms before a forced move plays itself, so that it is seen
let forcedSoon = 0;
const contributed = new Set(); // tables to whose shuffles this page has contributed

const table = {
  id: live.table,
  words,
  levels: where.levels,
  grace: where.grace, // seconds in which whoever has gone may come back
  record: byId("record") ? data("record") : null, // of a game that is stored nowhere
  puzzle: where.puzzle, // if that is all: a position that waits for one move
  named: where.named,
  shuffle: where.shuffle,
  sound: sounds(),
  state: () => live,
  shown: () => past ?? live,
  ply: () => past?.ply ?? live.ply,
  seat: () => (live.me.as >= 0 ? { seat: live.me.as } : {}),
  busy: () => busy,
  play,
  preview,
  explain,
  say,
  refuse,
  act,
  showPast,
  reopen: () => line.reopen(),
};

/** Post something to the table, or send a move over its line; false if it was refused, with a sentence why. */
async function act(what, body) {
  const posted = () => surely(() => post(`${where.api}/${what}`, body), () => showLine(false));
  try {
    return (await (what === "moves" ? line.play(body, posted) : posted())) ?? true;
  } catch (error) {
    refuse(error.message, error.rule);
    return false;
  }
}

async function play(move, more = {}) {
  if (busy || past) return false;
  busy = true;
  byId("play").toggleAttribute("data-busy", true);
  const answer = await act("moves", { ply: live.ply, move, ...table.seat(), ...more }).finally(() => {
    busy = false;
    byId("play").removeAttribute("data-busy");
  });
  if (answer && puzzle) puzzle.tell(answer);
  else if (answer) setTimeout(() => pace.newest().version < answer.version && line.reopen(), 1500);
  else unmark("chosen");
  return answer !== false;
}

/** Take a look off all parts that have it. */
function unmark(look) {
  for (const part of document.querySelectorAll(`svg[data-panel] > .${look}`)) part.classList.remove(look);
}

/** What a move would bring; asked once per position, and not while one is on its way. */
async function preview(move) {
  if (busy) return "";
  const key = `${live.ply} ${live.me.as} ${move}`;
  if (!previews.has(key)) {
    if (previews.size > 400) previews.clear();
    const path = `${where.api}/preview?ply=${live.ply}&move=${encodeURIComponent(move)}`;
    const brings = get(path).then(
      (answer) => answer.words,
      () => "",
    );
    previews.set(key, brings);
  }
  return previews.get(key);
}

/** Say why a part cannot be played now, if that is a question. */
async function explain(part) {
  if (past || live.phase !== "playing" || !live.me.seats.length) return;
  const nothing = { words: "" };
  const why = await get(`${where.api}/why?part=${encodeURIComponent(part)}`).catch(() => nothing);
  if (why.words) refuse(why.words, why.rule);
}

/** A field for moves, for whoever asked for one. */
function showTyping() {
  document.body.toggleAttribute("data-typing", setting("typing"));
}

/** Something short about what one is doing, over the line that tells what to do. */
function say(text) {
  byId("say").textContent = text;
  if (text) fitLine(byId("say"), byId("say"));
}

/** Say why something cannot be done; the rule that stands against it, if there is one, lies behind a button. */
function refuse(text, rule) {
  const look = () => {
    byId("toasts").replaceChildren(); // it would lie over the rules
    showRules(rule);
  };
  const why = rule && button(words.why, look, "ui-small");
  toast(text, why ? 12_000 : undefined, why);
  table.sound.refused();
}

const side = tabs((name) => name === "chat" && chat.seen());
const choices = choosing(table);
const tips = explaining(table);
const seats = seating(table);
const notes = asides(table);
const lesson = lessons(table);
const puzzle = table.puzzle && puzzling(table, unmark);
const log = logging((ply) => replay.go(ply));
const chat = chatting(table);
const replay = replaying(table);
const review = reviewing(table, replay);
const result = results(table, review);
const bell = notifying(words);
const fit = fitting(byId("stage"), where.hand);
const pace = pacing(words, live, present);
offerSettings((name) => {
  if (name === "forced") playForced();
  if (name === "typing") showTyping();
});
const measure = measuring();
yielding(byId("now"), [byId("lesson"), byId("asides")]);
const reading = inWords(table, () => script);
zooming();

/** Show a state: the table as it is, or a moment of the replay. */
function show(state) {
  const focused = focusedKey();
  drawPanels(state, words);
  fit(state);
  measure(state);
  choices.draw(state);
  reading.draw(state);
  markLast(state);
  seats.draw(state);
  notes.draw(live);
  if (puzzle) puzzle.draw();
  else lesson.draw(live);
  log.draw(live, live.phase === "over" ? state.ply : null);
  chat.draw(pace.newest());
  result.draw(live);
  review.follow(state.ply);
  replay.draw(live);
  showNow(state);
  showCurtain(live);
  showTools(live);
  script?.update(state);
  review.show(state);
  refocus(focused);
}

function markLast(state) {
  unmark("last");
  for (const key of state.last) for (const part of partsOf(key)) part.classList.add("last");
}

function showNow(state) {
  byId("now").toggleAttribute("data-mine", state.to_act);
  document.body.toggleAttribute("data-over", state.phase === "over");
  byId("now-marks").replaceChildren(...marks(state.seats.find((seat) => seat.turn)?.marks));
  if (byId("prompt").textContent !== state.prompt) byId("prompt").textContent = state.prompt;
  say("");
  const waiting = state.waiting ? filled(words.waiting, { seconds: state.waiting }) : "";
  byId("waking").textContent = (state.waking && words.waking) || (state.unsaved && words.unsaved) || waiting;
  fitPrompt();
}

/** When all else is drawn: it costs a layout. */
function fitPrompt() {
  requestAnimationFrame(() => fitLine(byId("prompt"), byId("now")));
}

/** One screen, hidden hands: the next player lifts the curtain. */
function showCurtain(state) {
  const curtain = byId("curtain");
  const seat = state.seats[state.curtain ?? -1];
  byId("stage").toggleAttribute("data-curtain", Boolean(seat));
  if (String(state.curtain) === curtain.dataset.seat) return;
  curtain.dataset.seat = state.curtain;
  curtain.hidden = !seat;
  curtain.replaceChildren();
  if (!seat) return;
  const lift = () => line.send({ as: seat.seat });
  curtain.append(
    make("p", {}, ...marks(seat.marks), filled(words.curtain, { name: seat.name })),
    button(filled(words.lift, { name: seat.name }), lift, "ui-primary"),
  );
  curtain.lastElementChild.focus();
}

function showTools(state) {
  byId("undo").disabled = !state.undo.allowed;
  byId("hint").disabled = !state.to_act || state.curtain !== null;
  byId("help-tools").hidden = state.phase === "over";
  byId("leave").hidden = !state.me.seats.length;
  byId("leave").disabled = state.phase === "over";
  side.offer("panels", Object.keys(state.panels).some((name) => !/^(board|hand|seat:\d+)$/.test(name)));
  side.offer("result", Boolean(state.result));
  const number = state.watching - (state.me.seats.length ? 0 : 1);
  const others = number > 0 ? filled(words.watching, { number }) : "";
  byId("watching").textContent = state.me.seats.length ? others : `${words.watching_you} ${others}`;
}

/** The shuffles of this table, or of the next with the same players, may wait for what I contribute. */
function contributeIfAwaited() {
  const { fairness, me, rematch } = live;
  if (fairness?.awaited.some((seat) => me.seats.includes(seat)) && !contributed.has(live.table)) {
    contributed.add(live.table);
    contribute(live.table, fairness.commitment);
  }
  if (rematch && me.seats.length && !contributed.has(rematch)) {
    contributed.add(rematch);
    get(`/api/tables/${rematch}`).then(
      (next) => {
        const awaited = next.fairness?.awaited.some((seat) => next.me.seats.includes(seat));
        if (awaited) contribute(rematch, next.fairness.commitment);
      },
      () => {}, // whoever goes there contributes there
    );
  }
}

/** A new state of the table as it is. */
function hear(message, whole) {
  if (message.refused) return toast(message.refused.message);
  const before = pace.newest();
  const next = whole ? renewed(before, message) : merged(before, message);
  if (!next) return line.reopen();
  const mine = isMyTurn(next);
  bell.turn(mine, mine && !(isMyTurn(before) && before.turn === next.turn), next);
  pace.take(next, whole);
  chat.draw(next);
}

/** The moment has come to see a state. */
function present(state, before) {
  live = state;
  if (live.phase !== "over" || before.phase !== "over") past = null;
  tips.hide();
  show(past ?? live);
  announce(before);
  contributeIfAwaited();
  playForced();
}

const isMyTurn = (state) => state.to_act && state.phase === "playing";

/** Whoever has no choice may let the move be made: it is announced, and then seen happening. */
function playForced() {
  clearTimeout(forcedSoon);
  const { forced, ply } = live;
  if (!forced || live.lesson || past || busy || !setting("forced")) return;
  say(words.forced);
  const at = live.choices.find((choice) => choice.move === forced)?.at;
  if (at) for (const part of partsOf(at)) part.classList.add("chosen");
  forcedSoon = setTimeout(() => live.ply === ply && play(forced, { by_itself: true }), FORCED);
}

/** Sounds for what is new, and the end. */
function announce(before) {
  const news = isMyTurn(live) && !(before.to_act && before.turn === live.turn);
  if (live.ply > before.ply) table.sound.move();
  if (news) table.sound.turn();
  if (live.phase === "over" && before.phase !== "over") {
    table.sound.end();
    side.show("result");
    side.openSheet();
    if (live.result.winners.some((seat) => live.me.seats.includes(seat))) celebrate();
  }
}

/** A moment of the replay: its own position and points, all else as it is. */
function showPast(moment) {
  const seats = live.seats.map((seat, k) => ({
    ...seat,
    score: moment.scores?.[k] ?? null,
    beside_score: moment.beside_scores[k] ?? "",
    turn: moment.turn === k,
    winner: seat.winner && moment.ply === live.ply,
  }));
  const now = moment.ply === live.ply && moment.as === live.me.as;
  past = now ? null : { ...live, ...moment, seats, choices: [], to_act: false };
  show(past ?? live);
}

function showLine(up) {
  const place = byId("line");
  if (up === (place.textContent === "")) return;
  place.textContent = up ? "" : words.reconnecting;
  fitPrompt();
  if (up) lineIsBack();
}

// What the page's own buttons and keys do.

byId("undo").addEventListener("click", () => act("undo", {}));
byId("leave").addEventListener("click", () => byId("leaving").showModal());
byId("leaving").addEventListener("close", async (event) => {
  if (event.target.returnValue === "leave" && (await act("leave", {}))) location.assign("/");
  if (event.target.returnValue === "resign") byId("resigning").showModal();
});
byId("resigning").addEventListener("close", (event) => {
  if (event.target.returnValue === "resign") act("resign", {});
});
byId("typed").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = byId("typed-move");
  if (field.value.trim() && (await play(field.value.trim()))) field.value = "";
});
sharing(table);
byId("rules-button").addEventListener("click", showRules);
byId("help-button").addEventListener("click", () => byId("help").showModal());

/** The rules lie beside the board: one can read and play. With a rule's number, that one is shown. */
async function showRules(rule) {
  const drawer = byId("rules");
  if (drawer.open && typeof rule !== "string") return drawer.close();
  if (!drawer.open) drawer.show();
  const place = byId("rules-text");
  if (!place.childElementCount) {
    const rules = () => getText(`${drawer.dataset.from}?bare=1`);
    try {
      place.innerHTML = await surely(rules, () => place.replaceChildren(words.offline));
    } catch (error) {
      return place.replaceChildren(error.message);
    }
    reachTables(place);
  }
  if (typeof rule !== "string") return;
  for (const old of place.querySelectorAll(".ui-rule-shown")) old.classList.remove("ui-rule-shown");
  const told = byId(`rule-${rule}`)?.closest("p, li, blockquote, td");
  told?.classList.add("ui-rule-shown");
  told?.scrollIntoView({ block: "center" });
}

const KEYS = {
  t: () => {
    choose("typing", true);
    showTyping();
    byId("typed-move").focus();
  },
  m: () => byId("moves-button").click(),
  h: () => byId("hint").click(),
  u: () => byId("undo").click(),
  r: showRules,
  c: () => {
    side.show("chat");
    side.openSheet();
    byId("chat-text").focus();
  },
  s: () => byId("sound").click(),
  "?": () => byId("help").showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    byId("rules").close();
    byId("side").removeAttribute("data-open");
    notes.close();
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.defaultPrevented || typing(event.target)) return;
  if (document.querySelector("dialog:modal")) return;
  const act = KEYS[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
});

/** What a game's own script may use. */
function forScript() {
  return {
    get board() {
      return panelOf("board");
    },
    get hand() {
      return panelOf("hand");
    },
    play,
    preview,
    say,
    confirms: () => setting("confirm"),
    types: () => setting("typing"),
    tools: (element) => byId("game-tools").append(element),
    point: (svg, event) => {
      const seen = new DOMPoint(event.clientX, event.clientY);
      const { x, y } = seen.matrixTransform(svg.getScreenCTM().inverse());
      return { x, y };
    },
  };
}

showTyping();
adopt(live);
show(live);
layOut(live.laid.flatMap(partsOf));
bell.turn(isMyTurn(live), false, live);
playForced();
if (live.result) side.show("result");
if (where.script) {
  import(where.script).then((module) => {
    script = module.attach(forScript());
    script.update(table.shown());
  });
}
const noLine = { reopen() {}, send() {}, play: (_move, otherwise) => otherwise() };
const line = table.record || table.puzzle ? noLine : watch({
  address: () => {
    const asked = `seat=${live.me.as}&drawn=${pace.newest().drawn}`;
    return `${location.origin.replace(/^http/, "ws")}/api/tables/${table.id}/watch?${asked}`;
  },
  hear,
  line: showLine,
});
