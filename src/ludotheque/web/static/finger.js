// What a finger means is what lies under it. A browser moves a tap to the nearest button; in a hand, where cards
// lie close together, that is often the card beside the one that was touched.

let down = null; // where a finger touched last; null if something else clicks

document.addEventListener(
  "pointerdown",
  ({ pointerType, clientX: x, clientY: y }) => (down = pointerType === "touch" ? { x, y } : null),
  true,
);

/** The element that a pointer's event or a click is meant for. */
export function meant(event) {
  const under = down && event.pointerType === "touch" && document.elementFromPoint(down.x, down.y);
  return under?.closest?.("#hand [data-key]") ? under : event.target;
}
