// After the game: who won and how it came about, the course of the scores, and what next.

import { byId, make, marks, points, toast } from "./dom.js";

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
      ...chart(state),
      ...lines(state),
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
      make("a", { class: "ui-small", href: `/t/${state.table}/record`, download: true }, words.download),
      make("button", { type: "button", class: "ui-small", onclick: shareMoment }, words.share_replay),
      make("a", { class: "ui-link", href: "/" }, words.home),
    );
  }

  /** Line by line how it came about, seat by seat; what concerns everybody comes first. */
  function lines(state) {
    const { lines: all } = state.result;
    if (!all.length) return [];
    const groups = [-1, ...state.seats.map((seat) => seat.seat)].map((seat) => [seat, all.filter((line) => line.seat === seat)]);
    return [make("h2", {}, words.how), ...groups.filter(([, own]) => own.length).flatMap(([seat, own]) => [heading(state.seats[seat]), items(own)])];
  }

  function heading(seat) {
    return seat ? make("h3", { class: "ui-result-seat" }, ...marks(seat.marks), seat.name, make("span", { class: "ui-seat-score" }, points(seat.score))) : "";
  }

  function items(own) {
    const item = (line) => make("li", {}, make("span", {}, line.words), make("span", { class: "ui-seat-score" }, points(line.points)));
    return make("ul", { class: "ui-result-lines" }, ...own.map(item));
  }

  function chart(state) {
    if (!state.result.chart) return [];
    const figure = make("figure", { class: "ui-chart" });
    figure.innerHTML = state.result.chart;
    return [make("h2", {}, words.course), figure];
  }

  /** The line in the chart that says which move is shown. */
  function follow(ply) {
    const picture = pane.querySelector("[data-plies]");
    if (!picture) return;
    const { left, right, plies } = picture.dataset;
    const x = Number(left) + ((right - left) * ply) / Math.max(1, plies);
    const now = picture.querySelector(".chart-now");
    now.setAttribute("d", now.getAttribute("d").replace(/^M\S+/, `M${x.toFixed(1)}`));
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

  return { draw, follow };
}

