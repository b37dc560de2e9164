// How board and hand share the room: under or beside each other, whichever shows both larger.

import { byId } from "./dom.js";

const GAP = 8;
const SHARES = [0.12, 0.15, 0.18, 0.21, 0.24, 0.28, 0.32, 0.36, 0.4, 0.45];
const BETTER = 0.05; // a new arrangement must be worth the jump
const USUAL = 0.08; // and a hand beside the board worth the unusual place

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

export function fitting(stage) {
  let boxes = null;
  let current = null;

  function arrange(force) {
    const { clientWidth: width, clientHeight: height } = stage;
    if (!boxes || !width || !height) return;
    const [board, hand] = boxes;
    const value = (one) => worth(board, hand, one, width, height);
    let best = { beside: false, share: 0.2 };
    for (const share of SHARES) {
      for (const beside of [false, true]) {
        if (value({ beside, share }) > value(best)) best = { beside, share };
      }
    }
    if (!force && current && value(best) < value(current) + BETTER) return;
    current = best;
    stage.dataset.hand = best.beside ? "beside" : "below";
    stage.style.setProperty("--hand-share", `${best.share * 100}%`);
  }

  new ResizeObserver(() => arrange(true)).observe(stage);
  return (state) => {
    const { board, hand } = state.panels;
    byId("hand").hidden = !hand;
    boxes = board && hand ? [board.box, hand.box] : null;
    if (boxes) arrange(false);
    else {
      current = null;
      stage.dataset.hand = "none";
    }
  };
}
