"""Languages are found on disk, and English stands in for whatever is missing."""

from pathlib import Path

import pytest

from ludotheque.core.registry import definition, names
from ludotheque.i18n.language import SHARED, Translations, languages, speaking
from ludotheque.web.learn import rules_page


def test_languages_are_found_on_disk_and_call_themselves_by_name() -> None:
    assert languages() == {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}


def test_english_stands_in_for_a_missing_catalogue(tmp_path: Path) -> None:
    with speaking("fr"):
        assert Translations(tmp_path).text("Play {game} now", game="Fou!") == "Play Fou! now"
        assert Translations(tmp_path).plural("{number} player", "{number} players", 2) == "2 players"
    with speaking("eo"):
        assert SHARED.text("Play now") == "Play now"


def test_english_stands_in_for_a_message_that_is_not_translated(tmp_path: Path) -> None:
    (tmp_path / "fr.po").write_text('msgid "yes"\nmsgstr "oui"\n\nmsgid "no"\nmsgstr ""\n', encoding="utf-8")
    with speaking("fr"):
        assert [Translations(tmp_path).text(word) for word in ("yes", "no", "maybe")] == [
            "oui",
            "no",
            "maybe",
        ]


@pytest.mark.parametrize("game", names())
def test_english_stands_in_for_a_missing_page_of_rules(game: str) -> None:
    assert rules_page(game, "eo") == rules_page(game, "en")
    translated = (definition(game).folder / "learn" / "fr.md").is_file()
    assert (rules_page(game, "fr") != rules_page(game, "en")) == translated
