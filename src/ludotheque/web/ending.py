"""How a game ended for somebody: which place they have, how far from whom, and what made the difference."""

from collections.abc import Sequence
from typing import Any

from ludotheque.core.page import Page
from ludotheque.i18n.language import SHARED, marked_for_translation
from ludotheque.i18n.words import listed
from ludotheque.tables.table import Table

_, plural = SHARED.text, SHARED.plural

PLACES = (  # from the second on
    marked_for_translation("second"),
    marked_for_translation("third"),
    marked_for_translation("fourth"),
    marked_for_translation("fifth"),
    marked_for_translation("sixth"),
    marked_for_translation("seventh"),
    marked_for_translation("eighth"),
    marked_for_translation("ninth"),
)
NUMBERS = (  # from two on
    marked_for_translation("two"),
    marked_for_translation("three"),
    marked_for_translation("four"),
    marked_for_translation("five"),
    marked_for_translation("six"),
    marked_for_translation("seven"),
    marked_for_translation("eight"),
    marked_for_translation("nine"),
)


def ending_words(table: Table, data: Any) -> tuple[str, str]:
    """For whoever sees *data*: how they came out, and what made the difference (empty if nothing did)."""
    page, winners = table.game.definition.page, table.state.winners
    scores = page.scores(data)
    if scores is None or len(scores) < 2 or not winners:
        return page.prompt(data), ""
    ended = _Ending(page, data, scores, winners, table.names())
    return (ended.standing() if data.viewer >= 0 else page.prompt(data)), ended.difference()


class _Ending:
    def __init__(
        self, page: Page, data: Any, scores: Sequence[int], winners: Sequence[int], names: Sequence[str]
    ) -> None:
        self._page, self._data, self._viewer = page, data, data.viewer
        self._scores, self._winners, self._names = scores, winners, names

    def standing(self) -> str:
        """Where the viewer came in."""
        me, winner = self._viewer, self._winners[0]
        if me in self._winners:
            return self._won()
        behind = self._scores[winner] - self._scores[me]
        ahead = sum(score > self._scores[me] for score in self._scores)
        place = _(PLACES[max(ahead, len(self._winners)) - 1])
        values = {"place": place, "players": _(NUMBERS[len(self._scores) - 2]), "who": self._names[winner]}
        if not behind:
            return _("You came {place} of {players}, level on points with {who}.", **values)
        return plural(
            "You came {place} of {players}, {number} point behind {who}.",
            "You came {place} of {players}, {number} points behind {who}.",
            behind,
            **values,
        )

    def _won(self) -> str:
        others = [self._names[seat] for seat in self._winners if seat != self._viewer]
        if others:
            return _("You share the win with {who}.", who=listed(others))
        second = self._runner_up()
        ahead = self._scores[self._viewer] - self._scores[second]
        if not ahead:
            return _("You win, level on points with {who}.", who=self._names[second])
        return plural(
            "You win, {number} point ahead of {who}.",
            "You win, {number} points ahead of {who}.",
            ahead,
            who=self._names[second],
        )

    def _runner_up(self) -> int:
        rest = [seat for seat in range(len(self._scores)) if seat not in self._winners]
        return max(rest, key=lambda seat: self._scores[seat])

    def difference(self) -> str:
        """What the winner got most of, compared with the viewer; with the runner-up for all others."""
        tally, winner = self._page.tally(self._data), self._winners[0]
        loses = self._viewer >= 0 and self._viewer not in self._winners
        if not tally or len(self._winners) == len(self._scores):
            return ""
        other = self._viewer if loses else self._runner_up()
        more = {label: points - tally[other].get(label, 0) for label, points in tally[winner].items()}
        what = max(more, key=lambda label: more[label])
        if more[what] <= 0:
            return ""
        if winner == self._viewer:
            return plural(
                "What made the difference: {what}, {number} point more for you.",
                "What made the difference: {what}, {number} points more for you.",
                more[what],
                what=what,
            )
        return plural(
            "What made the difference: {what}, {number} point more for {who}.",
            "What made the difference: {what}, {number} points more for {who}.",
            more[what],
            what=what,
            who=self._names[winner],
        )
