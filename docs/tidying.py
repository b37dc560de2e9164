"""Pages without inline scripts and styles: the server that shows them allows none."""

import hashlib
import re
from pathlib import Path

_INLINE = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)
_STYLED = re.compile(r'(<[a-z][^>]*?) style="[^"]*"')


def without_inline_code(site: Path) -> None:
    """Move every inline script and style of a built site into a file beside its other files."""
    for page in site.rglob("*.html"):
        page.write_text(_tidied(page.read_text(encoding="utf-8"), page, site), encoding="utf-8")


def _tidied(text: str, page: Path, site: Path) -> str:
    root = "../" * (len(page.relative_to(site).parts) - 1)
    return _STYLED.sub(r"\1", _INLINE.sub(lambda found: _moved(found, site, root), text))


def _moved(found: re.Match[str], site: Path, root: str) -> str:
    kind, code = found[1], found[2]
    name = f"_static/{hashlib.sha256(code.encode()).hexdigest()[:12]}.{'js' if kind == 'script' else 'css'}"
    (site / name).write_text(code, encoding="utf-8")
    if kind == "script":
        return f'<script src="{root}{name}"></script>'
    return f'<link rel="stylesheet" href="{root}{name}">'
