// Back and forth through a finished game by slider, buttons, arrow keys or the log; and play on from there.

import { get } from "./api.js";
import { byId, filled, make, toast, typing } from "./dom.js";

export function replaying(table) {
  const { words } = table;
  const slider = byId("ply");
  const viewpoint = byId("viewpoint");
  const known = new Map(); // "ply/seat" -> state
  let wanted = null; // the ply that is asked for; null: the table as it is
  let end = 0;

  /** Offer the replay once the game is over. */
  function draw(live) {
    const over = live.phase === "over";
    byId("replay").hidden = !over;
    if (!over || end === live.ply) return;
    end = live.ply;
    slider.max = end;
    slider.value = end;
    const optionOf = ({ seat, name }) => make("option", { value: seat }, filled(words.seen_by, { name }));
    viewpoint.replaceChildren(make("option", { value: -1 }, words.everybody), ...live.seats.map(optionOf));
    viewpoint.value = String(live.me.as);
    tell(end);
    const moment = Number(location.hash.slice(1));
    if (location.hash.length > 1 && moment >= 0 && moment <= end) go(moment);
  }

  function tell(ply) {
    byId("ply-words").textContent = `${ply}/${end}`;
    slider.setAttribute("aria-valuetext", filled(words.move_of, { ply, plies: end }));
    byId("play-on").disabled = ply >= end;
  }

  async function go(ply) {
    wanted = Math.min(end, Math.max(0, ply));
    slider.value = wanted;
    tell(wanted);
    const asked = `${wanted}/${viewpoint.value}`;
    try {
      const path = `/api/tables/${table.id}/at/${wanted}?seat=${viewpoint.value}`;
      const state = known.get(asked) ?? (await get(path));
      known.set(asked, state);
      if (asked === `${wanted}/${viewpoint.value}`) table.showPast(state);
    } catch (error) {
      toast(error.message);
    }
  }

  const steps = { first: () => 0, back: (now) => now - 1, next: (now) => now + 1, last: () => end };
  const step = (name) => go(steps[name](Number(slider.value)));

  slider.addEventListener("input", () => go(Number(slider.value)));
  viewpoint.addEventListener("change", () => go(Number(slider.value)));
  byId("replay").addEventListener("click", (event) => {
    const name = event.target.closest("[data-step]")?.dataset.step;
    if (name) step(name);
  });
  document.addEventListener("keydown", (event) => {
    const name = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    if (!name || !end || event.defaultPrevented || typing(event.target) || event.target === slider) return;
    if (event.target.closest("dialog, [role=tab], [role=menu]")) return;
    if (event.target.closest("[role=tabpanel]") && !event.key.startsWith("Arrow")) return; // it scrolls
    event.preventDefault();
    step(name);
  });
  byId("play-on").addEventListener("click", async () => {
    const seat = Number(viewpoint.value) >= 0 ? Number(viewpoint.value) : table.state().me.as;
    const next = await table.act("from", { ply: Number(slider.value), seat: Math.max(0, seat) });
    if (next) location.assign(next.url);
  });

  return { draw, go: (ply) => end && go(ply), ply: () => Number(slider.value) };
}
