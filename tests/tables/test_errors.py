"""What cannot be done at a table: a code, a status and a sentence, also after pickling."""

import pickle

import pytest

from ludotheque.tables.errors import NotAllowed, NotFound, NotNow, TableRefusal

KINDS = [(TableRefusal, 400), (NotAllowed, 403), (NotFound, 404), (NotNow, 409)]


@pytest.mark.parametrize(("kind", "status"), KINDS)
def test_a_refusal_survives_pickling(kind: type[TableRefusal], status: int) -> None:
    refusal = pickle.loads(pickle.dumps(kind("stale", "look again")))
    assert type(refusal) is kind
    assert (refusal.code, refusal.status, str(refusal)) == ("table/stale", status, "look again")
