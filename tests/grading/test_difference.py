from __future__ import annotations

import pytest

from outwit.grading.difference import first_difference
from outwit.grading.evidence import side_by_side
from outwit.process.text import shown


@pytest.mark.parametrize(
    ("expected", "actual", "lines"),
    [
        (b"a\nb\n", b"a\nb", ["expected |b|", "written  |b| (no line end)"]),
        (b"a\n", b"a\n\n", ["expected nothing more", "written  ||"]),
        (b"a\nb\n", b"a\n", ["expected |b|", "written  nothing more"]),
        (b"a \n", b"a\n", ["expected |a |", "written  |a|"]),
        (b"a\n", b"a\r\n", ["expected |a|", "written  |a\\r|"]),
        (b"\x1b[2J\n", b"\xff\0\n", ["expected |\\x1b[2J|", "written  |\\xff\\x00|"]),
    ],
)
def test_the_first_difference_is_shown_to_the_byte(
    expected: bytes, actual: bytes, lines: list[str]
) -> None:
    said = first_difference(expected, actual, "standard output").splitlines()
    assert said[0].startswith("standard output differs in line ")
    assert [line.strip() for line in said[1:]] == lines


def test_equal_outputs_do_not_differ() -> None:
    assert first_difference(b"a\n\0", b"a\n\0", "it") == ""


def test_a_free_line_stands_for_any_one_line() -> None:
    expected = b"title\nboard\n"
    assert first_difference(expected, b"My own title\nboard\n", "it", [b"title"]) == ""
    assert first_difference(expected, b"\nboard\n", "it", [b"title"]) == ""
    assert "line 2" in first_difference(expected, b"Two\nlines\nboard\n", "it", [b"title"])
    assert "line 2" in first_difference(expected, b"title\n", "it", [b"board"])
    assert "line 1" in first_difference(b"title\n", b"cut off", "it", [b"title"])


def test_hostile_text_is_shown_harmlessly() -> None:
    text = shown("\x1b]0;x\x07\u202eevil\ud800\r".encode("utf-8", "surrogatepass") + b"\xff")
    assert text.isprintable()
    assert "\\x1b" in text
    assert "\\u202e" in text
    assert "\\xff" in text
    cut = shown(b"x" * 1_000_000)
    assert len(cut) < 3_000
    assert "characters left out" in cut


def test_columns_stand_side_by_side() -> None:
    assert side_by_side([("a", ["1", "22"]), ("bbb", ["3"])]) == "a    bbb\n1    3\n22"
