// Where menus and tips float: beside a part, on the side that looks away from the middle of its panel.

const GAP = 8;

/** Put a popover next to a part, wholly within the window, and over as little of the picture as can be. */
export function placeBeside(popover, part) {
  const box = part.getBoundingClientRect();
  const whole = (part.ownerSVGElement ?? part).getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const across = (box.x + box.width / 2 - whole.x - whole.width / 2) / whole.width;
  const down = (box.y + box.height / 2 - whole.y - whole.height / 2) / whole.height;
  const sides = [
    { weight: across, x: box.right + GAP, y: middle(box.y, box.height, height) },
    { weight: -across, x: box.x - GAP - width, y: middle(box.y, box.height, height) },
    { weight: down, x: middle(box.x, box.width, width), y: box.bottom + GAP },
    { weight: -down, x: middle(box.x, box.width, width), y: box.y - GAP - height },
  ];
  const fits = ({ x, y }) => within(x, innerWidth - width) === x && within(y, innerHeight - height) === y;
  const best = sides.sort((one, other) => other.weight - one.weight).find(fits) ?? sides[0];
  // by a transform: to the layout, what floats stays where it is
  popover.style.translate = `${within(best.x, innerWidth - width)}px ${within(best.y, innerHeight - height)}px`;
}

const middle = (start, length, size) => start + length / 2 - size / 2;
const within = (value, most) => Math.max(GAP, Math.min(value, most - GAP));
