"""The pages of rules: parts to go to, and a place for every rule that a refusal cites."""

import re

import pytest

from ludotheque.core.registry import definition
from ludotheque.web.learn import rules_page

GAMES = ("feurio", "fou", "forma")
NUMBER = re.compile(r'"([A-Z]\d+)(?:, ([A-Z]\d+))?"')


@pytest.mark.parametrize("language", ["en", "fr", "it", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_finds_its_rule(game: str, language: str) -> None:
    page = rules_page(game, language)
    refusals = (definition(game).folder / "refusals.py").read_text()
    cited = {number for match in NUMBER.findall(refusals) for number in match if number}
    assert cited
    assert [number for number in sorted(cited) if f'id="rule-{number}"' not in page.html] == []


@pytest.mark.parametrize("game", GAMES)
def test_parts_can_be_gone_to_and_rules_have_no_numbers(game: str) -> None:
    page = rules_page(game, "en")
    assert len(page.contents) > 3
    assert all(f'<h2 id="{where}">' in page.html and heading for where, heading in page.contents)
    assert not re.search(r"\[[A-Z]\d+", re.sub(r"<[^>]*>", "", page.html))
    ids = re.findall(r' id="((?:rule|part)-[^"]*)"', page.html)
    assert len(ids) == len(set(ids))
