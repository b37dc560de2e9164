// Calls to the JSON API. A refusal becomes an Error whose message is a sentence in the page's language.

export class Refusal extends Error {
  constructor(code, message, status) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

async function call(method, path, body) {
  const answer = await fetch(path, {
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

/** Post again while the line is down: what was clicked is not lost. */
export async function postSurely(path, body, onTrouble) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await post(path, body);
    } catch (error) {
      const restarts = error.code === "table/stopping" || [502, 504].includes(error.status);
      if ((error instanceof Refusal && !restarts) || attempt === 6) throw error;
      onTrouble();
      await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** attempt));
    }
  }
}
