"""Records: what reads, what is refused, and how it is told."""

import json
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque.core.errors import BadRecord, Refusal, quoted
from ludotheque.core.reading import read_record

GOLDEN = Path(__file__).parent.parent / "records" / "feurio.jsonl"
VERSUS, TEAM = 12, 1  # lines, from 0: four players against each other, two together


def golden(line: int = VERSUS) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(GOLDEN.read_text().splitlines()[line])
    return record


def refusal(fields: Any) -> str:
    with pytest.raises(BadRecord) as refused:
        read_record(fields if isinstance(fields, str) else json.dumps(fields)).check()
    return str(refused.value)


def swapped(record: dict[str, Any], ply: int, move: Any) -> dict[str, Any]:
    return record | {"moves": [*record["moves"][:ply], move, *record["moves"][ply + 1 :]]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "pgn"}, 'ply 0: "format" must be "ludotheque/1", not "pgn"'),
        ({"format": None}, 'ply 0: "format" must be "ludotheque/1", not null'),
        ({"game": "feurioo"}, 'ply 0: no game "feurioo"; did you mean "feurio"?'),
        ({"game": "a\nb\ud800"}, 'ply 0: no game "a\\nb\\ud800"; there are '),
        ({"game": 3}, 'ply 0: "game" must be a text, not a number'),
        ({"options": []}, 'ply 0: "options" must be an object, not a list'),
        ({"options": {}}, "ply 0: option players is missing; it is a whole number from 1 to 4"),
        ({"setup": None}, 'ply 0: "setup" must be an object, not null'),
        ({"setup": {}}, 'ply 0: "setup" must hold "stack", a list of 36 values'),
        ({"setup": {"stack": [1] * 35}}, 'ply 0: "setup" must hold "stack", a list of 36 values'),
        ({"setup": {"stack": [7] * 36}}, "ply 0: the stack holds 7; tiles have values 1 to 6 [F1]"),
        ({"setup": {"stack": [True] * 36}}, "ply 0: the stack holds true; tiles have values 1 to 6 [F1]"),
        ({"setup": {"stack": [1] * 36}}, "ply 0: the stack holds the value 1 36 times, not 6 [F1]"),
        ({"moves": "lay 2,0"}, 'ply 0: "moves" must be a list, not a text'),
        ({"result": [1]}, 'ply 0: "result" must be an object, not a list'),
    ],
)
def test_a_record_of_the_wrong_shape_is_refused(change: dict[str, Any], message: str) -> None:
    told = refusal(golden() | change)
    assert told.startswith(message) if message.endswith("are ") else told == message
    assert told.isprintable()


@pytest.mark.parametrize("text", ["", "{", "nonsense", '{"format": "ludotheque/1",}', "[" * 100_000])
def test_text_that_is_no_json_is_refused(text: str) -> None:
    assert refusal(text).startswith("ply 0: this is not a JSON object: ")


@pytest.mark.parametrize(
    "change",
    [
        {"started": "\ud800"},
        {"setup": golden()["setup"] | {"\ud800": 1}},
        {"options": golden()["options"] | {"weather": "dry\ud800"}},
        {"seats": [{"kind": "person", "name": "A\ud800da"}]},
        {"\ud800": 1},
    ],
)
def test_half_a_character_is_refused(change: dict[str, Any]) -> None:
    why = 'ply 0: a text has half a character, "\\ud800", without its other half'
    assert refusal(golden() | change) == why
    whole = json.loads(json.dumps(change).replace("\\ud800", "\\ud83c\\udf32"))
    assert read_record(json.dumps(golden() | whole)).check().over


def test_lists_within_lists_are_refused_in_words_of_ours() -> None:
    too_deep = "ply 0: this is not a JSON object: lists or objects lie too deep in each other"
    assert refusal("[" * 5_000) == too_deep
    assert refusal('{"format": ' * 5_000) == too_deep
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert quoted(deep) == "…"


@pytest.mark.parametrize(("text", "kind"), [("[]", "a list"), ("3.5", "a number"), ("true", "true")])
def test_json_that_is_no_object_is_refused(text: str, kind: str) -> None:
    assert refusal(text) == f"ply 0: a record is a JSON object, not {kind}"


def test_a_missing_field_is_named() -> None:
    record = golden()
    del record["moves"]
    assert refusal(record) == 'ply 0: "moves" is missing'


def test_an_illegal_move_is_told_with_its_ply() -> None:
    record = golden()
    assert refusal(swapped(record, 2, "lay 9,9")).startswith("ply 2: lay 9,9: it is not one of the")
    assert refusal(swapped(record, 5, "G9 0,0")).startswith('ply 5: "G9 0,0" is not a move; write ')
    assert refusal(swapped(record, 7, 12)) == "ply 7: a move must be a text, not a number"


@pytest.mark.parametrize("revision", [None, True, 1.0, "1", 0, 2])
def test_a_revision_that_there_is_not_is_refused(revision: Any) -> None:
    told = f"ply 0: the rules of Feurio! have no revision {json.dumps(revision)} here; the newest is 1"
    assert refusal(golden() | {"revision": revision}) == told
    assert read_record(json.dumps(golden() | {"revision": 1})).game.revision == 1


def test_moves_after_the_end_are_told_with_their_ply() -> None:
    record = golden()
    end = len(record["moves"])
    assert refusal(record | {"moves": [*record["moves"], "pass"]}) == f"ply {end}: pass: the game is over"


def test_a_wrong_result_is_told() -> None:
    record = golden()
    end, true = len(record["moves"]), record["result"]
    wrong = record | {"result": true | {"scores": [0, 0, 0, 0]}}
    assert refusal(wrong) == f"ply {end}: the result's scores must be {true['scores']}, not [0, 0, 0, 0]"
    wrong = record | {"result": true | {"winners": []}}
    assert refusal(wrong) == f"ply {end}: the result's winners must be {true['winners']}, not []"
    wrong = record | {"result": {}}
    assert refusal(wrong) == f"ply {end}: the result's scores must be {true['scores']}, not null"


def test_a_shared_goal_is_won_or_not_and_nothing_between() -> None:
    record = golden(TEAM)
    end = len(record["moves"])
    for told, shown in [(True, "true"), (0, "0"), ("no", '"no"')]:
        message = refusal(record | {"result": {"won": told}})
        assert message == f"ply {end}: the result's won must be false, not {shown}"


def test_a_result_before_the_end_is_refused() -> None:
    record = golden()
    record["moves"] = record["moves"][:-1]
    end = len(record["moves"])
    assert refusal(record) == f"ply {end}: the record has a result, but the game is not over"


def test_a_finished_game_without_a_result_is_accepted() -> None:
    record = golden()
    del record["result"]
    assert read_record(json.dumps(record)).check().over


def test_a_running_game_is_accepted() -> None:
    record = golden() | {"moves": golden()["moves"][:9]}
    del record["result"]
    state = read_record(json.dumps(record)).check()
    assert (state.ply, state.over) == (9, False)


def test_unknown_fields_and_options_are_ignored_and_kept() -> None:
    record = golden() | {"event": {"city": "Cluny"}, "options": golden()["options"] | {"weather": "dry"}}
    read = read_record(json.dumps(record))
    read.check()
    assert read.more["event"] == {"city": "Cluny"}
    assert json.loads(read.to_json()) == record


def test_replay_stops_where_it_is_asked_to() -> None:
    record = read_record(json.dumps(golden()))
    assert record.replay(0).ply == 0
    assert record.replay(10).ply == 10
    assert record.replay().over
    with pytest.raises(Refusal, match="the record has no ply 1000; it has 0 to 73"):
        record.replay(1000)


def test_a_replay_up_to_a_bad_move_is_fine() -> None:
    record = read_record(json.dumps(swapped(golden(), 9, "nonsense")))
    assert record.replay(9).ply == 9


def test_reading_a_file_names_the_bad_line(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(f"{json.dumps(golden())}\n\n{{}}\n")
    records = ludotheque.read_records(file)
    assert next(records).check().over
    with pytest.raises(Refusal, match=r'games\.jsonl:3: ply 0: "format" must be'):
        next(records)
    with pytest.raises(Refusal, match=r"cannot read .*none: No such file or directory"):
        list(ludotheque.read_records(tmp_path / "none"))


def test_an_imagined_position_has_no_record() -> None:
    state = ludotheque.game("feurio").new(seed=1).view(0).imagine(seed=2)
    with pytest.raises(Refusal, match="imagined from a view"):
        state.record()
