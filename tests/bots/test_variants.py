"""Games that tell whether a changed search is better."""

from bench.variants import Contest, Thinking, row, timed

import ludotheque


def test_a_changed_search_plays_from_every_seat_against_the_usual_one() -> None:
    contest = Contest(ludotheque.game("feurio", players=2), "search", 10)
    standing, time_over = contest.play("search:win=0", 5, 4, "1")
    assert [own.games for own in standing.bots] == [4, 4]
    assert standing.deals == "duplicate"
    assert time_over > 0
    again, _ = contest.play("search:win=0", 5, 4, "1")
    assert again.bots[0].mean_score == standing.bots[0].mean_score, "equal seeds, equal games"
    assert row(contest, "search:win=0", 2, "1")[0] == "`search:win=0`"


def test_a_timed_bot_chooses_as_it_would_without_a_clock() -> None:
    game, thinking = ludotheque.game("feurio", players=2), Thinking()
    view = game.new(seed=1).view(0)
    plain = ludotheque.bot("search:simulations=30", game, seed=5)
    assert timed("search", 30, thinking)(game, seed=5).choose(view) == plain.choose(view)
    assert thinking.moves == 1
