"""What lets a browser install the pages as an app: its description, its pictures, and its service worker."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, Router, get
from litestar.response import Template

from ludotheque.drawing.palette import LIGHT
from ludotheque.drawing.raster import png
from ludotheque.i18n.language import SHARED
from ludotheque.tables.errors import NotFound
from ludotheque.web.identity import Visitor

_ = SHARED.text

STATIC = Path(__file__).parent.parent / "static"
ICONS = {"192": (192, False), "512": (512, False), "maskable": (512, True), "badge": (96, False)}
SAFE = 0.72  # of a maskable icon's width: systems cut its corners as they like
OFFLINE_FILES = ("style.css", "icon.svg", "offline.js")
IMMUTABLE = "public, max-age=86400"


@get("/manifest.webmanifest")
async def manifest(visitor: Visitor) -> Response[dict[str, Any]]:
    """The pages as an app."""
    about = {
        "id": "/",
        "name": "Ludothèque",
        "short_name": "Ludothèque",
        "description": _(
            "Hard-to-find tabletop games, in your browser: against bots, with friends, at one screen."
        ),
        "lang": visitor.language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": LIGHT["paper"],
        "theme_color": LIGHT["paper"],
        "categories": ["games"],
        "icons": [
            _icon_entry("192", "any"),
            _icon_entry("512", "any"),
            _icon_entry("maskable", "maskable"),
        ],
    }
    return Response(about, media_type="application/manifest+json")


def _icon_entry(name: str, purpose: str) -> dict[str, str]:
    size, _masked = ICONS[name]
    return {"src": f"/icons/{name}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


@get("/icons/{name:str}")
async def icon(name: str) -> Response[bytes]:
    """The house's picture in a size that systems ask for."""
    size, masked = ICONS.get(name.removesuffix(".png"), (0, False))
    if not size or not name.endswith(".png"):
        raise NotFound("icon", _("there is no such page here"))
    return Response(drawn_icon(size, masked), media_type="image/png", headers={"cache-control": IMMUTABLE})


@cache
def drawn_icon(size: int, masked: bool) -> bytes:
    """icon.svg as a PNG; *masked* with room around it."""
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8")
    if masked:
        inside, around = 40 * SAFE, 20 * (1 - SAFE)
        inner = svg.replace(
            "<svg ", f'<svg x="{around:g}" y="{around:g}" width="{inside:g}" height="{inside:g}" ', 1
        )
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">{inner}</svg>'
    return png(svg, (size, size))


@get("/worker.js")
async def worker(request: Request[Any, Any, Any], visitor: Visitor) -> Response[str]:
    """The service worker.

    What it keeps for when the connection is lost is named in it: if that changes, a browser has another
    worker, and fetches it anew.
    """
    assets = request.app.state.assets
    kept = {
        "page": f"/offline?of={assets.rpartition('/')[2]}-{visitor.language}-{visitor.theme}",
        "files": [f"{assets}/{name}" for name in OFFLINE_FILES],
    }
    code = (STATIC / "worker.js").read_text(encoding="utf-8")
    return Response(f"const KEPT = {json.dumps(kept)};\n{code}", media_type="text/javascript")


@get("/offline", media_type=MediaType.HTML)
async def offline(visitor: Visitor) -> Template:
    """What is shown while the connection is lost."""
    return Template("offline.html", context={"language": visitor.language, "theme": visitor.theme})


router = Router("/", include_in_schema=False, route_handlers=[manifest, icon, worker, offline])
