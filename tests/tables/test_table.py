"""A table, act by act, without a server."""

from collections.abc import Sequence

import pytest

from ludotheque.core.errors import BadOption, IllegalMove, Refusal, UnknownGame
from ludotheque.core.reading import read_record
from ludotheque.tables.events import Clock, Happening, decode, encode
from ludotheque.tables.opening import SeatWish, Wish, going_on, opening
from ludotheque.tables.table import OVER, PLAYING, SEATING, Table
from tests.tables.tables import ADA, BO, EVE, happen, play_first, wished


def two_people() -> Table:
    table = wished("feurio", ["me", "open"], players=2)
    happen(table, table.sit(BO, "Bo", 1))
    return table


def finished() -> Table:
    table = wished("fou", ["me", "me", "me", "me"], players=4, rounds=1)
    while table.phase == PLAYING:
        play_first(table, ADA)
    return table


# Opening and sitting down


def test_a_table_begins_when_all_seats_are_taken() -> None:
    table = wished("feurio", ["me", "open", "friend"], players=3)
    assert table.phase == SEATING
    with pytest.raises(Refusal, match="begins when all seats are taken"):
        table.move(ADA, 0, "lay 0,0")
    happen(table, table.sit(BO, "Bo", 1))
    key = table.places[2].who.key
    with pytest.raises(Refusal, match="kept for a friend"):
        table.sit(EVE, "Eve", 2, "guess")
    happen(table, table.sit(EVE, "  Eve  of the  hill ", 2, key))
    assert table.phase == PLAYING
    assert table.names() == ["Ada", "Bo", "Eve of the hill"]


def test_a_seat_is_taken_once() -> None:
    table = two_people()
    with pytest.raises(Refusal, match="seat 2 is taken"):
        table.sit(EVE, "Eve", 1)
    with pytest.raises(Refusal, match="no seat 7; seats are 0 to 1"):
        table.sit(EVE, "Eve", 7)


def test_only_the_host_seats_bots() -> None:
    table = wished("feurio", ["me", "open"], players=2)
    with pytest.raises(Refusal, match="only whoever opened"):
        table.seat_bot(BO, 1, "novice")
    with pytest.raises(Refusal, match='no level "wise"; there are novice, regular, expert'):
        table.seat_bot(ADA, 1, "wise")
    happen(table, table.seat_bot(ADA, 1, "novice"))
    assert table.phase == PLAYING


@pytest.mark.parametrize(
    ("name", "why"), [("", "empty"), (" \t ", "empty"), ("x" * 25, "at most 24"), ("a\x07b", "seen")]
)
def test_names_are_kept_in_bounds(name: str, why: str) -> None:
    table = wished("feurio", ["me", "open"], players=2)
    with pytest.raises(Refusal, match=why):
        table.sit(BO, name, 1)


def test_bad_wishes_are_refused() -> None:
    def wish(**change: object) -> Wish:
        return Wish(**({"game": "feurio", "options": {"players": 2}, "seats": []} | change))  # type: ignore[arg-type]

    with pytest.raises(UnknownGame):
        opening(wish(game="chess"), ADA, "Ada")
    with pytest.raises(BadOption):
        opening(wish(options={"players": 9}), ADA, "Ada")
    with pytest.raises(Refusal, match="needs 2 seats, not 1"):
        opening(wish(seats=[SeatWish("me")]), ADA, "Ada")
    with pytest.raises(Refusal, match="not nobody"):
        opening(wish(seats=[SeatWish("me"), SeatWish("nobody")]), ADA, "Ada")
    with pytest.raises(Refusal, match="5 to 86400 seconds"):
        opening(wish(clock=Clock("move", 1)), ADA, "Ada")
    with pytest.raises(Refusal, match="none, move or game"):
        opening(wish(clock=Clock("sand", 60)), ADA, "Ada")


def test_without_seats_one_plays_against_bots() -> None:
    opened = opening(Wish("fou", {"players": 5}, []), ADA, "Ada")
    assert [seat.kind for seat in opened.seats] == ["person", "bot", "bot", "bot", "bot"]


# Moves


def test_a_move_answers_the_position_it_was_made_for() -> None:
    table = two_people()
    move = play_first(table, ADA)
    with pytest.raises(Refusal, match="moved on"):
        table.move(ADA, 0, move)
    with pytest.raises(Refusal, match="not your turn; wait for Ada"):
        table.move(BO, table.ply, "pass")
    with pytest.raises(Refusal, match="no seat at this table"):
        table.move(EVE, table.ply, "pass")
    with pytest.raises(IllegalMove):
        table.move(ADA, table.ply, "lay 9,9")
    assert table.ply == 1


def test_one_person_may_have_several_seats() -> None:
    table = finished()
    assert table.phase == OVER
    assert table.seats_of(ADA) == [0, 1, 2, 3]
    assert table.names() == ["Ada", "Ada 2", "Ada 3", "Ada 4"]


def test_people_at_one_screen_have_names() -> None:
    wish = Wish("feurio", {"players": 2}, [SeatWish("me"), SeatWish("me", name="Bo")])
    assert [seat.name for seat in opening(wish, ADA, "Ada").seats] == ["Ada", "Bo"]


# Undo


def test_an_undo_goes_back_over_bots_to_ones_own_move() -> None:
    table = wished("forma", ["me", "novice"], players=2)
    play_first(table, ADA)
    happen(table, table.move(ADA, 1, "tower j10"))
    state = table.views[2]
    move = str(table.state.moves()[0])
    person = ADA if table.state.seat == 0 else ""
    if person:
        happen(table, table.move(ADA, 2, move))
        move = str(table.state.moves()[0])
    happen(table, table.move_by_bot(table.ply, move))
    happen(table, table.ask_undo(ADA, [ADA]))
    assert table.views[-1] == state or table.ply == 1


def test_what_was_revealed_stays_revealed() -> None:
    table = wished("feurio", ["me", "novice"], players=2)
    happen(table, table.move(ADA, 0, str(table.state.moves()[0])))
    ply = table.undo_ply(ADA)
    assert ply == 0  # nothing was drawn yet
    happen(table, table.move(ADA, 1, "pass"))  # the next tile is drawn for all to see
    assert table.undo_ply(ADA) is None
    with pytest.raises(Refusal, match="nothing to take back"):
        table.ask_undo(ADA, [ADA])


def test_others_are_asked_before_an_undo() -> None:
    table = two_people()
    play_first(table, ADA)
    happen(table, table.ask_undo(ADA, [ADA, BO]))
    assert table.ply == 1
    with pytest.raises(Refusal, match="nobody asks you"):
        table.answer_undo(ADA, True)
    happen(table, table.answer_undo(BO, False))
    assert (table.ply, table.question) == (1, None)
    happen(table, table.ask_undo(ADA, [ADA, BO]))
    happen(table, table.answer_undo(BO, True))
    assert (table.ply, table.question) == (0, None)


def test_the_act_of_another_person_cannot_be_undone() -> None:
    table = two_people()
    play_first(table, ADA)
    happen(table, table.move(ADA, 1, "pass"))
    play_first(table, BO)
    assert table.undo_ply(ADA) is None
    assert table.undo_ply(BO) == 2


# Leaving, time, talk


def test_who_leaves_is_played_for_and_gets_the_seat_back() -> None:
    table = two_people()
    happen(table, table.leave(ADA))
    assert table.places[0].by_bot
    happen(table, table.come_back(ADA))
    assert not table.places[0].by_bot
    with pytest.raises(Refusal, match="no seat"):
        table.leave(EVE)


def test_who_leaves_before_the_game_frees_the_seat() -> None:
    table = wished("feurio", ["me", "open", "open"], players=3)
    happen(table, table.sit(BO, "Bo", 1))
    happen(table, table.leave(BO))
    assert table.places[1].who.kind == "open"


def test_a_clock_for_the_whole_game_adds_up() -> None:
    table = wished("feurio", ["me", "novice"], Clock("game", 100), players=2)
    table.turn_since -= 30
    play_first(table, ADA)
    left = table.time_left(0, table.turn_since)
    assert left is not None
    assert 69 < left < 70.1
    assert table.time_left(1, table.turn_since) is None


def test_talk_is_kept_in_bounds() -> None:
    table = two_people()
    happen(table, table.say(EVE, "Eve", " hello\n there "))
    assert table.said[0].text == "hello there"
    with pytest.raises(Refusal, match="nothing to say"):
        table.say(ADA, "Ada", "  ")
    with pytest.raises(Refusal, match="at most 500"):
        table.say(ADA, "Ada", "x" * 501)


# The log


def replayed(events: Sequence[Happening]) -> Table:
    first, *rest = (decode(encode(event)) for event in events)
    table = Table("test", first)
    for event in rest:
        table.apply(event)
    return table


def test_a_table_is_its_events() -> None:
    table = wished("feurio", ["me", "open"], players=2)
    events = [table.opened]
    for told in (
        lambda: table.sit(BO, "Bo", 1),
        lambda: table.move(ADA, 0, str(table.state.moves()[0])),
        lambda: table.ask_undo(ADA, [ADA]),
        lambda: table.say(BO, "Bo", "hm"),
        lambda: table.move(ADA, 0, str(table.state.moves()[0])),
    ):
        happened = told()
        for event in happened if isinstance(happened, list) else [happened]:
            events.append(event)
            table.apply(event)
    again = replayed(events)
    assert again.state.states().tobytes() == table.state.states().tobytes()
    assert (again.version, again.names(), again.said) == (table.version, table.names(), table.said)


def test_the_log_tells_what_chance_decided() -> None:
    table = wished("fou", ["me", "me", "me", "me"], players=4, rounds=2)
    events = [table.opened]
    while table.phase == PLAYING:
        events += table.move(ADA, table.ply, str(table.state.moves()[0]))
        table.apply(events[-1])
    again = replayed(events)  # its own shuffles would be others
    assert again.record().to_json() == table.record().to_json()
    assert len(table.record().setup["deals"]) == 2
    assert table.position(table.ply - 1).view() == again.views[-2]


def test_the_record_is_there_when_the_game_is_over() -> None:
    with pytest.raises(Refusal, match="give everything away"):
        two_people().record()
    record = finished().record()
    assert read_record(record.to_json()).check().over
    assert record.more["seats"][0] == {"name": "Ada", "kind": "person"}


def test_a_game_can_go_on_from_any_place() -> None:
    table = finished()
    again = Table("again", going_on(table, 7, BO, "Bo", 2))
    assert again.views[-1] == table.views[7]
    assert [place.who.kind for place in again.places] == ["bot", "bot", "person", "bot"]
    with pytest.raises(Refusal, match="no move"):
        going_on(table, table.ply, BO, "Bo", 2)
    with pytest.raises(Refusal, match="no seat 4"):
        going_on(table, 7, BO, "Bo", 4)
    with pytest.raises(Refusal, match="give everything away"):
        going_on(two_people(), 0, BO, "Bo", 0)
