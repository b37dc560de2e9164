// Back and forth through a finished game by slider, buttons, arrow keys or the log; and play on from there.

import { get, post, surely } from "./api.js";
import { byId, filled, make, toast, typing } from "./dom.js";

const MOST_KNOWN = 100; // moments of the game that are kept

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
    byId("play-on").hidden = Boolean(table.record);
  }

  /** A moment of the game: from the table, or from a record that is stored nowhere. */
  function fetched(ply, seat) {
    if (table.record) return post("/api/replay", { record: table.record, ply, seat: Number(seat) });
    return get(`/api/tables/${table.id}/at/${ply}?seat=${seat}`);
  }

  async function go(ply, seat) {
    if (seat !== undefined) viewpoint.value = String(seat);
    wanted = Math.min(end, Math.max(0, ply));
    slider.value = wanted;
    tell(wanted);
    const [at, by] = [wanted, viewpoint.value];
    const asked = `${at}/${by}`;
    try {
      const fetching = () => surely(() => fetched(at, by), () => toast(words.offline));
      const state = known.get(asked) ?? (await fetching());
      if (known.size > MOST_KNOWN) known.delete(known.keys().next().value);
      known.set(asked, state);
      if (asked === `${wanted}/${viewpoint.value}`) table.showPast(state);
    } catch (error) {
      toast(error.message);
    }
  }

  const autoplay = byId("autoplay");
  let playing = 0;

  /** Move by move, from the beginning if the end is shown; whoever steps or clicks stops it. */
  function play(on) {
    clearTimeout(playing);
    autoplay.setAttribute("aria-pressed", String(on));
    if (!on) return;
    if (Number(slider.value) >= end) go(0);
    const next = async () => {
      await go(Number(slider.value) + 1);
      if (autoplay.ariaPressed !== "true") return;
      if (Number(slider.value) >= end) play(false);
      else playing = setTimeout(next, Number(byId("speed").value));
    };
    playing = setTimeout(next, Number(byId("speed").value));
  }
  autoplay.addEventListener("click", () => play(autoplay.ariaPressed !== "true"));

  const steps = { first: () => 0, back: (now) => now - 1, next: (now) => now + 1, last: () => end };
  const step = (name) => play(false) ?? go(steps[name](Number(slider.value)));

  slider.addEventListener("input", () => play(false) ?? go(Number(slider.value)));
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

  /** Show a moment, through a seat if one is named; what plays by itself stops. */
  async function show(ply, seat) {
    play(false);
    if (end) await go(ply, seat);
  }

  return { draw, go: show, ply: () => Number(slider.value) };
}
