"""How the site is built: `make docs`. Facts about games and the reference are generated, see facts.py."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from facts import write_pages  # noqa: E402
from tidying import without_inline_code  # noqa: E402

project = "Ludothèque"
author = "the Ludothèque team"
release = version = version_of("ludotheque")
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
exclude_patterns = ["notebooks"]
suppress_warnings = ["myst.xref_missing"]  # links to files of the repository, for readers there
html_theme = "furo"
html_title = "Ludothèque"
html_favicon = "../src/ludotheque/web/static/icon.svg"
html_static_path = ["_static"]
html_css_files = ["paper.css"]
html_extra_path = ["feurio.svg", "plot.svg"]
html_show_sourcelink = html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#b8390a", "color-brand-content": "#b8390a"},
    "dark_css_variables": {"color-brand-primary": "#ff8a5c", "color-brand-content": "#ff8a5c"},
}


def setup(app: Sphinx) -> None:
    """Write the generated pages before anything is read; afterwards leave no inline code in the pages."""
    app.connect("builder-inited", lambda app: write_pages(HERE))
    app.connect("build-finished", lambda app, error: without_inline_code(Path(app.outdir)))
