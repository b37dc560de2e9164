// What Feurio! shuffles, for the browser's own check of the shuffles (docs/records.md, "Fairness"): written
// from the rules, and not asked of the server.

const VALUES = 6;
const COPIES = 6;

/** The stack: 1 six times, 2 six times … (F1). */
export const unshuffled = () =>
  Array.from({ length: VALUES * COPIES }, (_, tile) => 1 + Math.floor(tile / COPIES));
