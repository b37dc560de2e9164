// A lesson: one thought at a time, which waits for a click or for the move that it speaks of.

import { button, byId, filled, make } from "./dom.js";
import { partsOf } from "./panels.js";

export function lessons(table) {
  const { words } = table;
  const place = byId("lesson");
  let at = ""; // the position whose thoughts are shown
  let number = 0; // of the thought among them
  let drawn = "";
  let over = false;

  function draw(state) {
    const { lesson } = state;
    if (String(lesson?.first) !== at) [at, number] = [String(lesson?.first), 0];
    const thought = over ? undefined : lesson?.thoughts[number];
    point(thought?.shows ?? []);
    const key = JSON.stringify(thought ?? null);
    if (key === drawn) return;
    drawn = key;
    place.replaceChildren(...(thought ? [note(lesson, thought)] : []));
  }

  /** The parts that it speaks of; drawn anew, they must be marked again. */
  function point(keys) {
    for (const part of document.querySelectorAll("svg[data-panel] .pointed")) part.classList.remove("pointed");
    for (const key of keys) for (const part of partsOf(key)) part.classList.add("pointed");
  }

  function note(lesson, thought) {
    const step = lesson.first + number + 1;
    const last = step === lesson.number;
    const progress = filled(words.step_of, { step, steps: lesson.number });
    return make(
      "div",
      { class: "ui-note ui-note-coach ui-note-lesson" },
      make("p", {}, thought.says),
      make("span", { class: "ui-faint" }, progress),
      !thought.waits && !last && button(words.next, next, "ui-small ui-small-primary", "lesson"),
      last && button(words.play_on, end, "ui-small ui-small-primary", "lesson"),
      last && make("a", { class: "ui-small", href: "/" }, words.home),
    );
  }

  function next() {
    number += 1;
    draw(table.shown());
    place.querySelector("button")?.focus();
  }

  function end() {
    over = true;
    draw(table.shown());
  }

  return { draw };
}
