// The form that opens a table. Only what was chosen, or is not usual, is sent: the rest may depend on it.

import { byId, data, filled, patiently } from "./dom.js";
import { openTable } from "./fair.js";

const form = byId("new");
const words = data("words");
const levels = JSON.parse(form.dataset.levels);
const seats = byId("seats");

const usual = JSON.parse(form.dataset.usual); // by the number of players
const touched = new Set(); // options that somebody chose; the others follow the number of players

function followUsual() {
  const values = usual[JSON.stringify(chosen(false).players)] ?? {};
  for (const field of form.querySelectorAll("fieldset[data-option]")) {
    const name = field.dataset.name;
    if (touched.has(name) || !(name in values)) continue;
    for (const input of field.querySelectorAll("input[type=radio]")) {
      input.checked = input.defaultChecked = JSON.parse(input.value) === values[name];
    }
  }
}

const together = JSON.parse(form.dataset.together); // all choices that go together, each {option: value}

/** Offer only what goes with the choices above it; what no longer does gives way. */
function offerTogether() {
  let left = together;
  const names = [...form.querySelectorAll("[data-option]")].map((one) => one.dataset.name ?? one.name);
  for (const name of names.filter((one) => one in (together[0] ?? {}))) {
    const inputs = [...form.querySelectorAll(`input[name="${name}"]`)];
    const flag = inputs[0]?.type === "checkbox";
    const goes = (value) => left.some((choice) => choice[name] === value);
    if (flag) {
      inputs[0].closest(".ui-field").hidden = !(goes(true) && goes(false));
      if (!goes(inputs[0].checked)) inputs[0].checked = goes(true);
    }
    const values = flag ? [] : inputs.map((input) => JSON.parse(input.value));
    values.forEach((value, k) => (inputs[k].closest("label").hidden = !goes(value)));
    const now = inputs.find((input) => input.checked);
    if (!flag && inputs.length && !(now && goes(JSON.parse(now.value)))) {
      inputs.find((input) => goes(JSON.parse(input.value))).checked = true;
      touched.add(name);
    }
    const value = flag ? inputs[0].checked : JSON.parse(inputs.find((input) => input.checked).value);
    left = left.filter((choice) => choice[name] === value);
  }
}

/** What is chosen, by option: from radio buttons, number fields and switches. */
function chosen(changedOnly) {
  const options = {};
  for (const field of form.querySelectorAll("fieldset[data-option]")) {
    const input = field.querySelector("input[type=number]") ?? field.querySelector("input:checked");
    if (!input) continue;
    const usual = input.type === "number" ? input.value === input.defaultValue : input.defaultChecked;
    if (changedOnly && usual && !touched.has(field.dataset.name)) continue;
    options[field.dataset.name] = input.type === "number" ? readNumber(input.value) : JSON.parse(input.value);
  }
  for (const input of form.querySelectorAll("input[data-option=flag]")) {
    if (!changedOnly || input.checked !== input.defaultChecked) options[input.name] = input.checked;
  }
  return options;
}

const readNumber = (text) => (text === "" ? null : Number(text));

function drawSeats() {
  const wanted = chosen(false).players ?? seats.children.length;
  while (seats.children.length > wanted) seats.lastElementChild.remove();
  while (seats.children.length < wanted) seats.append(newSeat(seats.children.length));
  explainSeats();
}

function newSeat(number) {
  const seat = byId("seat").content.cloneNode(true);
  seat.querySelector(".ui-seat-number").textContent = filled(words.seat, { number: number + 1 });
  seat.querySelector("select").value = number === 0 ? "me" : `bot:${form.elements.all_bots.value}`;
  return seat;
}

/** One control for all bots; a bot can still be chosen by itself. */
function levelAll(level) {
  for (const select of seats.querySelectorAll("select")) {
    if (select.value.startsWith("bot:")) select.value = `bot:${level}`;
  }
}

/** A phrase beside each seat; several players at this screen are asked for their names. */
function explainSeats() {
  const kinds = [...seats.children].map((line) => line.querySelector("select").value);
  const several = kinds.filter((kind) => kind === "me").length > 1;
  [...seats.children].forEach((line, k) => {
    const name = line.querySelector(".ui-seat-name");
    const asked = kinds[k] === "me" && several;
    const first = k === kinds.indexOf("me");
    name.hidden = !asked;
    name.required = asked;
    if (asked && first && !name.value) name.value = form.dataset.me;
    line.querySelector(".ui-phrase").textContent = phraseOf(kinds[k], asked && !first);
  });
  byId("all-bots").hidden = !kinds.some((kind) => kind.startsWith("bot:"));
  byId("seating").hidden = kinds.length < 2;
  if (!touched.has("listed")) form.elements.listed.checked = kinds.some((kind) => /friend|open/.test(kind));
}

function phraseOf(kind, another) {
  if (kind.startsWith("bot:")) return levels.find((level) => level.name === kind.slice(4)).phrase;
  return another ? words.hotseat : words[kind];
}

function seatChosen(line) {
  const [kind, level] = line.querySelector("select").value.split(":");
  const name = line.querySelector(".ui-seat-name");
  if (kind === "bot") return { kind, level };
  return name.hidden || !name.value.trim() ? { kind } : { kind, name: name.value.trim() };
}

function clockChosen() {
  const [kind, seconds, increment = 0] = form.elements.clock.value.split(":");
  return kind === "none" ? { kind } : { kind, seconds: Number(seconds), increment: Number(increment) };
}

form.addEventListener("change", (event) => {
  touched.add(event.target.name);
  if (event.target.name === "all_bots") levelAll(event.target.value);
  followUsual();
  offerTogether();
  drawSeats();
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button.ui-primary");
  button.disabled = true;
  try {
    const request = {
      game: form.dataset.game,
      options: chosen(true),
      seats: [...seats.children].map(seatChosen),
      clock: clockChosen(),
      listed: form.elements.listed.checked,
      hot_seat: form.elements.hot_seat.checked,
      ready: form.elements.ready?.checked ?? false,
      remembers: form.elements.remembers?.checked ?? true,
      seating: form.elements.seating.value,
    };
    location.assign(await patiently(openTable(request)));
  } catch (error) {
    byId("refusal").textContent = error.message;
    button.disabled = false;
  }
});
offerTogether();
drawSeats();
