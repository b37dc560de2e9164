"""Who thinks next: the same share for everybody, and for each of a person's tables."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from ludotheque.tables.shares import FairQueue, Turn


def begun(queue: FairQueue, number: int) -> list[Turn]:
    """The next turns, each over before another begins."""
    turns = []
    for _ in range(number):
        turn = queue.next()
        assert turn is not None
        queue.settle(turn, turn.seconds)
        turns.append(turn)
    return turns


def test_equals_go_in_the_order_in_which_they_came() -> None:
    queue = FairQueue()
    turns = [Turn(person, "table", 1.0) for person in ("Ada", "Bo", "Cy")]
    for turn in turns:
        queue.add(turn)
    assert begun(queue, 3) == turns
    assert queue.next() is None
    assert len(queue) == 0


def test_whoever_has_a_hundred_tables_gets_no_more_than_whoever_has_one() -> None:
    queue = FairQueue()
    for number in range(100):
        queue.add(Turn("Ada", f"Ada's {number}", 1.0))
    begun(queue, 50)  # nobody else is there
    for _ in range(10):
        queue.add(Turn("Bo", "Bo's", 1.0))
    assert Counter(turn.person for turn in begun(queue, 20)) == {"Ada": 10, "Bo": 10}


def test_whoever_takes_longer_comes_less_often() -> None:
    queue = FairQueue()
    for number in range(40):
        queue.add(Turn("Ada", f"{number}", 3.0))
        queue.add(Turn("Bo", f"{number}", 1.0))
    shares = Counter(turn.person for turn in begun(queue, 40))
    assert 28 <= shares["Bo"] <= 32


def test_each_table_of_a_person_has_the_same_share() -> None:
    queue = FairQueue()
    for _ in range(50):
        queue.add(Turn("Ada", "eight experts", 1.0))
    begun(queue, 10)
    for _ in range(10):
        queue.add(Turn("Ada", "another", 1.0))
    assert Counter(turn.table for turn in begun(queue, 20)) == {"eight experts": 10, "another": 10}


def test_what_a_thought_took_counts_and_not_what_it_was_expected_to() -> None:
    queue = FairQueue()
    for number in range(20):
        queue.add(Turn("Ada", f"{number}", 1.0))
        queue.add(Turn("Bo", f"{number}", 1.0))
    order = []
    for _ in range(12):
        turn = queue.next()
        assert turn is not None
        queue.settle(turn, 5.0 if turn.person == "Ada" else 1.0)
        order.append(turn.person)
    assert Counter(order) == {"Bo": 10, "Ada": 2}


def test_what_nobody_looks_at_comes_last_but_not_never() -> None:
    queue, looked_at = FairQueue(), set[str]()
    for number in range(5):
        queue.add(Turn("Ada", f"{number}", 1.0, lambda table=f"{number}": table not in looked_at))  # type: ignore[misc]
    for number in range(60):
        queue.add(Turn("Bo", f"{number}", 1.0))
    people = [turn.person for turn in begun(queue, 42)]
    assert people.count("Ada") == 2
    assert people.index("Ada") == 20
    looked_at.add("4")
    assert begun(queue, 1)[0].table == "4", "somebody has come to look, and Ada has had less"


def test_a_turn_that_is_taken_back_is_nobodys() -> None:
    queue = FairQueue()
    kept, gone = Turn("Ada", "a", 1.0), Turn("Bo", "b", 1.0)
    queue.add(gone)
    queue.add(kept)
    queue.remove(gone)
    assert gone not in queue
    assert begun(queue, 1) == [kept]


def test_how_many_go_before() -> None:
    queue = FairQueue()
    for number in range(30):
        queue.add(Turn("Ada", f"{number}", 1.0))
    last, first = Turn("Ada", "last", 1.0), Turn("Bo", "first", 1.0)
    queue.add(last)
    assert queue.ahead_of(last) == 30
    queue.add(first)
    assert queue.ahead_of(first) == 1
    assert queue.ahead_of(last) == 31


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz"), st.floats(0.01, 5)), max_size=60))
def test_nobody_is_forgotten_and_nothing_is_left_behind(wishes: list[tuple[str, str, float]]) -> None:
    queue = FairQueue()
    turns = [Turn(person, table, seconds) for person, table, seconds in wishes]
    for turn in turns:
        queue.add(turn)
    assert set(begun(queue, len(turns))) == set(turns)
    assert queue.next() is None
    assert not queue._all.parts


def test_what_somebody_has_had_elsewhere_counts() -> None:
    queue = FairQueue()
    for number in range(40):
        queue.add(Turn("Ada", f"{number}", 1.0))
        queue.add(Turn("Bo", f"{number}", 1.0))
    queue.charge("Ada", 10.0)
    queue.charge("nobody here", 10.0)
    assert Counter(turn.person for turn in begun(queue, 20)) == {"Ada": 5, "Bo": 15}
