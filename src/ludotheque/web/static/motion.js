// Movement: what changed is seen changing, within 300 ms, and never in the way of the next click.

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const SMOOTH = "cubic-bezier(.2,.75,.25,1)";

export const still = () => reduced.matches;

/** A box on the screen, in the units of a panel: its middle and its size. */
export function inUnits(svg, box) {
  const matrix = svg.getScreenCTM();
  if (!matrix || !box.width) return null;
  const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
  const { x, y } = middle.matrixTransform(matrix.inverse());
  return { x, y, size: box.width / matrix.a };
}

/** Let a part glide from where it was (in its panel's units) to where it stands now. */
export function glide(part, from, to) {
  if (!from) return;
  const ratio = from.size && to.size ? from.size / to.size : 1;
  const scale = ratio > 0.15 && ratio < 8 ? ratio : 1;
  const [x, y] = [from.x - scale * to.x, from.y - scale * to.y];
  if (Math.hypot(from.x - to.x, from.y - to.y) < 1 && Math.abs(scale - 1) < 0.03) return;
  part.animate([{ translate: `${x}px ${y}px`, scale }, { translate: "0px 0px", scale: 1 }], {
    duration: 300,
    easing: SMOOTH,
  });
}

/** A part that is new lands on the table. */
export function land(part, at) {
  const scale = 1.3;
  part.animate(
    [
      { opacity: 0, translate: `${at.x * (1 - scale)}px ${at.y * (1 - scale)}px`, scale },
      { opacity: 1, translate: "0px 0px", scale: 1 },
    ],
    { duration: 240, easing: SMOOTH },
  );
}

/** A board that was set up for the players: its parts land one after the other. */
export function layOut(parts) {
  if (still()) return;
  parts.forEach((part, k) => {
    part.animate([{ opacity: 0, translate: "0 -24px" }, { opacity: 1, translate: "0 0" }], {
      duration: 260,
      delay: 120 * k,
      easing: SMOOTH,
      fill: "backwards",
    });
  });
}

/** A part that is gone fades; nobody can click or read it any more. */
export function fade(part) {
  part.removeAttribute("data-key");
  part.removeAttribute("tabindex");
  part.dataset.gone = "";
  part.setAttribute("aria-hidden", "true");
  part.style.pointerEvents = "none";
  const done = part.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 180, fill: "forwards" });
  done.onfinish = () => part.remove();
  done.oncancel = () => part.remove();
}

const zooms = new WeakMap();

/** Change what part of the plane a panel shows, smoothly where that is wanted. */
export function zoom(svg, box, smoothly) {
  const end = box.join(" ");
  const from = svg.getAttribute("viewBox").split(/[\s,]+/).map(Number);
  cancelAnimationFrame(zooms.get(svg)?.frame ?? 0);
  zooms.delete(svg);
  if (from.every((value, k) => value === box[k])) return () => {}; // numbers: the server writes them otherwise
  svg.setAttribute("viewBox", end);
  if (!smoothly) return () => {};
  return () => {
    const began = performance.now();
    const step = (now) => {
      const t = Math.max(0, Math.min(1, (now - began) / 300)); // a frame may have begun before
      const eased = 1 - (1 - t) ** 3;
      svg.setAttribute("viewBox", t < 1 ? from.map((v, k) => v + (box[k] - v) * eased).join(" ") : end);
      if (t < 1) zooms.set(svg, { frame: requestAnimationFrame(step) });
    };
    step(began);
  };
}

/** Points that float up beside a score. */
export function float(element, words) {
  if (still() || document.hidden) return; // nothing ends there before somebody looks
  const note = document.createElement("span");
  note.className = "ui-float";
  note.textContent = words;
  note.setAttribute("aria-hidden", "true");
  element.append(note);
  note.animate(
    [
      { translate: "0 6px", scale: 0.4 },
      { translate: "0 -6px", scale: 1.15, offset: 0.2 },
      { translate: "0 -10px", scale: 1, offset: 0.8 },
      { translate: "0 -22px", scale: 0 },
    ],
    { duration: 1400, easing: "ease-out" },
  ).onfinish = () => note.remove();
}

/** The four shapes of the logo rain down for a winner. */
export function celebrate() {
  if (still() || document.hidden) return;
  const sky = document.createElement("div");
  sky.className = "ui-sky";
  sky.setAttribute("aria-hidden", "true");
  document.body.append(sky);
  for (let k = 0; k < 60; k += 1) {
    const piece = document.createElement("span");
    piece.className = "ui-mark";
    piece.dataset.mark = "GBYR"[k % 4];
    piece.style.left = `${Math.random() * 100}%`;
    sky.append(piece);
    piece.animate(
      [
        { translate: "0 -5vh", rotate: "0deg" },
        { translate: `${Math.random() * 20 - 10}vw 110vh`, rotate: `${Math.random() * 900 - 450}deg` },
      ],
      { duration: 1800 + Math.random() * 1600, delay: Math.random() * 700, fill: "both", easing: "ease-in" },
    );
  }
  setTimeout(() => sky.remove(), 4200);
}
