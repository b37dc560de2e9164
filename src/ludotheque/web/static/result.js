// After the game: who won and how it came about, the course of the scores, and what next.

import { byId, make, marks, toast } from "./dom.js";

export function results(table) {
  const { words } = table;
  const pane = byId("pane-result");
  let drawn = "";

  function draw(state) {
    if (!state.result) return;
    const key = JSON.stringify([state.result, state.rematch]);
    if (key === drawn) return;
    drawn = key;
    pane.replaceChildren(
      make("p", { class: "ui-result-words" }, state.result.words),
      nextSteps(state),
      ...lines(state),
      ...chart(state),
    );
  }

  function nextSteps(state) {
    const again = state.rematch
      ? make("a", { class: "ui-button ui-primary", href: `/t/${state.rematch}` }, words.to_rematch)
      : make("button", { type: "button", class: "ui-primary", onclick: rematch }, words.rematch);
    return make(
      "div",
      { class: "ui-result-next" },
      state.me.seats.length || state.rematch ? again : null,
      make("a", { class: "ui-button", href: `/t/${state.table}/record`, download: true }, words.download),
      make("button", { type: "button", class: "ui-button", onclick: shareMoment }, words.share_replay),
      make("a", { class: "ui-link", href: "/" }, words.home),
    );
  }

  function lines(state) {
    if (!state.result.lines.length) return [];
    const items = state.result.lines.map((line) =>
      make(
        "li",
        {},
        ...marks(line.seat >= 0 ? state.seats[line.seat].marks : ""),
        make("span", {}, line.seat >= 0 ? make("strong", {}, `${state.seats[line.seat].name} `) : "", line.words),
        line.points === null || line.points === undefined ? null : make("span", { class: "ui-seat-score" }, line.points),
      ),
    );
    return [make("h2", {}, words.how), make("ul", { class: "ui-result-lines" }, ...items)];
  }

  function chart(state) {
    if (!state.result.chart) return [];
    const figure = make("figure", { class: "ui-chart" });
    figure.innerHTML = state.result.chart;
    return [make("h2", {}, words.course), figure];
  }

  async function rematch() {
    const next = await table.act("rematch", {});
    if (next) location.assign(next.url);
  }

  function shareMoment() {
    const address = `${location.origin}${location.pathname}#${table.ply()}`;
    navigator.clipboard.writeText(address).then(
      () => toast(words.copied),
      () => toast(address),
    );
  }

  return { draw };
}

