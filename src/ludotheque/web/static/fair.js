// What this browser adds to the shuffles of a table, and what it remembers of the table's promise.

import { post } from "./api.js";

const KEPT = 100; // tables

/** 192 random bits, in 32 letters. */
function randomText() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** A contribution to the shuffles of a table that has promised them; nothing where they cannot be proven. */
export function contributionTo(id, commitment) {
  if (!commitment) return {};
  const contribution = randomText();
  remember(id, commitment, contribution);
  return { contribution };
}

/** Contribute for all of my seats. Whoever comes too late has nothing to add, which is no harm. */
export async function contribute(id, commitment) {
  const given = contributionTo(id, commitment);
  if (given.contribution) await post(`/api/tables/${id}/contribute`, given).catch(() => {});
}

/** Open a table and contribute, once its commitment is known; the address to go to. */
export async function openTable(request) {
  const table = await post("/api/tables", { ...request, contributes: true });
  await contribute(table.id, table.commitment);
  return table.url;
}

/** What this browser was promised at a table, and gave: {commitment, contributions}, or null. */
export function remembered(id) {
  return all().find(([known]) => known === id)?.[1] ?? null;
}

/** The first promise counts: a server that shows another one later is found out. */
function remember(id, commitment, contribution) {
  const { commitment: first = commitment, contributions = [] } = remembered(id) ?? {};
  const others = all().filter(([known]) => known !== id);
  store([...others, [id, { commitment: first, contributions: [...contributions, contribution] }]].slice(-KEPT));
}

function all() {
  try {
    return JSON.parse(localStorage.getItem("fair") ?? "[]");
  } catch {
    return []; // a browser that keeps nothing
  }
}

function store(entries) {
  try {
    localStorage.setItem("fair", JSON.stringify(entries));
  } catch {
    // then the check cannot compare with what was promised here
  }
}
