// A puzzle: a position that waits for one move, and what each move is worth.

import { button, byId, make } from "./dom.js";
import { celebrate } from "./motion.js";
import { point } from "./pointing.js";

export function puzzling(table, unmark) {
  const { words, puzzle } = table;
  const place = byId("lesson");
  let verdict = null; // on the move that was tried last
  let drawn = null;

  /** What was said about a move. */
  function tell(answer) {
    verdict = answer;
    if (!answer.right) unmark("chosen");
    draw();
    if (answer.right) celebrate();
  }

  function again() {
    verdict = null;
    draw();
    byId("stage").focus();
  }

  function draw() {
    point(verdict?.solution ?? puzzle.solution); // what is drawn anew must be marked again
    const key = verdict ?? puzzle;
    if (key === drawn) return;
    drawn = key;
    place.replaceChildren(puzzle.solution && !verdict ? solution() : verdict ? judgement() : question());
  }

  const note = (title, ...rest) =>
    make("div", { class: "ui-note ui-note-coach ui-note-puzzle" }, make("strong", {}, title), ...rest);
  const link = (href, label) => make("a", { class: "ui-small", href }, label);

  function question() {
    return note(words.puzzle, link(puzzle.yesterday, words.puzzle_yesterday));
  }

  function solution() {
    return note(words.puzzle_solution, make("p", {}, puzzle.solution.words), link(puzzle.today, words.puzzle_today));
  }

  function judgement() {
    const title = verdict.right ? words.puzzle_right : words.puzzle;
    const next = verdict.right
      ? link(puzzle.solution ? puzzle.today : "/", puzzle.solution ? words.puzzle_today : words.home)
      : button(words.puzzle_again, again, "ui-small ui-small-primary", "puzzle");
    return note(title, make("p", {}, verdict.words), next);
  }

  return { draw, tell };
}
