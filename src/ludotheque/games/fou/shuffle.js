// What a deal of Fou! shuffles, for the browser's own check of the shuffles (docs/records.md, "Fairness"):
// written from the rules, and not asked of the server.

const COLOURS = ["G", "R", "Y", "B"];
const LOWEST = 2;
const DECKS = {
  // by players: the highest card of each colour, and how many 1s (O2)
  4: { highest: [17, 13, 10, 8], ones: 4 },
  5: { highest: [20, 16, 14, 10], ones: 4 },
  6: { highest: [23, 19, 17, 13], ones: 4 },
  7: { highest: [26, 22, 20, 14], ones: 6 },
  8: { highest: [27, 23, 21, 15], ones: 6 },
};

/** The deck: green, red, yellow, blue, each ascending, then the 1s. */
export function unshuffled({ players }) {
  const { highest, ones } = DECKS[players];
  const suit = (letter, k) =>
    Array.from({ length: highest[k] - LOWEST + 1 }, (_, n) => `${letter}${LOWEST + n}`);
  return [...COLOURS.flatMap(suit), ...Array(ones).fill("1")];
}

/** Hands are sets: the order within one means nothing. */
export const orderCounts = false;

/** How many deals were played at least: a card that none is left of is of the next one. */
export function begun({ options, moves }) {
  let deals = 1;
  let left = unshuffled(options);
  for (const card of moves) {
    if (!left.includes(card)) {
      deals += 1;
      left = unshuffled(options);
    }
    left.splice(left.indexOf(card), 1);
  }
  return deals;
}
