// Forma at the table: take an element, turn it, flip it, drop it on the board.
//
// This script knows no rules. `state.extra` (script.py) says what may be put on the board now and where each
// way fits, and once for all in which ways an element can be turned. Squares are counted from the south-west corner; where
// something is, is given by the south-west corner of the rectangle around it.

const SVG = "http://www.w3.org/2000/svg";
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const RACK = '[data-key^="rack:"]';
const REST = 160; // ms that the hand must rest before the table says what a place would earn
const WHEEL_PAUSE = 120; // ms between two turns by the wheel
const CLICK = 6; // px that a pointer may stray and still have clicked
const ABOVE_FINGER = 1.5; // squares, so that the finger does not cover what it holds
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export function attach(table) {
  const hand = new Hand(table);
  return { update: (state) => hand.update(state), inWords: () => hand.inWords() };
}

/** What the player holds over the board, and all ways to move it: mouse, finger, keys, wheel, buttons. */
class Hand {
  constructor(table) {
    this.table = table;
    this.extra = { things: {}, words: {}, board: {} };
    this.held = null; // {name, way, x, y, …}; x and y are whole unless it is moved freely, by eye
    this.press = null; // a mouse button or finger that is down
    this.offered = false; // what is held was put into the hand, not taken
    this.marked = null; // {key, room}: the squares that it could cover, as they were last drawn
    this.overlay = make("g", { class: "overlay", tabindex: "-1", role: "application" });
    this.tools = set(document.createElement("div"), { class: "tools", role: "toolbar", hidden: "" });
    table.tools(this.tools);
    this.listen(table.board, table.hand);
  }

  listen(board, rack) {
    rack?.addEventListener("pointerdown", (event) => this.pressRack(event));
    rack?.addEventListener("keydown", (event) => this.keyOnRack(event));
    board.addEventListener("pointerdown", (event) => this.pressBoard(event));
    board.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    board.addEventListener("pointermove", (event) => this.showCoordinates(this.point(event)));
    board.addEventListener("pointerleave", () => this.showCoordinates({ x: -1, y: -1 }));
    window.addEventListener("pointermove", (event) => this.movePointer(event));
    window.addEventListener("pointerup", (event) => this.release(event));
    window.addEventListener("pointercancel", () => (this.press = null));
    window.addEventListener("pointerdown", (event) => event.isPrimary || (this.press = null)); // two fingers zoom
    document.addEventListener("keydown", (event) => this.key(event), true);
  }

  /** A new state: keep what is in the hand if it may still be played. */
  update(state) {
    if (!state.extra?.board) return; // nobody plays yet
    const moved = state.ply !== this.ply;
    this.ply = state.ply;
    this.extra = { ...state.extra, things: withTurning(state.extra) };
    this.sent &&= !moved;
    this.table.board.append(this.overlay); // above whatever the page has drawn
    const name = this.held?.name;
    if (name && (!(name in this.things) || (moved && !this.isStone(name)))) this.held = null;
    if (!this.held && this.stones.length) this.take(this.stones[0]);
    if (!this.held && state.to_act && this.extra.offer && !this.refused) this.offer(this.extra.offer);
    this.tools.hidden = state.phase === "over" || !this.table.hand?.querySelector(RACK);
    this.show();
    this.keepFocus();
  }

  /** Who plays with the keys alone need not begin anew at the top of the page after every move. */
  keepFocus() {
    if (!this.byKeys || document.activeElement !== document.body) return;
    (this.held ? this.overlay : this.table.hand?.querySelector(".lift"))?.focus();
  }

  get things() { return this.extra.things; }
  get thing() { return this.things[this.held.name]; }
  get look() { return this.thing.look ?? this.extra.look; }
  isStone(name) { return "says" in this.things[name]; }

  /** In the set-up something is always in the hand; buttons change what. */
  get stones() { return Object.keys(this.things).filter((name) => this.isStone(name)); }

  // Taking and dropping

  take(name) {
    const { side } = this.extra.board;
    this.held = { name, way: 0, x: 0, y: 0 };
    this.sent = this.offered = false;
    this.centre({ x: side / 2, y: side / 2 }, false);
    this.hush();
    this.show();
  }

  /**
   * A first element lies in the hand already: one click puts it down, and any other can be taken instead.
   * Nothing is said about it before it is moved: the line that tells what to do stays in sight.
   */
  offer(name) {
    this.take(name);
    this.offered = true;
    this.centre(this.nearestFit());
    this.hush();
  }

  /** The middle of the place nearest to the middle of the board where what is held fits as it lies. */
  nearestFit() {
    const { side } = this.extra.board;
    const { wide, high } = this.size();
    const corners = this.thing.fits[this.held.way];
    const middles = [...Array(side * side).keys()]
      .filter((corner) => has(corners, corner))
      .map((corner) => ({ x: (corner % side) + wide / 2, y: Math.floor(corner / side) + high / 2 }));
    const away = ({ x, y }) => Math.hypot(x - side / 2, y - side / 2);
    return middles.sort((one, other) => away(one) - away(other))[0] ?? this.held.middle;
  }

  takeStone(name, click) {
    this.take(name);
    this.byKeys = click.detail === 0; // no mouse has clicked
    if (this.byKeys) this.overlay.focus();
  }

  /** In the set-up there is nowhere to put it; by eye what is taken up stays in the hand until it is dropped. */
  get isBound() { return this.isStone(this.held.name) || this.thing.by_eye; }

  putBack() {
    const { name } = this.held;
    if (this.isBound) return;
    this.held = null;
    this.refused = true; // nothing is offered to somebody who puts it back
    this.hush();
    this.show();
    if (this.byKeys) this.table.hand?.querySelector(`[data-key="rack:${name}"]`)?.focus();
  }

  /** Post the move. One that does not fit is refused by the table, with the rule, or lost by eye. */
  drop() {
    this.sent = this.fits() !== false;
    this.hush();
    this.draw();
    this.table.play(this.move());
  }

  move() { return (this.thing.says ?? "") + this.squareNames(); }

  // Where it is, and how it lies

  number(x, y) { return y * this.extra.board.side + x; }
  cells() { return offsets(this.thing.ways[this.held.way]); }

  /** Its squares, in the order a move spells them. */
  squares() {
    return this.cells().map(([dx, dy]) => [Math.round(this.held.x) + dx, Math.round(this.held.y) + dy]);
  }

  squareNames() { return this.squares().map(([x, y]) => this.extra.board.files[x] + (y + 1)).join("+"); }

  /** True or false; undefined by eye, where nobody knows. */
  fits() {
    const corners = this.thing.fits?.[this.held.way];
    return corners && has(corners, this.number(this.held.x, this.held.y));
  }

  size() {
    const wide = 1 + Math.max(...this.cells().map(([x]) => x));
    return { wide, high: 1 + Math.max(...this.cells().map(([, y]) => y)) };
  }

  /** Bring the middle of what is held as near to a point (in squares) as the board allows. */
  centre({ x, y }, freely = this.held.freely) {
    const { wide, high } = this.size();
    const { side } = this.extra.board;
    const near = freely ? (value) => value : Math.round;
    this.held.x = clamp(near(x - wide / 2), 0, side - wide);
    this.held.y = clamp(near(y - high / 2), 0, side - high);
    Object.assign(this.held, { middle: { x, y }, freely });
    this.draw();
    this.hush();
    this.resting = setTimeout(() => this.preview(), REST);
  }

  step([dx, dy]) {
    const { wide, high } = this.size();
    this.centre({ x: Math.round(this.held.x) + dx + wide / 2, y: Math.round(this.held.y) + dy + high / 2 }, false);
  }

  turn(times = 1) {
    for (let k = 0; k < times; k++) this.held.way = Number(this.thing.turn[this.held.way]);
    this.centre(this.held.middle);
  }

  flip() {
    this.held.way = Number(this.thing.flip[this.held.way]);
    this.centre(this.held.middle);
  }

  // Mouse and fingers

  /** Where a pointer is, in squares. */
  point(event) {
    const { left, top, pitch, side } = this.extra.board;
    const { x, y } = this.table.point(this.table.board, event);
    return { x: (x - left) / pitch, y: side - (y - top) / pitch };
  }

  isOnBoard({ x, y }) {
    const { side } = this.extra.board;
    return x >= 0 && y >= 0 && x < side && y < side;
  }

  pressRack(event) {
    const name = nameOf(event.target.closest(RACK));
    if (!(name in this.things) || event.button > 0) return;
    event.preventDefault();
    if (this.held?.name === name && !this.offered) return this.putBack();
    if (this.held && this.isBound) return;
    this.take(name);
    this.table.say(this.thing.by_eye ? fill(this.extra.words.final, { thing: this.thing.label }) : this.thing.label);
    this.pressed(event, { fromRack: true });
  }

  pressBoard(event) {
    if (!this.held || event.button > 0 || !event.isPrimary) return;
    event.preventDefault();
    const { x, y } = this.point(event);
    const onGhost = this.squares().some(([i, j]) => i === Math.floor(x) && j === Math.floor(y));
    this.pressed(event, { onGhost });
  }

  pressed(event, more) {
    this.press = { x: event.clientX, y: event.clientY, strayed: false, ...more };
    this.byKeys = false;
    if (isTyping(document.activeElement)) document.activeElement.blur(); // R and F are for the hand now
  }

  movePointer(event) {
    if (!this.held || !event.isPrimary) return;
    const { press } = this;
    if (press) press.strayed ||= Math.hypot(event.clientX - press.x, event.clientY - press.y) > CLICK;
    const mouse = event.pointerType === "mouse";
    if (!mouse && !press?.strayed) return;
    const { x, y } = this.point(event);
    this.centre({ x, y: mouse ? y : y + ABOVE_FINGER + this.size().high / 2 }, Boolean(this.thing.by_eye));
  }

  /** Whether a pointer leaves the ghost where it is let go, and a second click or ✓ drops it. */
  dropsLater(event) { return event.pointerType !== "mouse" || (this.table.confirms() && !this.thing.by_eye); }

  /** The mouse drops at once, unless moves are to be confirmed; a finger never does. */
  release(event) {
    const { press } = this;
    const at = this.held && this.point(event);
    this.press = null;
    if (!press || !at || !this.isOnBoard(at)) return;
    if (this.dropsLater(event) ? press.onGhost && !press.strayed : !press.fromRack || press.strayed) {
      this.drop();
    } else if (!press.strayed) {
      this.centre(at);
    }
  }

  wheel(event) {
    if (!this.held) return;
    event.preventDefault();
    if (event.timeStamp - (this.wheeled ?? -WHEEL_PAUSE) < WHEEL_PAUSE) return;
    this.wheeled = event.timeStamp;
    this.turn(event.deltaY > 0 ? 1 : 3);
  }

  // Keys

  keyOnRack(event) {
    const name = nameOf(event.target.closest(RACK));
    if (!(name in this.things) || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    if (this.held && this.isBound) return this.overlay.focus();
    this.take(name);
    this.table.say(fill(this.extra.words.taken, { thing: this.thing.label }));
    this.overlay.focus();
    this.byKeys = true;
  }

  key(event) {
    if (!this.held || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const given = this.offered || this.isStone(this.held.name);
    if (given && event.target !== this.overlay) return; // keys may still scroll
    if (["Enter", " "].includes(event.key) && event.target.closest?.("button, a, [role=button]")) return;
    const act = this.action(event.key);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  action(key) {
    if (key in ARROWS) return () => this.step(ARROWS[key]);
    const keys = { r: () => this.turn(), " ": () => this.turn(), f: () => this.flip() };
    return { ...keys, enter: () => this.drop(), escape: () => this.putBack() }[key.toLowerCase()];
  }

  // What is seen

  show() {
    this.markRack();
    this.showTools();
    this.draw();
  }

  markRack() {
    for (const part of this.table.hand?.querySelectorAll(RACK) ?? []) {
      const name = nameOf(part);
      part.classList.toggle("lift", name in this.things);
      part.classList.toggle("taken", this.held?.name === name);
      if (name in this.things) set(part, { tabindex: 0, role: "button", "aria-label": this.things[name].label });
      else part.removeAttribute("tabindex");
    }
    if (this.table.hand) this.table.hand.style.touchAction = Object.keys(this.things).length ? "none" : "";
  }

  /** Buttons stay in their places, so that nothing jumps and a focus is not lost. */
  showTools() {
    const { words } = this.extra;
    const stones = this.stones.map((name) => [this.things[name].label, (event) => this.takeStone(name, event)]);
    const turning = [
      [words.turn, () => this.turn(), "⟳"],
      [words.flip, () => this.flip(), "⇋"],
      [words.back, () => this.putBack(), "✕", this.held && this.isBound],
    ];
    const tools = [...(stones.length ? stones : turning), [words.place, () => this.drop(), "✓"]];
    while (this.tools.children.length < tools.length) this.tools.append(document.createElement("button"));
    while (this.tools.children.length > tools.length) this.tools.lastChild.remove();
    tools.forEach(([ariaLabel, onclick, sign, useless], k) => {
      const disabled = !this.held || Boolean(useless);
      Object.assign(this.tools.children[k], { type: "button", ariaLabel, onclick, disabled });
      this.tools.children[k].replaceChildren(...labelled(ariaLabel, sign));
      this.tools.children[k].ariaPressed = k < stones.length ? this.stones[k] === this.held.name : null;
    });
    this.tools.setAttribute("aria-label", words.tools);
  }

  draw() {
    const { board } = this.table;
    board.style.cursor = this.held ? "grabbing" : "";
    board.toggleAttribute("data-holding", Boolean(this.held)); // a finger moves it, not the board
    if (!this.held) return this.overlay.replaceChildren();
    const room = this.room();
    if (this.overlay.firstElementChild !== room) this.overlay.replaceChildren(room);
    room.nextElementSibling?.remove();
    room.after(this.ghost());
    this.overlay.setAttribute("aria-label", `${this.thing.label} ${this.squareNames()}`);
  }

  /** All squares that the element, lying as it does, could cover; drawn once while it is only moved about. */
  room() {
    const corners = this.thing.fits?.[this.held.way] ?? "";
    const key = [this.look, this.held.name, this.held.way, corners].join(" ");
    if (this.marked?.key !== key) this.marked = { key, room: this.roomOf(corners) };
    return this.marked.room;
  }

  roomOf(corners) {
    const { side } = this.extra.board;
    const steps = this.cells().map(([dx, dy]) => this.number(dx, dy));
    const covered = new Set();
    for (let corner = 0; corners && corner < side * side; corner++) {
      if (has(corners, corner)) for (const step of steps) covered.add(corner + step);
    }
    const d = [...covered].map((square) => this.box(square % side, Math.floor(square / side), 3)).join("");
    return make("path", { class: `room ${this.look}`, d });
  }

  ghost() {
    const fit = { true: "fits", false: "misfits" }[this.fits()] ?? "";
    const ghost = make("g", { class: `ghost ${this.look} ${fit} ${this.sent ? "sent" : ""}` });
    const { x, y } = this.held;
    for (const [css, inset] of [["edge", 0], ["body", 0], ["grain", 4]]) {
      const d = this.cells().map(([dx, dy]) => this.box(x + dx, y + dy, inset)).join("");
      ghost.append(make("path", { class: css, d }));
    }
    return ghost;
  }

  /** Path data of a square, drawn in by *inset*. */
  box(x, y, inset) {
    const { left, top, pitch, side } = this.extra.board;
    const size = pitch - 2 * inset;
    return `M${left + x * pitch + inset} ${top + (side - 1 - y) * pitch + inset}h${size}v${size}h${-size}z`;
  }

  showCoordinates(at) {
    const { board } = this.table;
    for (const axis of board.querySelectorAll(".axis.here")) axis.classList.remove("here");
    if (!this.isOnBoard(at)) return;
    const [file, rank] = [this.extra.board.files[Math.floor(at.x)], Math.floor(at.y) + 1];
    for (const axis of board.querySelectorAll(`.file-${file}, .rank-${rank}`)) axis.classList.add("here");
  }

  // What is said

  /** Everything that fits, thing by thing, for whoever reads rather than looks; by eye nobody knows. */
  inWords() {
    return Object.values(this.things).map((thing) => ({ label: thing.label, moves: this.movesOf(thing) }));
  }

  movesOf({ ways, fits = [], says = "" }) {
    const { side, files } = this.extra.board;
    const named = (corner) => ([dx, dy]) => files[(corner % side) + dx] + (Math.floor(corner / side) + dy + 1);
    const corners = [...Array(side * side).keys()];
    return fits.flatMap((packed, way) =>
      corners.filter((corner) => has(packed, corner)).map((corner) => says + offsets(ways[way]).map(named(corner)).join("+")),
    );
  }

  hush() { clearTimeout(this.resting); }

  /** Whether it fits and what it would earn, which by eye nobody knows; squares for who plays by keys or types. */
  async preview() {
    if (!this.held) return;
    const { words } = this.extra;
    const squares = this.byKeys || this.table.types() ? this.squareNames() : "";
    const [move, fits] = [this.move(), this.fits()];
    if (fits === undefined) return this.table.say(squares || this.thing.label);
    if (!fits) return this.table.say(squares ? fill(words.misfits, { squares }) : words.misfits_here);
    const earns = await this.table.preview(move).catch(() => "");
    if (!this.held || this.move() !== move) return; // it has gone elsewhere meanwhile
    const told = squares ? fill(words.fits, { squares, earns }) : fill(words.fits_here, { earns });
    this.table.say(earns ? told : squares || this.thing.label);
  }
}

/** "000110" -> [[0, 0], [0, 1], [1, 0]] */
const offsets = (way) => way.match(/../g).map(([x, y]) => [Number(x), Number(y)]);
const nameOf = (part) => part?.dataset.key.slice("rack:".length);
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
const fill = (text, values) => text.replace(/{(\w+)}/g, (_, name) => values[name]);
const make = (tag, attributes) => set(document.createElementNS(SVG, tag), attributes);
const isTyping = (element) => element.closest?.("input, textarea, select, [contenteditable]") != null;

/** What may be put on the board, each with the ways in which it can be turned, and the squares where each fits. */
function withTurning({ things, turning }) {
  const whole = ([name, { fits, ...thing }]) => [name, { ...turning[name], ...thing, fits: rows(fits, turning[name].ways.length) }];
  return Object.fromEntries(Object.entries(things).map(whole));
}

/** A text cut into so many equal pieces; none where there is no text. */
function rows(text, number) {
  const wide = text?.length / number;
  return text && [...Array(number).keys()].map((k) => text.slice(k * wide, (k + 1) * wide));
}

/** Whether a square, by its number, is in a set of squares in base64. */
function has(squares, number) {
  const six = BASE64.indexOf(squares[Math.floor(number / 6)]);
  return Boolean((six >> (5 - (number % 6))) & 1);
}

/** A button's sign and word; on a phone the sign is enough. A button without a sign is its word. */
function labelled(text, sign) {
  if (!sign) return [text];
  const word = document.createElement("span");
  Object.assign(word, { className: "ui-word", textContent: ` ${text}` });
  return [sign, word];
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
