"""The pictures in the pages of rules."""

import re

from ludotheque.games.feurio.page.illustrations import illustrations
from ludotheque.i18n.language import languages, speaking


def test_pictures_of_the_rules_speak_the_reader_s_language() -> None:
    titles: set[str] = set()
    for language in languages():
        with speaking(language):
            pictures = illustrations()
        titles |= set(re.findall(r"<title>([^<]*)", pictures["areas"])[:1])
        assert len(set(pictures.values())) == len(pictures)
    assert len(titles) == len(languages())
