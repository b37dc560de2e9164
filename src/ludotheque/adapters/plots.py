"""Pictures of what games between bots say: shares of wins, scores, lengths, strength against time.

Every share has its 95 % interval (`arena.standing.wilson`), and a dashed line shows what everybody would
have if all were equal. A file of records has a row of panels for each variant in it.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from ludotheque.adapters.frames import numbered
from ludotheque.arena.results import games_path
from ludotheque.arena.standing import wilson
from ludotheque.core.errors import Refusal
from ludotheque.core.extras import extra
from ludotheque.core.record import Record
from ludotheque.drawing.palette import COLOURS, LIGHT

MOST_VARIANTS = 8  # in one picture
PANEL = (4.4, 3.3)  # inches
_INKS = [*(COLOURS[letter].fill for letter in "GBRY"), "#CC79A7", "#56B4E9", "#8A6D3B", "#555555"]
_STYLE: Any = {
    "axes.edgecolor": LIGHT["quiet"],
    "axes.facecolor": LIGHT["raised"],
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 11,
    "figure.dpi": 150,
    "figure.facecolor": LIGHT["paper"],
    "font.size": 9,
    "savefig.facecolor": LIGHT["paper"],
    "svg.hashsalt": "ludotheque",  # the same picture, byte for byte
    "text.color": LIGHT["ink"],
}
Panel: TypeAlias = Callable[[Any], None]  # draws on matplotlib's axes


@dataclass
class Share:
    """How often something happened, and how sure that is."""

    wins: float
    games: int

    @property
    def value(self) -> float:
        """The share itself."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies."""
        return wilson(self.wins, self.games)


@dataclass
class Tally:
    """What the finished games of one variant say."""

    title: str
    players: int
    shared_goal: bool
    games: int = 0
    met: int = 0  # of a shared goal
    by_seat: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    wins: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    sat: dict[str, int] = field(default_factory=lambda: defaultdict(int))  # games of each name
    scores: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    lengths: list[int] = field(default_factory=list)

    def add(self, record: Record) -> None:
        """Count a game."""
        result = record.result or {}
        names = _names(record)
        self.games += 1
        self.lengths.append(len(record.moves))
        self.met += bool(result.get("won"))
        for name in set(names):
            self.sat[name] += 1
        if self.shared_goal:
            for name in set(names):
                self.wins[name] += bool(result.get("won"))
            return
        winners = result["winners"]
        for seat in winners:
            self.by_seat[seat] += 1 / len(winners)
            self.wins[names[seat]] += 1 / len(winners)
        for name, score in zip(names, result["scores"], strict=True):
            self.scores[name].append(score)


def draw(path: str | Path) -> Any:
    """A matplotlib figure of an arena's ``results.json``, or of a file of records."""
    with extra("data", needed_by="a plot"):
        import matplotlib as mpl
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    path = Path(path)
    rows = _of_results(path) if path.suffix == ".json" else _of_records(path)
    with mpl.rc_context(_STYLE):
        most = max(len(panels) for _, panels in rows)
        figure = Figure(figsize=(PANEL[0] * most, PANEL[1] * len(rows) + 0.3), layout="constrained")
        FigureCanvasAgg(figure)
        for row, (title, panels) in zip(figure.subfigures(len(rows), squeeze=False)[:, 0], rows, strict=True):
            row.suptitle(title, fontsize=12, fontweight="bold")
            for axes, panel in zip(row.subplots(1, most, squeeze=False)[0], panels, strict=False):
                panel(axes)
            for axes in row.axes[len(panels) :]:
                axes.set_axis_off()
    return figure


# What is in a file


def _of_results(path: Path) -> list[tuple[str, list[Panel]]]:
    try:
        results = json.loads(path.read_text(encoding="utf-8"))
        bots = [_BotPoint.read(bot) for bot in results["bots"]]
        title, fair = _title(results["game"], results["options"]), 1 / results["options"]["players"]
    except OSError as error:
        raise Refusal(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise Refusal(
            f"{path} does not hold the results of an arena, as `--out results.json` writes"
        ) from None
    panels: list[Panel] = [lambda axes: _strength(axes, bots, fair)]
    played = max(bot.games for bot in bots)
    games = games_path(path)
    if games.exists():
        (tally,) = _tallies(games)
        tally.scores = {bot.name: tally.scores[bot.name] for bot in bots if bot.name in tally.scores}
        panels += _panels(tally)
        played = tally.games
    return [(f"{title}: {played} games", panels)]


def _of_records(path: Path) -> list[tuple[str, list[Panel]]]:
    return [(f"{tally.title}: {tally.games} games", _panels(tally)) for tally in _tallies(path)]


def _tallies(path: Path) -> list[Tally]:
    found: dict[Any, Tally] = {}
    for _, _, record in numbered(path):
        game = record.game
        if record.result is None:
            continue
        if game not in found:
            found[game] = Tally(_title(game.name, game.options), game.players, game.shared_goal)
        found[game].add(record)
    if not found:
        raise Refusal(f"{path} holds no finished game to draw")
    for tally in found.values():
        tally.scores = dict(sorted(tally.scores.items()))
    if len(found) > MOST_VARIANTS:
        raise Refusal(f"{path} holds games of {len(found)} variants; a picture has room for {MOST_VARIANTS}")
    return list(found.values())


def _title(game: str, options: Any) -> str:
    chosen = ", ".join(f"{name}={value}" for name, value in options.items() if value not in (None, False))
    return f"{game} ({chosen})"


def _names(record: Record) -> list[str]:
    """Who sat where; without names the seats."""
    names = record.more.get("seats")
    if isinstance(names, list) and len(names) == record.game.players:
        return [str(name) for name in names]
    return [f"seat {seat}" for seat in range(record.game.players)]


@dataclass(frozen=True)
class _BotPoint:
    """A bot in an arena's results."""

    name: str
    games: int
    share: float | None
    interval: tuple[float, float]
    seconds: float | None

    @classmethod
    def read(cls, bot: dict[str, Any]) -> "_BotPoint":
        low, high = bot["interval"] or (0.0, 1.0)
        return cls(str(bot["bot"]), int(bot["games"]), bot["win_share"], (low, high), bot["seconds_per_move"])


# Panels


def _panels(tally: Tally) -> list[Panel]:
    lengths = _histograms("Length of a game", "decisions", "games", {"": tally.lengths})
    if tally.shared_goal:
        shares = {name: Share(tally.wins[name], tally.sat[name]) for name in sorted(tally.sat)}
        return [_shares("Goal met", shares, None), lengths]
    seats = {f"{seat}": Share(tally.by_seat[seat], tally.games) for seat in range(tally.players)}
    by_seat = _shares("Win share by seat", seats, 1 / tally.players, "seat")
    return [by_seat, _histograms("Scores at the end", "points", "seats", tally.scores), lengths]


def _shares(title: str, shares: dict[str, Share], fair: float | None, label: str = "") -> Panel:
    def panel(axes: Any) -> None:
        places = range(len(shares))
        for place, share in zip(places, shares.values(), strict=True):
            low, high = share.interval
            axes.bar(place, share.value, width=0.5, color=_INKS[place % len(_INKS)], alpha=0.85)
            axes.vlines(place, low, high, color=LIGHT["ink"], linewidth=1.5)
        _fair(axes, fair)
        axes.set_xticks(list(places), [_short(name) for name in shares])
        axes.set_xlim(-0.8, len(shares) - 0.2)
        axes.set_xlabel(label)
        _percent(axes, max(share.interval[1] for share in shares.values()))
        axes.set_title(f"{title}, 95 % intervals")

    return panel


def _histograms(
    title: str, label: str, counted: str, samples: dict[str, Sequence[int]] | dict[str, list[int]]
) -> Panel:
    """Distributions one above the other, as boxes with the mean: readable however many there are."""

    def panel(axes: Any) -> None:
        names = list(reversed(samples))
        if len(names) == 1:
            axes.hist(samples[names[0]], bins=_bins(samples[names[0]]), color=_INKS[1], alpha=0.85)
            axes.set_ylabel(counted)
            for axis in (axes.xaxis, axes.yaxis):
                axis.get_major_locator().set_params(integer=True)
        else:
            boxes = axes.boxplot(
                [samples[name] for name in names], orientation="horizontal", widths=0.6, patch_artist=True,
                showmeans=True, meanprops={"marker": "D", "markersize": 4, "markerfacecolor": "white",
                                           "markeredgecolor": LIGHT["ink"]},
                medianprops={"color": LIGHT["ink"]}, flierprops={"markersize": 2},
            )  # fmt: skip
            for number, box in enumerate(boxes["boxes"]):
                box.set_facecolor(_INKS[(len(names) - 1 - number) % len(_INKS)])
                box.set_alpha(0.75)
            axes.set_yticks(range(1, len(names) + 1), [_short(name) for name in names])
        axes.set_xlabel(label)
        axes.set_title(title)

    return panel


def _bins(sample: Sequence[int]) -> list[float]:
    """Edges of up to 30 bins, between whole numbers."""
    low, high = min(sample), max(sample)
    width = (high - low) // 30 + 1
    return [edge - 0.5 for edge in range(low, high + width + 1, width)]


def _strength(axes: Any, bots: Sequence[_BotPoint], fair: float) -> None:
    """Each bot's share of the wins against the time it takes for a move, on a logarithmic scale."""
    timed = [bot for bot in bots if bot.share is not None and bot.seconds]
    for number, bot in enumerate(timed):
        ink, milliseconds = _INKS[number % len(_INKS)], 1000 * (bot.seconds or 0)
        axes.vlines(milliseconds, *bot.interval, color=ink, linewidth=2)
        axes.plot(milliseconds, bot.share, "o", color=ink)
        axes.annotate(
            _short(bot.name), (milliseconds, bot.share), xytext=(6, 4), textcoords="offset points", color=ink
        )
    _fair(axes, fair)
    axes.set_xscale("log")
    axes.margins(x=0.35)
    axes.set_xlabel("milliseconds per move")
    _percent(axes, max((bot.interval[1] for bot in timed), default=1.0))
    axes.set_title("Strength against thinking time")


def _fair(axes: Any, fair: float | None) -> None:
    if fair is not None:
        axes.axhline(fair, color=LIGHT["quiet"], linestyle="--", linewidth=1)


def _percent(axes: Any, most: float) -> None:
    from matplotlib.ticker import PercentFormatter

    axes.set_ylim(0, min(1.05, most * 1.12))
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))


def _short(name: str) -> str:
    """A bot's name where there is little room."""
    name = name.replace("search:", "").replace("simulations=", "sims=")
    return name if len(name) <= 22 else f"{name[:21]}…"
