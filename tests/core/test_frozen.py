"""Values that stay as they are."""

import copy
import pickle

import pytest

from ludotheque.core.frozen import Frozen


def test_equal_ones_are_equal_keys_and_so_are_their_copies() -> None:
    held = Frozen({"I1": 2, "L4": 1})
    assert hash(held) == hash(held)  # the second time it is remembered
    for twin in (
        Frozen({"I1": 2, "L4": 1}),
        Frozen({"L4": 1, "I1": 2}),  # == does not look at the order
        copy.copy(held),
        copy.deepcopy(held),
        pickle.loads(pickle.dumps(held)),
    ):
        assert (twin, hash(twin)) == (held, hash(held))
    assert {held: "found"}[Frozen({"I1": 2, "L4": 1})] == "found"
    assert Frozen({"I1": 1, "L4": 1}) != held


def test_nothing_in_it_can_be_changed() -> None:
    held = Frozen({"I1": 2})
    with pytest.raises(TypeError, match="cannot be changed"):
        held["I1"] = 3
    with pytest.raises(TypeError, match="cannot be changed"):
        held |= {"I1": 3}
    assert held == {"I1": 2}
