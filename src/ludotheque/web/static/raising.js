// A move in two steps: the first click raises a card and says what it would do, the second plays it. So it is
// with a finger in the hand, where cards lie close together, and everywhere for whoever confirms moves.

import { button, byId, filled } from "./dom.js";
import { meant } from "./finger.js";
import { setting } from "./settings.js";

const SWIPE = 28; // px that a finger goes up to play a card

/** `ask` plays a choice or raises it first; `lower` forgets what is raised; `swiped` is called with a part. */
export function raising(table, swiped) {
  const { words } = table;
  let raised = null; // the choice
  let finger = null; // what is down: {part, x, y}, or null
  let touched = false; // whether a finger clicked last, not a mouse or a key

  /** Play a choice, or raise it if it takes two steps and this is the first. */
  function ask(choice, part) {
    const inHand = part?.ownerSVGElement.dataset.panel === "hand";
    const twice = setting("confirm") || (touched && inHand);
    if (!twice || raised === choice) {
      part?.classList.add("chosen");
      lower();
      table.play(choice.move);
    } else raise(choice, part);
  }

  async function raise(choice, part) {
    lower();
    raised = choice;
    part?.classList.add("raised");
    const say = (brings) => table.say([filled(words.again, { what: choice.label }), brings].filter(Boolean).join(" "));
    say("");
    if (setting("confirm")) {
      const confirm = () => ask(choice, part);
      byId("choices").prepend(
        button(words.confirm, confirm, "ui-choice ui-confirm", "confirm"),
        button(words.cancel, lower, "ui-choice ui-confirm", "cancel"),
      );
    }
    const brings = await table.preview(choice.move).catch(() => "");
    if (raised === choice) say(brings);
  }

  function lower() {
    if (!raised) return;
    raised = null;
    for (const part of document.querySelectorAll(".raised")) part.classList.remove("raised");
    for (const one of document.querySelectorAll(".ui-confirm")) one.remove();
    table.say("");
  }

  document.addEventListener("pointerdown", (event) => {
    touched = event.pointerType === "touch";
    const part = meant(event).closest?.('svg[data-panel="hand"] .can');
    finger = touched && part ? { part, x: event.clientX, y: event.clientY } : null;
  });
  document.addEventListener("pointerup", (event) => {
    if (!finger) return;
    const { part, x, y } = finger;
    finger = null;
    const up = y - event.clientY;
    if (up > SWIPE && up > Math.abs(event.clientX - x)) swiped(part);
  });
  document.addEventListener("pointercancel", () => (finger = null));
  document.addEventListener("keydown", (event) => {
    touched = false;
    if (event.key === "Escape") lower();
  });

  return { ask, lower };
}
