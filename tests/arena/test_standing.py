"""What games say about bots: shares, intervals, ranks, ratings."""

import numpy as np
import pytest

import ludotheque
from ludotheque.arena.standing import Standing, block_interval, places, standing, wilson, win
from tests.arena.contests import a_result, contest, two_players

GAME = two_players()


def after(
    *games: object, bots: tuple[str, ...] = ("greedy", "random"), shared_goal: bool = False
) -> Standing:
    return standing(contest(GAME, *bots), games, shared_goal=shared_goal)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [  # Newcombe (1998), table I, method 3: without a correction for continuity
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0),
    ],
)
def test_wilson_intervals_that_were_published(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_half_wins_lie_between_whole_ones() -> None:
    assert wilson(3, 10) < wilson(3.5, 10) < wilson(4, 10)


def test_a_shared_win_counts_as_its_share() -> None:
    game = a_result([9, 9, 4], [0, 1])
    assert [win(game, k, shared_goal=False) for k in range(3)] == [0.5, 0.5, 0.0]


def test_a_bot_with_several_seats_gets_what_they_win_together() -> None:
    assert win(a_result([9, 4, 9, 2], [0, 2], seating=[0, 1, 0, 1]), 0, shared_goal=False) == 1.0
    assert win(
        a_result([9, 9, 9, 2], [0, 1, 2], seating=[0, 1, 0, 1]), 0, shared_goal=False
    ) == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("scores", "winners", "expected"),
    [
        ([5, 9, 7], [1], [3, 1, 2]),
        ([7, 7, 2], [0, 1], [1.5, 1.5, 3]),
        ([7, 7, 2], [1], [2, 1, 3]),  # a tie-break: equal scores, one winner
        ([1, 9, 4, 4], [1], [4, 1, 2.5, 2.5]),
        ([0, 0, 0, 0], [0, 1, 2, 3], [2.5] * 4),
    ],
)
def test_ranks(scores: list[int], winners: list[int], expected: list[float]) -> None:
    assert places(a_result(scores, winners)) == expected


def test_the_columns_of_a_standing() -> None:
    games = [a_result([10, 4], [0]), a_result([6, 6], [0, 1], seating=[1, 0], number=1)]
    greedy, random = after(*games).bots
    assert (greedy.bot, greedy.games, greedy.wins, greedy.win_share) == ("greedy", 2, 1.5, 0.75)
    assert greedy.interval == wilson(1.5, 2)
    assert (greedy.mean_score, greedy.mean_rank, greedy.seconds_per_move) == (8.0, 1.25, 0.05)
    assert (random.wins, random.mean_score, random.mean_rank) == (0.5, 5.0, 1.75)
    assert greedy.rating is not None
    assert random.rating is not None
    assert greedy.rating > 25 > random.rating


def test_the_order_in_which_games_were_finished_changes_nothing() -> None:
    games = [a_result([k % 7, k % 5], [0 if k % 7 > k % 5 else 1], number=k) for k in range(30)]
    assert after(*games) == after(*reversed(games))


def test_a_goal_met_is_everybodys_and_has_no_ranks() -> None:
    for bot in after(a_result([1, 1], [0, 1]), a_result([0, 0], [], number=1), shared_goal=True).bots:
        assert (bot.games, bot.wins, bot.win_share, bot.mean_score) == (2, 1.0, 0.5, 0.5)
        assert bot.mean_rank is bot.rating is None


def test_a_bot_that_met_nobody_has_no_rating() -> None:
    (alone,) = after(a_result([3, 5], [1], seating=[0, 0]), bots=("random",)).bots
    assert (alone.win_share, alone.mean_rank, alone.rating) == (1.0, 1.5, None)


def test_a_bot_that_never_sat_has_nothing_but_its_name() -> None:
    *_, third = after(a_result([3, 5], [1]), bots=("greedy", "random", "novice")).bots
    assert (third.games, third.wins) == (0, 0)
    unknown = (third.win_share, third.interval, third.mean_score, third.mean_rank, third.rating)
    assert {*unknown, third.seconds_per_move} == {None}


def test_plain_data_for_everybody() -> None:
    plain = after(a_result([10, 4], [0])).as_dict()
    assert list(plain) == ["game", "options", "seed", "bots", "games", "deals", "versions", "machine"]
    assert plain["versions"]["ludotheque"] == ludotheque.__version__
    assert "cores" in plain["machine"]
    assert list(plain["bots"][0]) == [
        "bot", "games", "wins", "win_share", "interval", "mean_score", "mean_rank", "rating",
        "sigma", "seconds_per_move",
    ]  # fmt: skip
    assert plain["options"] == ludotheque.game("feurio", players=2).options


def test_intervals_of_blocks_hold_the_true_share_as_often_as_they_say() -> None:
    """Two bots play every deal from both sides: who is dealt well wins nine times in ten, whoever it is."""
    rng = np.random.default_rng(1)
    held, widths, plain = 0, 0.0, 0.0
    for _ in range(400):
        lucky = rng.random(100) < 0.5  # whether the first seat is dealt the better cards
        one = rng.random(100) < np.where(lucky, 0.95, 0.15)  # the bot is a little stronger than the other
        two = rng.random(100) < np.where(lucky, 0.15, 0.95)
        blocks = [[float(a), float(b)] for a, b in zip(one, two, strict=True)]
        low, high = block_interval(blocks)
        held += low <= 0.55 <= high
        widths += high - low
        alone = wilson(float(one.sum() + two.sum()), 200)
        plain += alone[1] - alone[0]
    assert 0.92 <= held / 400 <= 0.985
    assert widths < 0.75 * plain, "the same deal for both narrows it"


def test_blocks_that_say_nothing_more_change_nothing() -> None:
    assert block_interval([[1.0], [0.0], [1.0]]) == wilson(2, 3)
    assert block_interval([[1.0, 0.0]]) == wilson(1, 2)
    assert block_interval([[1.0, 1.0]] * 20) == wilson(40, 40)
    low, high = block_interval([[1.0, 0.0]] * 5)
    assert high - low >= wilson(5, 10)[1] - wilson(5, 10)[0], "five deals prove little"
    low, high = block_interval([[1.0, 1.0], [0.0, 0.0]] * 50)
    assert high - low > 1.3 * (wilson(100, 200)[1] - wilson(100, 200)[0]), "what goes together counts once"
