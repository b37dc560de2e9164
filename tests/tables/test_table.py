"""A table, act by act, without a server."""

import pytest

from ludotheque.core.errors import BadOption, IllegalMove, Refusal, UnknownGame
from ludotheque.core.reading import read_record
from ludotheque.tables.chronicle import OVER, PLAYING, SEATING
from ludotheque.tables.events import TimeControl, UndoAsked, Undone
from ludotheque.tables.opening import SeatRequest, TableRequest, opening, playing_on
from ludotheque.tables.table import MOST_SAID, Table
from tests.tables.tables import ADA, BO, EVE, NOON, happened, opened, play_first


def two_people() -> Table:
    table = opened("feurio", ["me", "open"], players=2)
    return happened(table, table.sit(NOON, BO, "Bo", 1))


def finished() -> Table:
    table = opened("fou", ["me", "me", "me", "me"], players=4, rounds=1)
    while table.phase == PLAYING:
        table = play_first(table, ADA)
    return table


# Opening and sitting down


def test_a_table_begins_when_all_seats_are_taken() -> None:
    table = opened("feurio", ["me", "open", "friend"], players=3)
    assert table.phase == SEATING
    with pytest.raises(Refusal, match="begins when all seats are taken"):
        table.move(NOON, ADA, 0, "lay 0,0")
    table = happened(table, table.sit(NOON, BO, "Bo", 1))
    key = table.seats[2].who.key
    with pytest.raises(Refusal, match="kept for a friend"):
        table.sit(NOON, EVE, "Eve", 2, "guess")
    table = happened(table, table.sit(NOON, EVE, "  Eve  of the  hill ", 2, key))
    assert table.phase == PLAYING
    assert table.names() == ["Ada", "Bo", "Eve of the hill"]


def test_a_seat_is_taken_once() -> None:
    table = two_people()
    with pytest.raises(Refusal, match="seat 2 is taken"):
        table.sit(NOON, EVE, "Eve", 1)
    with pytest.raises(Refusal, match="no seat 7; seats are 0 to 1"):
        table.sit(NOON, EVE, "Eve", 7)


def test_only_the_host_seats_bots() -> None:
    table = opened("feurio", ["me", "open"], players=2)
    with pytest.raises(Refusal, match="only whoever opened"):
        table.seat_bot(NOON, BO, 1, "novice")
    with pytest.raises(Refusal, match='no level "wise"; there are novice, regular, expert'):
        table.seat_bot(NOON, ADA, 1, "wise")
    table = happened(table, table.seat_bot(NOON, ADA, 1, "novice"))
    assert table.phase == PLAYING


@pytest.mark.parametrize(
    ("name", "why"), [("", "empty"), (" \t ", "empty"), ("x" * 25, "at most 24"), ("a\x07b", "visible"),
     ("\u3164", "visible"), ("Ada\u3164", "visible"), ("\u2800\u2800", "visible"), ("\u0301", "visible")],
)  # fmt: skip
def test_names_are_kept_in_bounds(name: str, why: str) -> None:
    table = opened("feurio", ["me", "open"], players=2)
    with pytest.raises(Refusal, match=why):
        table.sit(NOON, BO, name, 1)


def test_bad_requests_are_refused() -> None:
    def request(**change: object) -> TableRequest:
        return TableRequest(**({"game": "feurio", "options": {"players": 2}, "seats": []} | change))  # type: ignore[arg-type]

    with pytest.raises(UnknownGame):
        opening(request(game="chess"), ADA, "Ada", NOON)
    with pytest.raises(BadOption):
        opening(request(options={"players": 9}), ADA, "Ada", NOON)
    with pytest.raises(Refusal, match="needs 2 seats, not 1"):
        opening(request(seats=[SeatRequest("me")]), ADA, "Ada", NOON)
    with pytest.raises(Refusal, match="not nobody"):
        opening(request(seats=[SeatRequest("me"), SeatRequest("nobody")]), ADA, "Ada", NOON)
    with pytest.raises(Refusal, match="5 to 2592000 seconds"):
        opening(request(clock=TimeControl("move", 1)), ADA, "Ada", NOON)
    with pytest.raises(Refusal, match="none, move or game"):
        opening(request(clock=TimeControl("sand", 60)), ADA, "Ada", NOON)


def test_without_seats_one_plays_against_bots() -> None:
    event = opening(TableRequest("fou", {"players": 5}, []), ADA, "Ada", NOON)
    assert [seat.kind for seat in event.seats] == ["person", "bot", "bot", "bot", "bot"]


def test_one_person_has_one_seat_unless_the_host_opens_the_table_for_a_hot_seat() -> None:
    table = opened("fou", ["me", "open", "open", "open"], players=4)
    table = happened(table, table.sit(NOON, EVE, "Eve", 1))
    for person in (EVE, ADA):
        with pytest.raises(Refusal, match="you have a seat here; the host can open the table for several"):
            table.sit(NOON, person, "Again", 2)
    with pytest.raises(Refusal, match="only whoever opened"):
        table.set_rules(NOON, EVE, hot_seat=True)
    table = happened(table, table.set_rules(NOON, ADA, hot_seat=True))
    table = happened(table, table.sit(NOON, EVE, "Eve's son", 2))
    assert table.seats_of(EVE) == [1, 2]
    assert table.watchers_talk, "what is left out stays as it is"


# Moves


def test_a_move_answers_the_position_it_was_made_for() -> None:
    table = two_people()
    move = str(table.state.moves()[0])
    table = play_first(table, ADA)
    with pytest.raises(Refusal, match="moved on"):
        table.move(NOON, ADA, 0, move)
    with pytest.raises(Refusal, match="not your turn; wait for Ada"):
        table.move(NOON, BO, table.ply, "pass")
    with pytest.raises(Refusal, match="no seat at this table"):
        table.move(NOON, EVE, table.ply, "pass")
    with pytest.raises(IllegalMove):
        table.move(NOON, ADA, table.ply, "lay 9,9")
    assert table.ply == 1


def test_one_person_may_have_several_seats() -> None:
    table = finished()
    assert table.phase == OVER
    assert table.seats_of(ADA) == [0, 1, 2, 3]
    table.seats_of(ADA).clear()  # the caller's own
    assert table.seats_of(ADA) == [0, 1, 2, 3]
    assert table.names() == ["Ada", "Ada 2", "Ada 3", "Ada 4"]


def test_people_at_one_screen_have_names() -> None:
    request = TableRequest("feurio", {"players": 2}, [SeatRequest("me"), SeatRequest("me", name="Bo")])
    assert [seat.name for seat in opening(request, ADA, "Ada", NOON).seats] == ["Ada", "Bo"]


# Undo


def test_an_undo_goes_back_over_bots_to_ones_own_move() -> None:
    table = opened("forma", ["me", "novice"], players=2)
    table = play_first(table, ADA)
    table = happened(table, table.move(NOON, ADA, 1, "tower j10"))
    state = table.views[2]
    move = str(table.state.moves()[0])
    person = ADA if table.state.seat == 0 else ""
    if person:
        table = happened(table, table.move(NOON, ADA, 2, move))
        move = str(table.state.moves()[0])
    table = happened(table, table.move_by_bot(NOON, table.position, move))
    table = happened(table, table.ask_undo(NOON, ADA))
    assert table.views[-1] == state or table.ply == 1


def test_what_was_revealed_stays_revealed() -> None:
    table = opened("feurio", ["me", "novice"], players=2)
    table = happened(table, table.move(NOON, ADA, 0, str(table.state.moves()[0])))
    ply = table.undo_ply(ADA)
    assert ply == 0  # nothing was drawn yet
    table = happened(table, table.move(NOON, ADA, 1, "pass"))  # the next tile is drawn for all to see
    assert table.undo_ply(ADA) is None
    with pytest.raises(Refusal, match="nothing to take back"):
        table.ask_undo(NOON, ADA)


def test_others_are_asked_before_an_undo() -> None:
    table = two_people()
    table = play_first(table, ADA)
    table = happened(table, table.ask_undo(NOON, ADA))
    assert table.ply == 1
    with pytest.raises(Refusal, match="nobody has asked you"):
        table.answer_undo(NOON, ADA, True)
    table = happened(table, table.answer_undo(NOON, BO, False))
    assert (table.ply, table.question) == (1, None)
    table = happened(table, table.ask_undo(NOON, ADA))
    table = happened(table, table.answer_undo(NOON, BO, True))
    assert (table.ply, table.question) == (0, None)


def test_who_has_not_answered_has_not_agreed_to_an_undo() -> None:
    table = play_first(two_people(), ADA)
    table = happened(table, table.ask_undo(NOON, ADA))  # whether Bo looks or not
    with pytest.raises(Refusal, match="wait for their answer"):
        table.ask_undo(NOON, ADA)
    assert table.ply == 1
    table = happened(table, table.move(NOON, ADA, 1, "pass"))
    assert table.question is None, "the game goes on"


def test_who_has_left_is_not_asked() -> None:
    table = play_first(two_people(), ADA)
    table = happened(table, table.ask_undo(NOON, ADA))
    table = happened(table, table.leave(NOON, BO))
    assert table.ply == 1, "to leave is no answer"
    table = happened(table, table.ask_undo(NOON, ADA))
    assert table.ply == 0


def test_whoever_was_put_aside_is_asked_all_the_same() -> None:
    table = play_first(two_people(), ADA)
    table = happened(table, table.replace_absent(NOON, ADA, 1, {BO: NOON}))
    table = happened(table, table.ask_undo(NOON, ADA))
    assert table.ply == 1
    assert table.question and table.question.waiting == {BO}
    table = happened(table, table.move(NOON, ADA, 1, "pass"))
    assert table.question is None, "the game goes on without him"


def test_who_has_come_back_has_a_say_again() -> None:
    table = play_first(two_people(), ADA)
    table = happened(table, table.replace_absent(NOON, ADA, 1, {BO: NOON}))
    table = happened(table, table.leave(NOON, BO))
    assert isinstance(table.ask_undo(NOON, ADA), Undone), "he has left by himself after all"
    table = happened(table, table.come_back(NOON, BO))
    assert isinstance(table.ask_undo(NOON, ADA), UndoAsked)


def test_a_bot_plays_for_somebody_only_when_they_have_been_away_for_a_while() -> None:
    table = play_first(two_people(), ADA)
    with pytest.raises(Refusal, match="Bo is here"):
        table.replace_absent(NOON, ADA, 1, {})
    with pytest.raises(Refusal, match=r"Bo was here a moment ago; .* in 3 s"):
        table.replace_absent(NOON, ADA, 1, {BO: NOON + 2.5})
    assert happened(table, table.replace_absent(NOON + 2.5, ADA, 1, {BO: NOON + 2.5})).seats[1].stood_in


def test_the_act_of_another_person_cannot_be_undone() -> None:
    table = two_people()
    table = play_first(table, ADA)
    table = happened(table, table.move(NOON, ADA, 1, "pass"))
    table = play_first(table, BO)
    assert table.undo_ply(ADA) is None
    assert table.undo_ply(BO) == 2


# Leaving, time, talk


def test_who_leaves_is_played_for_and_gets_the_seat_back() -> None:
    table = two_people()
    table = happened(table, table.leave(NOON, ADA))
    assert table.seats[0].by_bot
    table = happened(table, table.come_back(NOON, ADA))
    assert not table.seats[0].by_bot
    with pytest.raises(Refusal, match="no seat"):
        table.leave(NOON, EVE)


def test_a_friends_seat_is_kept_for_friends_when_one_leaves() -> None:
    table = opened("feurio", ["me", "friend", "open"], players=3)
    key = table.seats[1].who.key
    for seat, given in ((1, key), (2, "")):
        table = happened(table, table.sit(NOON, BO, "Bo", seat, given))
        table = happened(table, table.leave(NOON, BO))
    with pytest.raises(Refusal, match="kept for a friend"):
        table.sit(NOON, EVE, "Eve", 1)
    assert table.sit(NOON, EVE, "Eve", 1, key)
    assert table.sit(NOON, EVE, "Eve", 2)


def test_talk_has_an_end_and_watchers_leave_half_of_it_to_those_who_play() -> None:
    table = opened("feurio", ["me", "open"], players=2)
    said = table.say(NOON, EVE, "Eve", "hm")
    half = happened(table, [said] * (MOST_SAID // 2))
    with pytest.raises(Refusal, match="no more fit"):
        half.say(NOON, EVE, "Eve", "hm")
    assert half.say(NOON, ADA, "Ada", "hm")
    with pytest.raises(Refusal, match="no more fit"):
        happened(table, [said] * MOST_SAID).say(NOON, ADA, "Ada", "hm")


def test_who_leaves_before_the_game_frees_the_seat() -> None:
    table = opened("feurio", ["me", "open", "open"], players=3)
    table = happened(table, table.sit(NOON, BO, "Bo", 1))
    table = happened(table, table.leave(NOON, BO))
    assert table.seats[1].who.kind == "open"


def test_talk_is_kept_in_bounds() -> None:
    table = two_people()
    table = happened(table, table.say(NOON, EVE, "Eve", " hello\n there "))
    assert table.said[0].text == "hello there"
    with pytest.raises(Refusal, match="nothing to say"):
        table.say(NOON, ADA, "Ada", "  ")
    with pytest.raises(Refusal, match="at most 500"):
        table.say(NOON, ADA, "Ada", "x" * 501)


# Records


def test_the_record_is_there_when_the_game_is_over() -> None:
    with pytest.raises(Refusal, match="give everything away"):
        two_people().record()
    record = finished().record()
    assert read_record(record.to_json()).check().over
    assert record.more["seats"][0] == {"name": "Ada", "kind": "person"}


def test_a_game_can_go_on_from_any_place() -> None:
    table = finished()
    again = Table("again", playing_on(table, 7, BO, "Bo", 2, NOON))
    assert again.views[-1] == table.views[7]
    assert [place.who.kind for place in again.seats] == ["bot", "bot", "person", "bot"]
    with pytest.raises(Refusal, match="no move"):
        playing_on(table, table.ply, BO, "Bo", 2, NOON)
    with pytest.raises(Refusal, match="no seat 4"):
        playing_on(table, 7, BO, "Bo", 4, NOON)
    with pytest.raises(Refusal, match="give everything away"):
        playing_on(two_people(), 0, BO, "Bo", 0, NOON)


def test_the_host_can_close_talk_to_watchers() -> None:
    table = two_people()
    assert table.say(NOON, EVE, "Eve", "hello")
    with pytest.raises(Refusal, match="only whoever opened"):
        table.set_rules(NOON, BO, watchers_talk=False)
    table = happened(table, table.set_rules(NOON, ADA, watchers_talk=False))
    with pytest.raises(Refusal, match="only those who play talk"):
        table.say(NOON, EVE, "Eve", "hello")
    assert table.say(NOON, BO, "Bo", "at last")


def test_a_forced_move_that_played_itself_is_taken_back_with_the_choice_before_it() -> None:
    table = opened("feurio", ["me", "me"], players=2)
    while len(table.state.moves()) > 1 or table.ply == 0:
        table = play_first(table, ADA)
        if table.phase != PLAYING:
            table = opened("feurio", ["me", "me"], players=2)
    with pytest.raises(Refusal, match="there is a choice here"):
        chosen = opened("fou", ["me"] * 4, players=4)
        chosen.move(NOON, ADA, 0, str(chosen.state.moves()[0]), by_itself=True)
    before = table.undo_ply(ADA)
    forced = str(table.state.moves()[0])
    table = happened(table, table.move(NOON, ADA, table.ply, forced, by_itself=True))
    assert table.past[-1].by_itself
    assert table.undo_ply(ADA) in (before, None), "never to the forced move itself: it would play again"


def test_refusals_call_people_by_their_names() -> None:
    table = opened("fou", ["me"] * 4, players=4)
    held = {str(move) for move in table.state.moves()}
    card = next(f"G{value}" for value in range(2, 18) if f"G{value}" not in held)
    with pytest.raises(IllegalMove, match="Ada does not hold it") as refused:
        table.move(NOON, ADA, 0, card)
    assert "seat" not in str(refused.value)
