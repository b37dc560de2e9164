"""The pages of rules: a game's learn/en.md and so on, with its own pictures set in."""

import re
from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape, unescape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from ludotheque.core.registry import definition
from ludotheque.i18n.language import speaking

_PART = re.compile(r"<h2>(.*?)</h2>", re.DOTALL)
_RULES = re.compile(r"\s*\[([A-Z]\d+(?:, [A-Z]\d+)*)\]")  # "… on one tile [F12]."
_TAG = re.compile(r"<[^>]*>")
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)  # the page has it in a file, and allows none within


class _Illustrated(RendererHTML):
    """Renders ``![caption](picture:name)`` as the picture of that name with its caption."""

    def image(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        """A picture."""
        token = tokens[idx]
        name = str(token.attrs["src"]).removeprefix("picture:")
        caption = self.renderInlineAsText(token.children or [], options, env)
        picture = _STYLE.sub("", env["pictures"].get(name, ""))
        picture = picture.replace('class="ludotheque ', 'class="ui-illustration ludotheque ', 1)
        return f"<figure>{picture}<figcaption>{escape(caption)}</figcaption></figure>"


@dataclass(frozen=True)
class RulesPage:
    """The rules of a game as HTML, and their parts: (where, heading)."""

    html: str
    contents: tuple[tuple[str, str], ...]


@cache
def rules_page(game: str, language: str) -> RulesPage:
    """The rules of a game; in English where they are not there in a language.

    A game without a learn/ has them in its rules.md.
    """
    found = definition(game)
    files = [*(found.folder / "learn" / f"{code}.md" for code in (language, "en")), found.folder / "rules.md"]
    file = next((file for file in files if file.is_file()), None)
    with speaking(language if file == files[0] else "en"):
        if file is None:
            return RulesPage(render(f"# {found.title}\n\n{found.translations.text(found.summary)}\n"), ())
        return _with_anchors(render(file.read_text(encoding="utf-8"), found.page.illustrations()))


def _with_anchors(html: str) -> RulesPage:
    """Parts and rules can be linked to. A rule's number is not shown: a refusal leads there (`rule-F11`)."""
    contents: list[tuple[str, str]] = []
    seen: set[str] = set()

    def part(match: re.Match[str]) -> str:
        contents.append((f"part-{len(contents) + 1}", unescape(_TAG.sub("", match[1]))))
        return f'<h2 id="{contents[-1][0]}">{match[1]}</h2>'

    def rules(match: re.Match[str]) -> str:
        new = [number for number in match[1].split(", ") if number not in seen]
        seen.update(new)
        return "".join(f'<span class="ui-rule" id="rule-{number}"></span>' for number in new)

    return RulesPage(_RULES.sub(rules, _PART.sub(part, html)), tuple(contents))


def render(text: str, pictures: dict[str, str] | None = None) -> str:
    """Markdown of ours as HTML."""
    markdown = MarkdownIt("commonmark", renderer_cls=_Illustrated).enable("table")
    markdown.validateLink = lambda url: True  # type: ignore[method-assign]
    html: str = markdown.render(text, {"pictures": pictures or {}})
    html = html.replace("<p><figure>", "<figure>").replace("</figure></p>", "</figure>")  # no figure in a <p>
    html = html.replace("<th></th>", "<td></td>")  # an empty corner is above nothing
    return html.replace("<pre>", '<pre tabindex="0">')  # long lines are scrolled to with keys
