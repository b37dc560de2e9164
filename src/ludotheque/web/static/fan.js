// Cards in a hand, fanned along an arc: a server tells each once, with slots, and what fills them (drawing/fan.py).

const SLOT = /\{(\w+)\}/g;

const drawn = new WeakMap(); // a panel as it was told -> the same with its parts as they are shown

/** A panel with all its parts as they are shown; most are told so. */
export function fanned(panel) {
  if (!panel?.fan) return panel;
  if (!drawn.has(panel)) drawn.set(panel, { ...panel, parts: filled(panel) });
  return drawn.get(panel);
}

function filled({ fan: { arc, lifted, looks }, order, parts }) {
  const some = new Set(lifted);
  const part = (key, k) => {
    const up = some.has(key);
    const [css, card, before, after] = looks[Number(up)];
    const slots = { css, card, before, after, ...placed(arc, k, order.length, up) };
    return [key, parts[key].replace(SLOT, (_, name) => slots[name])];
  };
  return Object.fromEntries(order.map(part));
}

/** The place of a card of some in a fan, and what turns it. */
function placed([middle, height, radius, most, spread, lift], k, cards, lifted) {
  const step = Math.min(most, spread / Math.max(cards - 1, 1));
  const turn = ((k - (cards - 1) / 2) * step) / radius;
  const away = radius + (lifted ? lift : 0);
  const x = middle + away * Math.sin(turn);
  const y = height + radius - away * Math.cos(turn);
  return { place: `${short(x)} ${short(y)}`, turn: `rotate(${short((turn * 180) / Math.PI)})` };
}

/** A number as short as a tenth of a unit allows. */
const short = (value) => String(Number(value.toFixed(1)) + 0);
