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
  const usual = levels.find((level) => level.name === "regular") ?? levels[0];
  seat.querySelector("select").value = number === 0 ? "me" : `bot:${usual.name}`;
  return seat;
}

/** A phrase beside each seat; a second seat at this screen asks for a name. */
function explainSeats() {
  let mine = 0;
  for (const line of seats.children) {
    const kind = line.querySelector("select").value;
    mine += kind === "me";
    const another = kind === "me" && mine > 1;
    line.querySelector(".ui-seat-name").hidden = !another;
    line.querySelector(".ui-phrase").textContent = phraseOf(kind, another);
  }
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
  const [kind, seconds] = form.elements.clock.value.split(":");
  return kind === "none" ? { kind } : { kind, seconds: Number(seconds) };
}

form.addEventListener("change", (event) => {
  touched.add(event.target.name);
  followUsual();
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
    };
    location.assign(await patiently(openTable(request)));
  } catch (error) {
    byId("refusal").textContent = error.message;
    button.disabled = false;
  }
});
drawSeats();
