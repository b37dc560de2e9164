// After the game: who won and how it came about, the course of the scores, and what next.

import { get, post } from "./api.js";
import { button, byId, copy, make, marks, points, toast } from "./dom.js";
import { remembered } from "./fair.js";
import { canVerify, told, verify } from "./verify.js";

export function results(table, review) {
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
      ...(state.result.difference ? [make("p", {}, state.result.difference)] : []),
      nextSteps(state),
      review.place,
      ...chart(state),
      ...lines(state),
    );
  }

  function nextSteps(state) {
    const again = state.rematch
      ? make("a", { class: "ui-button ui-primary", href: `/t/${state.rematch}` }, words.to_rematch)
      : button(words.rematch, rematch, "ui-primary");
    return make(
      "div",
      { class: "ui-result-next" },
      state.me.seats.length || state.rematch ? again : null,
      table.record || state.result.given_up ? null : review.ask,
      ...(table.record ? [button(words.keep, keep)] : kept(state)),
      make("a", { class: "ui-link", href: "/" }, words.home),
      state.fairness ? shuffles(state) : null,
    );
  }

  const kept = (state) => [
    make("a", { class: "ui-small", href: `/t/${state.table}/record`, download: true }, words.download),
    button(words.share_replay, shareMoment),
  ];

  /** A game that came as a file becomes a table of its own, with a link. */
  async function keep() {
    try {
      location.assign((await post("/api/records", { record: table.record })).url);
    } catch (error) {
      toast(error.message);
    }
  }

  /** What is shuffled: the game says so itself; where it does not, the server has to be asked. */
  async function shuffledBy({ table: id, fairness }, record) {
    if (table.shuffle) return import(table.shuffle);
    return told(fairness.things ?? (await get(`/api/tables/${id}/fairness`)).things, record);
  }

  /** The shuffles are made again here: whether all is fair, and for every step whether it came out right. */
  function shuffles(state) {
    const verdict = make("p", {});
    const steps = make("ul", { class: "ui-checks" });
    const findings = make("div", { role: "status", hidden: true }, verdict, steps);
    const how = make("a", { class: "ui-link", href: "/fair", target: "_blank" }, words.how_fair);
    const step = ([name, so]) =>
      make("li", { "data-so": so }, words[`${so ? "checked" : "unchecked"}_${name}`]);
    const check = async () => {
      if (!canVerify()) return toast(words.cannot_check, 12_000);
      try {
        const record = table.record ? JSON.parse(table.record) : await get(`/api/tables/${state.table}/record`);
        const known = remembered(record.fairness?.table);
        const checked = await verify(record, await shuffledBy(state, record), known);
        const fair = checked.every(([, so]) => so);
        verdict.replaceChildren(make("strong", {}, fair ? words.fair : words.not_fair));
        steps.replaceChildren(...checked.map(step));
        findings.hidden = false;
        findings.scrollIntoView({ block: "nearest" });
      } catch (error) {
        toast(error.message);
      }
    };
    return make("div", { class: "ui-fairness" }, button(words.check, check), " ", how, findings);
  }

  /** Line by line how it came about, seat by seat; what concerns everybody comes first. */
  function lines(state) {
    const { lines: all } = state.result;
    if (!all.length) return [];
    const group = (seat) => {
      const own = all.filter((line) => line.seat === (seat?.seat ?? -1));
      return own.length ? [heading(seat), items(own)] : [];
    };
    return [make("h2", {}, words.how), ...[undefined, ...state.seats].flatMap(group)];
  }

  const score = (value) => make("span", { class: "ui-seat-score" }, points(value));

  function heading(seat) {
    if (!seat) return "";
    return make("h3", { class: "ui-result-seat" }, ...marks(seat.marks), seat.name, score(seat.score));
  }

  function items(own) {
    const item = (line) => make("li", {}, make("span", {}, line.words), score(line.points));
    return make("ul", { class: "ui-result-lines" }, ...own.map(item));
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
    copy(`${location.origin}${location.pathname}#${table.ply()}`, words);
  }

  return { draw };
}

