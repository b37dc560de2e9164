// Two fingers bring the board nearer, one moves it while it is near; a pinch on a trackpad does too.

import { byId } from "./dom.js";

const MOST = 5;
const WHOLE = 1.05; // whoever pinches back as far as this wants the whole board
const STRAYED = 8; // px that a finger may move and still have tapped

export function zooming() {
  const room = byId("board");
  const back = byId("unzoom");
  const fingers = new Map(); // that are down: id -> where
  let view = { scale: 1, x: 0, y: 0 }; // what the picture is moved by, from the middle of the room
  let panned = false; // the click that ends a movement is none

  const picture = () => room.querySelector("svg[data-panel]");

  function show(next) {
    const scale = Math.min(MOST, Math.max(1, next.scale));
    const far = { x: ((scale - 1) * room.clientWidth) / 2, y: ((scale - 1) * room.clientHeight) / 2 };
    const within = (value, most) => Math.max(-most, Math.min(most, value));
    view = scale < WHOLE && !fingers.size ? { scale: 1, x: 0, y: 0 } : { scale, x: within(next.x, far.x), y: within(next.y, far.y) };
    const zoomed = view.scale > 1;
    picture().style.transform = zoomed ? `translate(${view.x}px, ${view.y}px) scale(${view.scale})` : "";
    room.toggleAttribute("data-zoomed", zoomed);
    back.hidden = !zoomed;
  }

  /** Zoom so that what is seen at a point stays there. */
  function zoomAt({ x, y }, times) {
    const box = room.getBoundingClientRect();
    const [px, py] = [x - box.x - box.width / 2, y - box.y - box.height / 2];
    const scale = Math.min(MOST, Math.max(1, view.scale * times));
    const ratio = scale / view.scale;
    show({ scale, x: px - (px - view.x) * ratio, y: py - (py - view.y) * ratio });
  }

  function move(event) {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY, from: before.from };
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const apart = (one) => Math.max(20, Math.hypot(one.x - other.x, one.y - other.y));
      panned = true;
      zoomAt({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }, apart(now) / apart(before));
      show({ ...view, x: view.x + dx / 2, y: view.y + dy / 2 });
    } else if (view.scale > 1 && !picture().hasAttribute("data-holding")) {
      panned ||= Math.hypot(now.x - now.from.x, now.y - now.from.y) > STRAYED;
      if (panned) show({ ...view, x: view.x + dx, y: view.y + dy });
    }
    fingers.set(event.pointerId, now);
  }

  function lift(event) {
    if (fingers.delete(event.pointerId) && !fingers.size) show(view);
  }

  room.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch" || event.target.closest("button")) return;
    if (!fingers.size) panned = false;
    const at = { x: event.clientX, y: event.clientY };
    fingers.set(event.pointerId, { ...at, from: at });
  });
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", lift);
  window.addEventListener("pointercancel", lift);
  room.addEventListener("click", (event) => panned && event.target !== back && event.preventDefault(), true);
  room.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomAt({ x: event.clientX, y: event.clientY }, Math.exp(-event.deltaY / 100));
    },
    { passive: false },
  );
  back.addEventListener("click", () => {
    panned = false;
    show({ scale: 1, x: 0, y: 0 });
  });
  new ResizeObserver(() => view.scale > 1 && show(view)).observe(room);
}
