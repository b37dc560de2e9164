"""Pages without inline scripts and styles: the server that shows them allows none."""

import hashlib
import re
from pathlib import Path

_INLINE = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)
_STYLED = re.compile(r'(<[a-z][^>]*?) style="([^"]*)"')


def without_inline_code(site: Path) -> None:
    """Move every inline script and style of a built site into files beside its other files."""
    for page in site.rglob("*.html"):
        page.write_text(_tidied(page.read_text(encoding="utf-8"), page, site), encoding="utf-8")


def _tidied(text: str, page: Path, site: Path) -> str:
    root = "../" * (len(page.relative_to(site).parts) - 1)
    text = _INLINE.sub(lambda found: _linked(site, root, found[1], found[2]), text)
    styles = {found[2]: _name_of(found[2]) for found in _STYLED.finditer(text)}
    text = _STYLED.sub(lambda found: f'{found[1]} data-style="{styles[found[2]]}"', text)
    rules = "".join(f'[data-style="{name}"] {{ {style} }}\n' for style, name in styles.items())
    return text.replace("</head>", _linked(site, root, "style", rules) + "</head>") if rules else text


def _linked(site: Path, root: str, kind: str, code: str) -> str:
    """Keep some code in a file; return what a page says to have it."""
    file = f"_static/{_name_of(code)}.{'js' if kind == 'script' else 'css'}"
    (site / file).write_text(code, encoding="utf-8")
    if kind == "script":
        return f'<script src="{root}{file}"></script>'
    return f'<link rel="stylesheet" href="{root}{file}">'


def _name_of(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()[:12]
