// The shuffles of a finished game, made again: docs/records.md, "Fairness", in JavaScript of its own.

const SCHEME = "ludotheque-fair/1";
const WORD = 8; // bytes
const text = new TextEncoder();

/** Browsers compute hashes only where nobody can listen in: over https, or on this machine. */
export const canVerify = () => Boolean(globalThis.crypto?.subtle);

/**
 * Check a record. `things` are what is shuffled, in their order before; `known` is what this browser was
 * promised and gave, or null. The answer is a list of [what was checked, whether it is so]; all must be.
 */
export async function verify(record, things, known) {
  const { scheme, table, commitment, secret, contributions } = record.fairness;
  const key = await hmac(fromHex(secret), [SCHEME, table, ...contributions].join("\n"));
  const checked = [["secret", scheme === SCHEME && (await sha256(fromHex(secret))) === commitment]];
  if (known) {
    checked.push(["promise", known.commitment === commitment]);
    checked.push(["contribution", contributions.some((one) => one && known.contributions.includes(one))]);
  }
  checked.push(["shuffles", await follows(leaves(record.setup), things, key)]);
  return checked;
}

/** Whether what was dealt, in one shuffle after the other, follows from the key. */
async function follows(dealt, things, key) {
  if (!dealt.length) return false;
  const shuffles = Math.ceil(dealt.length / things.length);
  const size = dealt.length / shuffles;
  for (let event = 0; event < shuffles; event += 1) {
    const order = (await shuffled(things, key, event)).slice(0, size);
    if (JSON.stringify(order) !== JSON.stringify(dealt.slice(event * size, (event + 1) * size))) return false;
  }
  return true;
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

/** What lies in a set-up, however deep, in order. */
function leaves(told) {
  return typeof told === "object" && told !== null ? Object.values(told).flatMap(leaves) : [told];
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

const fromHex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
