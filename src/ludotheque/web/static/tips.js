// Resting on a part, or a long press, explains it: what it is, and what a move there would bring.

import { byId, make } from "./dom.js";
import { meant } from "./finger.js";
import { placeBeside } from "./floating.js";

const REST = 380;
const PRESS = 450;

export function explaining(table) {
  const tip = byId("tip");
  const menu = byId("menu");
  let timer = 0;
  let over = null;
  let since = 0; // when a finger came down
  let pressed = false; // the click that ends a long press is none

  async function show(owner) {
    if (menu.matches(":popover-open")) return; // it would lie over what one is about to choose
    const part = owner.closest("[data-key]");
    const own = owner.dataset.tip ?? "";
    const choices = table.shown().choices.filter((choice) => choice.at === part?.dataset.key);
    tip.replaceChildren(...lines(own, choices));
    if (tip.textContent) reveal(owner);
    if (choices.length !== 1) return;
    const brings = await table.preview(choices[0].move).catch(() => "");
    if (brings && over === owner) {
      tip.replaceChildren(...lines(own, choices, brings));
      reveal(owner);
    }
  }

  function lines(own, choices, brings) {
    const texts = choices.length === 1 ? [own || choices[0].label, brings] : [own];
    return texts.filter(Boolean).map((text) => make("p", {}, text));
  }

  function reveal(owner) {
    if (!owner.isConnected) return;
    tip.showPopover();
    placeBeside(tip, owner);
  }

  function hide() {
    clearTimeout(timer);
    over = null;
    if (tip.matches(":popover-open")) tip.hidePopover();
  }

  const ownerOf = (target) => target.closest?.("svg[data-panel] [data-tip], svg[data-panel] .can");

  document.addEventListener("pointerover", (event) => {
    const owner = ownerOf(event.target);
    if (owner === over || event.pointerType === "touch") return;
    hide();
    if (!owner) return;
    over = owner;
    timer = setTimeout(show, REST, owner);
  });
  document.addEventListener("focusin", (event) => {
    if (!event.target.matches?.("svg[data-panel] .can:focus-visible")) return;
    hide();
    over = event.target;
    timer = setTimeout(show, 0, over); // later: a menu that closes and gives the focus back is still closing
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("pointerdown", (event) => {
    hide();
    pressed = false;
    since = event.timeStamp;
    const owner = ownerOf(meant(event));
    if (event.pointerType !== "touch" || !owner) return;
    over = owner;
    timer = setTimeout(() => {
      pressed = true;
      show(owner);
    }, PRESS);
  });
  document.addEventListener("pointermove", (event) => {
    const strayed = Math.hypot(event.movementX, event.movementY) > 4;
    if (event.pointerType === "touch" && strayed && !pressed) clearTimeout(timer);
  });
  document.addEventListener("pointerup", (event) => {
    if (pressed && event.timeStamp - since >= PRESS) return;
    if (pressed) hide(); // the finger was gone in time; it was the page that was late
    pressed = false;
    clearTimeout(timer);
  });
  document.addEventListener("click", (event) => pressed && event.preventDefault(), true);
  document.addEventListener("contextmenu", (event) => pressed && event.preventDefault());
  document.addEventListener("scroll", hide, true);
  return { hide };
}
