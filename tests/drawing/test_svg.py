from pathlib import Path

from ludotheque.drawing.svg import closed, number, stylesheet


def test_coordinates_are_short() -> None:
    assert [number(value) for value in (-0.04, 0.0, 3.0, -2.55, 10.0)] == ["0", "0", "3", "-2.5", "10"]
    assert closed([(0, 0), (10, 0), (0, 10)]) == "M0 0L10 0L0 10Z"


def test_a_stylesheet_keeps_every_space_that_means_something(tmp_path: Path) -> None:
    path = tmp_path / "style.css"
    path.write_text(
        """/* two: rules; and {
           more */
        .a .b,
        .a :hover { color: red; margin: 0 auto; }

        @media (width > 1px) {
          .c:not(.d) { --seat: #fff }  /* a variable */
        }
        """,
        encoding="utf-8",
    )
    expected = ".a .b,.a :hover{color:red;margin:0 auto}@media (width > 1px){.c:not(.d){--seat:#fff}}"
    assert stylesheet(path) == expected
