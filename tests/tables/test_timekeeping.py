"""The time of the house passes as a monotonic clock says."""

import pytest

from ludotheque.tables.timekeeping import SLEW, Timekeeper

HOUR = 3600.0


class Machine:
    """A machine with two clocks."""

    def __init__(self, wall: float = 1_800_000_000.0) -> None:
        self.wall = wall
        self.monotonic = 50.0

    def pass_time(self, seconds: float) -> None:
        self.wall += seconds
        self.monotonic += seconds

    def keeper(self) -> Timekeeper:
        return Timekeeper(lambda: self.wall, lambda: self.monotonic)


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_clock_that_jumps_costs_nobody_a_second(jump: float) -> None:
    machine = Machine()
    keeper = machine.keeper()
    began = keeper.now()
    machine.wall += jump
    assert keeper.now() == began
    machine.pass_time(10)
    assert keeper.now() - began == pytest.approx(10, abs=10 * SLEW)


def test_small_errors_are_evened_out() -> None:
    machine = Machine()
    keeper = machine.keeper()
    machine.wall += 0.5
    for _ in range(600):
        machine.pass_time(1)
        keeper.now()
    assert keeper.now() == pytest.approx(machine.wall)


def test_younger_processes_follow_the_eldest() -> None:
    """One was started before the machine's clock jumped, the other two after it."""
    machine = Machine()
    first = machine.keeper()
    machine.pass_time(100)
    first.now()
    machine.wall += HOUR
    second = machine.keeper()
    machine.pass_time(1)
    third = machine.keeper()
    third.meet("second", second.now(), second.age)
    assert third.now() == pytest.approx(second.now())
    second.meet("first", first.now(), first.age)
    third.meet("first", first.now() - 2, first.age)  # a letter that was late
    third.meet("first", first.now(), first.age)
    first.meet("second", second.now(), second.age)
    assert second.now() == pytest.approx(first.now())
    assert third.now() == pytest.approx(first.now())
    third.meet("first", first.now() - 2, first.age)
    assert third.now() == pytest.approx(first.now()), "a late letter changes nothing"
    told = second.now()
    second.part("first")
    machine.pass_time(10)
    assert second.now() == pytest.approx(told + 10, abs=0.1), "who leads now goes on from there"
