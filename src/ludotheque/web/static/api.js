// Calls to the JSON API. A refusal, or no answer, becomes an Error whose message is a sentence in the page's language.

import { byId } from "./dom.js";

const RULES = /\s*\[([A-Z]\d+(?:, [A-Z]\d+)*)\]$/; // "… at d4 [M7]"

export class Refusal extends Error {
  constructor(code, message, status) {
    super(message.replace(RULES, ""));
    this.rule = message.match(RULES)?.[1].split(", ")[0]; // behind "why?"
    this.code = code;
    this.status = status;
  }
}

/** What the server answers; a browser's own words for "nothing" are not the page's. */
const fetched = (path, request) =>
  fetch(path, request).catch(() => {
    throw new Error(byId("toasts").dataset.offline);
  });

async function call(method, path, body) {
  const answer = await fetched(path, {
    method,
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const content = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refusal(content?.code ?? "http", content?.message ?? answer.statusText, answer.status);
  return content;
}

export const get = (path) => call("GET", path);
export const post = (path, body = {}) => call("POST", path, body);
export const remove = (path) => call("DELETE", path);

/** A page's own markup. */
export async function getText(path) {
  const answer = await fetched(path);
  if (!answer.ok) throw new Refusal("http", answer.statusText, answer.status);
  return answer.text();
}

const line = new EventTarget();

/** The line is back: what waits to be posted again need not wait longer. */
export const lineIsBack = () => line.dispatchEvent(new Event("back"));

const pause = (milliseconds) =>
  new Promise((resolve) => {
    line.addEventListener("back", resolve, { once: true });
    setTimeout(resolve, milliseconds);
  });

/** Ask again while the line is down: what was clicked is not lost. */
export async function surely(ask, onTrouble = () => {}) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const byProxy = error.code === "http" && error.status >= 502; // the server itself would have said why
      const restarts = error.code === "table/stopping" || byProxy;
      if ((error instanceof Refusal && !restarts) || attempt === 6) throw error;
      onTrouble();
      await pause(400 * 2 ** attempt);
    }
  }
}
