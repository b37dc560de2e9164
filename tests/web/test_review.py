"""The review of a finished game in the API: progress, numbers, words, and the better move on the board."""

import time
from typing import Any

import httpx
import pytest

from tests.reviews.test_judging import BLUNDERS, GOLDEN, on_line
from tests.web.people import Human
from tests.web.server import Server

pytestmark = pytest.mark.slow


def reviewed(person: Human, id: str) -> Any:
    answer = person.post(f"/tables/{id}/review")
    deadline = time.monotonic() + 120
    while not answer["review"] and time.monotonic() < deadline:
        time.sleep(0.1)
        answer = person.get(f"/tables/{id}/review")
    assert answer["judged"] == answer["decisions"]
    return answer["review"]


def test_a_finished_game_is_reviewed_for_everybody(server: Server) -> None:
    ada = Human(server.url, "Ada")
    id = ada.post("/records", record=on_line(BLUNDERS, 4).to_json())["id"]
    assert ada.get(f"/tables/{id}/review") == {"judged": 0, "decisions": 2, "review": None}
    review = reviewed(ada, id)
    (moment,) = review["moments"]
    assert (moment["ply"], moment["move"], moment["better"]) == (1, "pass", "bet")
    assert moment["better_label"] == "Bet or call"
    assert (
        moment["words"]
        .replace("\u00a0", " ")
        .startswith("Wins 100 % of imagined games instead of 0 %; 3 points more")
    )
    assert [round(sum(list(seat["account"].values())[:-1]), 3) for seat in review["seats"]] == [1, 0]
    assert all(seat["chart"].startswith('<svg class="chart"') for seat in review["seats"])
    assert {"known", "open", "swing"} <= review["decisions"][0].keys()
    bo = Human(server.url, "Bo", language="de")
    assert "durchgespielten Partien" in bo.get(f"/tables/{id}/review")["review"]["moments"][0]["words"]


def test_the_better_move_comes_with_its_place_on_the_board(server: Server) -> None:
    ada = Human(server.url, "Ada")
    id = ada.post("/records", record=on_line(GOLDEN / "connect_four.jsonl", 6).to_json())["id"]
    moment = reviewed(ada, id)["moments"][0]
    assert moment["at"] == f"column:{int(moment['better']) - 1}"
    assert "<g" in moment["ghost"][0]


def test_nothing_is_told_of_a_running_game(server: Server) -> None:
    ada = Human(server.url, "Ada")
    table = ada.opens("kuhn_poker", "me", "me")
    assert ada.refused(f"{table}/review")[:2] == (409, "table/running")
    looked = httpx.get(f"{server.url}/api{table}/review", headers=ada.headers)
    assert (looked.status_code, looked.json()["code"]) == (409, "table/running")
