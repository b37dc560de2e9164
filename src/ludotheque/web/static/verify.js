// The shuffles of a finished game, made again: docs/records.md, "Fairness", in JavaScript of its own.

const SCHEME = "ludotheque-fair/1";
const LOT_SCHEME = "ludotheque-lot/1";
const WORD = 8; // bytes
const SECRET = /^[0-9a-f]{64}$/;
const CONTRIBUTION = /^[A-Za-z0-9_-]{0,64}$/;
const text = new TextEncoder();

/** Browsers compute hashes only where nobody can listen in: over https, or on this machine. */
export const canVerify = () => Boolean(globalThis.crypto?.subtle);

/**
 * Check a record. `game` knows what the game shuffles: `unshuffled(options)` lists it in its order before,
 * `dealt` is how many of it are dealt (all, if it is left out), `orderCounts` is false where the order within a
 * pile means nothing, and `begun(record)` is how often it must have shuffled at least (once, if it is left out), by
 * what was played. `known` is what this browser was promised and gave, or null. The answer is a list of
 * [what was checked, whether it is so]; all must be. Of a record that lacks what must be in it only that is told.
 */
export async function verify(record, game, known) {
  if (!isWhole(record)) return [["form", false]];
  const { scheme, table, commitment, secret, contributions, lot } = record.fairness;
  if (!SECRET.test(secret)) return [["secret", false]];
  const key = await hmac(fromHex(secret), [SCHEME, table, ...contributions].join("\n"));
  const promised = (await sha256(fromHex(secret))) === commitment;
  const checked = [["secret", scheme === SCHEME && promised]];
  if (known) {
    checked.push(["promise", known.commitment === commitment]);
    checked.push(["contribution", contributions.some((one) => one && known.contributions.includes(one))]);
  }
  if (lot?.length) checked.push(["lot", await followsLot(record.fairness)]);
  const shuffles = game.unshuffled(record.options).length > 0;
  if (shuffles) checked.push([game.told ? "told" : "shuffles", await follows(record, game, key)]);
  return checked;
}

/** Whether a record has all that the check needs, in its form: one text a seat, and if there was a lot each place once. */
function isWhole({ setup, options, fairness }) {
  const { table, commitment, secret, contributions, lot = [] } = fairness ?? {};
  const seats = Array.from({ length: contributions?.length }, (_, seat) => seat);
  return (
    isThing(setup) &&
    [table, commitment, secret].every((one) => typeof one === "string") &&
    Array.isArray(contributions) &&
    contributions.length === options?.players &&
    contributions.every((one) => typeof one === "string" && CONTRIBUTION.test(one)) &&
    Array.isArray(lot) &&
    (!lot.length || same([...lot].sort((one, other) => one - other), seats, true))
  );
}

const isThing = (value) => typeof value === "object" && value !== null;

/** Whether the seats were drawn as the secret and the contributions, by the places before the lot, say. */
async function followsLot({ table, secret, contributions, lot }) {
  const given = [];
  lot.forEach((place, seat) => {
    given[place] = contributions[seat];
  });
  const key = await hmac(fromHex(secret), [LOT_SCHEME, table, ...given].join("\n"));
  return JSON.stringify(await shuffled([...given.keys()], key, 0)) === JSON.stringify(lot);
}

/** For a game that leaves it to the server to say what is shuffled. */
export function told(things, record) {
  const dealt = Math.min(things.length, piles(record.setup).flat().length);
  return { unshuffled: () => things, dealt, told: true };
}

/** Whether what was dealt, in one shuffle after the other, follows from the key, and no shuffle is missing. */
async function follows(record, { unshuffled, dealt, orderCounts = true, begun = () => 1 }, key) {
  const things = unshuffled(record.options);
  const waiting = piles(record.setup);
  const all = dealt ?? things.length;
  let event = 0;
  if (!all) return false;
  for (; waiting.length; event += 1) {
    const order = await shuffled(things, key, event);
    for (let at = 0; at < all; ) {
      const pile = waiting.shift();
      if (!pile?.length || !same(pile, order.slice(at, at + pile.length), orderCounts)) return false;
      at += pile.length;
    }
  }
  return event >= begun(record);
}

function same(one, other, orderCounts) {
  const told = (pile) => JSON.stringify(orderCounts ? pile : [...pile].sort());
  return told(one) === told(other);
}

/** The things in the order of chance event number `event`. */
export async function shuffled(things, key, event) {
  const order = [...things];
  const uniform = numbers(key, event);
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = await uniform(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** Numbers below n, each equally likely: words that would favour small ones are passed over. */
function numbers(key, event) {
  const words = [];
  let counter = 0;
  return async (n) => {
    const limit = 2n ** 64n - (2n ** 64n % BigInt(n));
    for (;;) {
      if (!words.length) {
        const block = new DataView((await hmac(key, `${event}\n${counter}`)).buffer);
        for (let at = 0; at < block.byteLength; at += WORD) words.push(block.getBigUint64(at));
        counter += 1;
      }
      const word = words.shift();
      if (word < limit) return Number(word % BigInt(n));
    }
  };
}

/** The lists of things that lie in a set-up, however deep, in order. */
function piles(setup) {
  const parts = Object.values(setup);
  const isPile = Array.isArray(setup) && !parts.some(isThing);
  return isPile ? [setup] : parts.filter(isThing).flatMap(piles);
}

async function hmac(key, message) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, text.encode(message)));
}

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const fromHex = (digits) => Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
