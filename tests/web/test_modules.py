"""A page names all that its scripts import, so that nothing waits for what imports it."""

import re
from pathlib import Path

from ludotheque.web.app import HERE
from ludotheque.web.modules import imported_by, module_tags


def test_what_is_imported_by_what_is_imported_is_found_once(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text(
        'import { b,\n  c } from "./b.js";\nimport "./c.js";\nimport("./late.js");\n'
    )
    (tmp_path / "b.js").write_text('import { d } from "./d.js";\nimport { a } from "./a.js";\n')
    (tmp_path / "c.js").write_text('// import nothing from "./e.js";\nimport { d } from "./d.js";\n')
    (tmp_path / "d.js").write_text("")
    assert imported_by(tmp_path, "a.js") == ["b.js", "c.js", "d.js"]
    tags = module_tags(tmp_path, lambda path: f"/assets/{path}")("c.js")
    assert tags == (
        '<link rel="modulepreload" href="/assets/d.js"><script type="module" src="/assets/c.js"></script>'
    )


def test_every_script_of_a_template_is_there() -> None:
    for template in (HERE / "templates").glob("*.html"):
        for script in re.findall(r"module\('([^']+)'\)", template.read_text()):
            assert all((HERE / "static" / one).exists() for one in imported_by(HERE / "static", script))
