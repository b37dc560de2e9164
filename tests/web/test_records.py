"""A record that somebody drops on the page: checked, replayed, and stored only if they ask for that."""

import json

import httpx
import pytest

import ludotheque
from ludotheque.core.errors import BadRecord
from ludotheque.core.reading import read_record
from ludotheque.tables.archive import table_of
from ludotheque.tables.events import BOT, PERSON
from ludotheque.tables.people import STAND_IN
from tests.web.people import Human
from tests.web.server import Server

pytestmark = pytest.mark.slow


def a_record() -> str:
    state = ludotheque.game("fou", players=4, rounds=1).new(seed=3)
    while not state.over:
        state.play(state.moves()[0])
    return state.record().to_json()


def test_a_record_is_replayed_and_kept_only_if_asked_for(server: Server) -> None:
    ada, text = Human(server.url, "Ada"), a_record()
    moment = ada.post("/replay", record=text, ply=5, seat=2)
    assert (moment["ply"], moment["as"]) == (5, 2) and "board" in moment["panels"]

    page = httpx.post(f"{server.url}/replay", files={"record": text.encode()}, headers=ada.headers)
    assert page.is_success and 'id="record"' in page.text
    id = page.text.split('"table": "')[1].split('"')[0]
    assert httpx.get(f"{server.url}/api/tables/{id}", headers=ada.headers).status_code == 404

    kept = ada.post("/records", record=text)
    assert kept["id"] == id == ada.post("/records", record=text)["id"]
    assert ada.get(f"/tables/{id}")["phase"] == "over"


def test_what_is_wrong_with_a_record_is_told_as_check_tells_it(server: Server) -> None:
    fields = json.loads(a_record())
    fields["moves"][3] = fields["moves"][2]
    broken = json.dumps(fields)
    with pytest.raises(BadRecord) as error:
        read_record(broken).check()
    ada = Human(server.url, "Ada")
    assert ada.refused("/replay", record=broken, ply=0) == (400, "record/bad", str(error.value))
    assert ada.refused("/records", record="{}")[2].startswith("ply 0: ")
    half = a_record().replace("{", '{"started": "\\ud800", ', 1)
    assert ada.refused("/records", record=half)[:2] == (400, "record/bad")
    page = httpx.post(f"{server.url}/replay", files={"record": broken.encode()}, headers=ada.headers)
    assert page.status_code == 400 and "ly 3: " in page.text


def test_a_form_without_one_file_is_told_so(server: Server) -> None:
    text, one_file = a_record(), "choose one file, whose first line is a record"
    part = ("record.jsonl", text.encode())
    for files, why in (
        ({"record": (None, text)}, one_file),
        ({"record": (None, "")}, one_file),
        ({"other": part}, one_file),
        ([("record", part), ("record", part)], one_file),
        ({"record": (None, text, "text/plain; charset=nope")}, "that is not text in utf-8"),
        ({"record": (None, "é", "text/plain; charset=ascii")}, "that is not text in utf-8"),
    ):
        page = httpx.post(f"{server.url}/replay", files=files)
        assert (page.status_code, why in page.text.lower()) == (400, True)
    bare = httpx.post(f"{server.url}/replay")
    assert (bare.status_code, one_file in bare.text.lower()) == (400, True)


@pytest.mark.parametrize("name", [None, [], {}, ""])
def test_who_has_no_name_in_a_record_is_not_called_none(name: object) -> None:
    seats = [{"kind": kind, "name": name} for kind in ("person", "bot", "person", "bot")]
    table = table_of(read_record(json.dumps(json.loads(a_record()) | {"seats": seats})))
    assert [seat.who.name for seat in table.seats if seat.who.kind == PERSON] == ["?", "?"]
    assert [seat.who.level for seat in table.seats if seat.who.kind == BOT] == [STAND_IN, STAND_IN]
