// How board and hand share the room: under or beside each other, whichever shows both larger. It is decided
// once for a window, when the table opens, and stays: nothing jumps because the board grows.

import { byId } from "./dom.js";

const GAP = 8;
const SHARES = [0.12, 0.15, 0.18, 0.21, 0.24, 0.28, 0.32, 0.36, 0.4, 0.45];
const USUAL = 0.08; // a hand beside the board must be worth the unusual place
const SMALLER = ["", "0.9em", "0.8em", "0.72em"]; // of a line that is too long for its room

const scale = (box, width, height) => Math.max(0.01, Math.min(width / box[2], height / box[3]));

/** How good an arrangement is: the board counts most; a hand larger than the board is no gain. */
function worth(board, hand, arrangement, width, height) {
  const { beside, share } = arrangement;
  const handWidth = beside ? (width - GAP) * share : width;
  const handHeight = beside ? height : (height - GAP) * share;
  const boardWidth = beside ? width - GAP - handWidth : width;
  const boardHeight = beside ? height : height - GAP - handHeight;
  const onBoard = scale(board, boardWidth, boardHeight);
  const inHand = Math.min(scale(hand, handWidth, handHeight), onBoard);
  return Math.log(onBoard) + 0.35 * Math.log(inHand) - (beside ? USUAL : 0);
}

/** The best arrangement of two boxes in a room. */
function best([board, hand], width, height) {
  let found = { beside: false, share: 0.2 };
  const value = (one) => worth(board, hand, one, width, height);
  for (const share of SHARES) {
    for (const beside of [false, true]) {
      if (value({ beside, share }) > value(found)) found = { beside, share };
    }
  }
  return found;
}

/** `expected` is the box of the hand that whoever plays will see: its room is kept before it is dealt. */
export function fitting(stage, expected) {
  let boxes = null; // of board and hand as they were first seen together

  function arrange() {
    const { clientWidth: width, clientHeight: height } = stage;
    if (!boxes || !width || !height) return;
    const { beside, share } = best(boxes, width, height);
    stage.dataset.hand = beside ? "beside" : "below";
    stage.style.setProperty("--hand-share", `${share * 100}%`);
  }

  new ResizeObserver(arrange).observe(stage);
  return ({ panels: { board, hand }, phase, me }) => {
    if (boxes) return; // a hand that is not shown keeps its place: for a while, or from whoever only watches
    const plays = phase === "seating" || me.seats.length > 0; // or may still sit down
    const box = hand?.box ?? (plays ? expected : null);
    byId("hand").hidden = !box;
    stage.dataset.hand = "none";
    boxes = board && box ? [board.box, box] : null;
    arrange();
  };
}

/** Set a line smaller until it fits into its room. */
export function fitLine(line, room) {
  for (const size of SMALLER) {
    line.style.fontSize = size;
    if (line.scrollHeight <= room.clientHeight) return;
  }
}

/** Where notes reach over a line, as on a phone, it goes meanwhile: half of it helps nobody. */
export function yielding(line, notes) {
  const observer = new ResizeObserver(() => {
    const { top, right } = line.getBoundingClientRect();
    const over = ({ bottom, left, height }) => height && left < right && bottom > top + 2;
    line.toggleAttribute("data-covered", notes.map((note) => note.getBoundingClientRect()).some(over));
  });
  for (const one of [line, ...notes]) observer.observe(one);
}

/** Tell the pictures how many pixels a unit of theirs has: their text is never smaller than can be read. */
export function measuring() {
  const boxes = new WeakMap(); // of the pictures; while one zooms, its own attribute tells something between
  const rooms = new WeakMap(); // what each has on the page, as the observer told: to ask for it costs a layout
  const observer = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      rooms.set(target, contentRect);
      measure(target, boxes.get(target), contentRect);
    }
  });
  return ({ panels }) => {
    for (const svg of document.querySelectorAll("svg[data-panel]")) {
      const { box } = panels[svg.dataset.panel];
      boxes.set(svg, box);
      if (rooms.has(svg)) measure(svg, box, rooms.get(svg));
      else observer.observe(svg); // it tells before anything is seen
    }
  };
}

function measure(svg, [, , across, down], { width, height }) {
  if (!width || !height) return;
  const unit = Math.min(width / across, height / down).toFixed(3);
  if (svg.style.getPropertyValue("--unit") !== unit) svg.style.setProperty("--unit", unit);
}
