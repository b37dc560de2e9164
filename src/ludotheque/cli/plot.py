"""``ludotheque plot``: pictures of an arena's results, or of records."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ludotheque.core.errors import BadOption, Refusal, quoted

_FORMATS = (".svg", ".png")


def plot(
    file: Path,
    /,
    *,
    out: Annotated[
        Path | None, Parameter(help="Write this .svg or .png alone; else both, beside the file.")
    ] = None,
) -> int:
    """Draw what people look at: shares of wins, scores, strength against thinking time, with intervals.

    It needs the extra `data`: pip install 'ludotheque[data]'.

    Parameters
    ----------
    file
        The .json results of an arena, or a file of records.
    """
    from ludotheque.adapters.plots import draw

    if out is not None and out.suffix not in _FORMATS:
        raise BadOption(f"{quoted(str(out))}: a picture is a {' or '.join(_FORMATS)}; end its name so")
    paths = [out] if out else [file.with_suffix(suffix) for suffix in _FORMATS]
    picture = draw(file)
    for path in paths:
        try:
            picture.savefig(path)
        except OSError as error:
            raise Refusal(f"cannot write {path}: {error.strerror or error}") from None
        print(f"wrote {path}")
    return 0
