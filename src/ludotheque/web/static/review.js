// The review of a finished game: asked for, watched growing, then its chart and the moments that decided.

import { get, post } from "./api.js";
import { button, byId, filled, make, toast } from "./dom.js";
import { point } from "./pointing.js";

const PAUSE = 1000; // ms between two looks at how far it is
const PATIENCE = 15; // looks without progress, after which it is asked for again

export function reviewing(table, replay) {
  const { words } = table;
  const place = make("section", { class: "ui-review", "aria-live": "polite" });
  let review = null;
  let seat = 0; // whose chances are shown
  let moment = null; // that is looked at

  const ask = button(words.review, start, "ui-button ui-review-ask");

  async function start() {
    if (review) return draw();
    ask.disabled = true;
    try {
      let answer = await post(`/api/tables/${table.id}/review`, {});
      for (let looks = 0; !answer.review; ) {
        grow(answer);
        await new Promise((done) => setTimeout(done, PAUSE));
        const before = answer.judged;
        answer = looks < PATIENCE ? await get(`/api/tables/${table.id}/review`) : await again();
        looks = answer.judged > before || looks >= PATIENCE ? 0 : looks + 1;
      }
      review = answer.review;
      seat = table.state().me.seats[0] ?? table.state().result.winners[0] ?? 0;
      ask.hidden = true;
      draw();
    } catch (error) {
      place.replaceChildren();
      toast(error.message);
    }
    ask.disabled = false;
  }

  /** Whoever worked on it may have gone: a review goes on where it was. */
  const again = () => post(`/api/tables/${table.id}/review`, {});

  function grow({ judged, decisions }) {
    const bar = make("progress", { max: decisions, value: judged });
    place.replaceChildren(make("p", {}, filled(words.reviewing, { judged, decisions })), bar);
  }

  function draw() {
    const one = review.seats[seat];
    place.replaceChildren(make("h2", {}, words.review), chosenSeat(), chart(one), legend(), account(one), sums(), ...moments());
    follow(table.ply());
  }

  function chosenSeat() {
    if (review.seats.length < 2) return "";
    const options = review.seats.map((one) => make("option", { value: one.seat }, one.name));
    const select = make("select", { class: "ui-small", "aria-label": words.whose_chances }, ...options);
    select.value = seat;
    select.addEventListener("change", () => {
      seat = Number(select.value);
      draw();
      place.querySelector("select").focus();
    });
    return select;
  }

  function chart(one) {
    const figure = make("figure", { class: "ui-chart ui-chances" });
    figure.innerHTML = one.chart;
    figure.addEventListener("click", (event) => {
      const svg = figure.firstElementChild;
      const { left, right, plies } = svg.dataset;
      const { x } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      replay.go(Math.round(((x - left) / (right - left)) * plies));
    });
    return figure;
  }

  const legend = () =>
    make(
      "p",
      { class: "ui-chances-legend" },
      make("span", { "data-line": "known" }, words.known),
      make("span", { "data-line": "open" }, words.open),
    );

  /** From where everybody begins to the result: what was decided, and what was luck. */
  function account(one) {
    const most = Math.max(0.01, ...one.parts.map((part) => Math.abs(part.value)));
    const row = ({ label, words: amount, value }) => {
      const bar = make("span", { class: "ui-part-bar", "data-sign": value < 0 ? "less" : "more" });
      bar.style.setProperty("--size", (Math.abs(value) / most).toFixed(3));
      return make("li", {}, make("span", {}, label), bar, make("strong", {}, amount));
    };
    const end = (label, amount) => make("li", {}, make("span", {}, label), "", make("strong", {}, amount));
    const rows = [end(words.at_start, one.start), ...one.parts.map(row), end(words.at_end, one.result)];
    return make("ul", { class: "ui-account" }, ...rows);
  }

  const sums = () => make("p", { class: "ui-account-note" }, words.sums);

  function moments() {
    if (!review.moments.length) return [make("p", {}, words.no_moments)];
    return [make("h3", {}, words.moments), make("ol", { class: "ui-moments" }, ...review.moments.map(card))];
  }

  function card(one) {
    const title = filled(words.moment, { ply: one.ply + 1, name: one.name });
    const played = filled(words.instead, { better: one.better_label, played: one.label });
    const open = button("", () => look(one), "ui-moment", `moment-${one.ply}`);
    open.append(make("strong", {}, title), make("span", {}, played), make("span", { class: "ui-moment-why" }, one.words));
    if (one === moment) open.setAttribute("aria-current", "true");
    return make("li", {}, open);
  }

  /** Go to a moment, through the eyes of whoever decided, with the better move on the board. */
  async function look(one) {
    moment = one;
    if (byId("side").hasAttribute("data-open")) tellBeside(one);
    await replay.go(one.ply, one.seat);
    draw();
  }

  /** On a phone the list lies over the board: it goes, and what it said is told for a while. */
  function tellBeside(one) {
    byId("side").removeAttribute("data-open");
    toast(`${filled(words.instead, { better: one.better_label, played: one.label })}. ${one.words}`, 15_000);
  }

  /** The better move is shown as long as its position is. */
  function show(state) {
    const there = moment && state.ply === moment.ply && state.as === moment.seat;
    if (there) return point(moment);
    if (moment) {
      moment = null;
      point(null);
      for (const open of place.querySelectorAll("[aria-current]")) open.removeAttribute("aria-current");
    }
  }

  /** The line in the chart that says which move is shown. */
  function follow(ply) {
    for (const picture of byId("pane-result").querySelectorAll("[data-plies]")) {
      const { left, right, plies } = picture.dataset;
      const x = Number(left) + ((right - left) * ply) / Math.max(1, plies);
      const now = picture.querySelector(".chart-now");
      now.setAttribute("d", now.getAttribute("d").replace(/^M\S+/, `M${x.toFixed(1)}`));
    }
  }

  return { ask, place, show, follow };
}
