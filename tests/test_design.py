"""The papers of the assignments: true to the code, not too long, and made anew."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from docs import diagram, pictures
from docs.diagram import Unfounded, read_box

ROOT = Path(__file__).parents[1]
PATTERNS = (
    "Strategy",
    "Template Method",
    "Command",
    "Memento",
    "Observer",
    "Adapter",
    "Factory",
    "Iterator",
)
PATTERNS_PAGE = (ROOT / "docs" / "design" / "patterns.md").read_text()
PROSE = PATTERNS_PAGE.partition(diagram.START)[0]
REPORT = (ROOT / "Report.txt").read_text()
REPORT_PAGE = (ROOT / "docs" / "design" / "report.md").read_text()
# The pictures take seconds, and are the same whichever way the modules run.
slow = pytest.mark.compiled_only


def words(text: str) -> int:
    return len(text.split())


@slow
def test_the_pictures_of_the_readme_show_the_code_as_it_is() -> None:
    for name, drawn in pictures.pictures().items():
        kept = (pictures.FOLDER / name).read_text()
        assert kept == f"{drawn}\n", f"{name} is stale: run make docs"


def test_the_diagrams_show_the_code_as_it_is() -> None:
    kept = PATTERNS_PAGE.partition(diagram.START)[2].partition(diagram.END)[0]
    assert kept == diagram.section(), "stale: run python -m docs.diagram"


@pytest.mark.parametrize("name", diagram.DIAGRAMS)
def test_the_picture_of_a_diagram_is_of_its_text(name: str) -> None:
    text = diagram.picture_of(name).read_text()
    assert text.endswith(diagram.mark_of(name)), "stale: run python -m docs.diagram"
    shown = {word for part in ET.fromstring(text).itertext() for word in part.split()}
    titles = {box.place.partition(".")[2].rpartition(":")[2] for box in diagram.boxes_of(name)}
    assert titles <= shown


def test_pictures_load_nothing_and_stand_for_the_diagrams_on_the_site() -> None:
    page = diagram.with_pictures(PATTERNS_PAGE)
    assert "mermaid" not in page
    pictures_shown = re.findall(r"!\[.+\]\((.+)\)", page)
    assert len(pictures_shown) == len(diagram.DIAGRAMS)
    for picture in pictures_shown:
        text = (ROOT / "docs" / "design" / picture).read_text()
        assert re.findall(r"(?:href|src)=\"(?!#)|url\((?!#)|<script|foreignObject", text) == []


@pytest.mark.parametrize(
    "line",
    [
        "core.position:Positron",
        "core.positron",
        "core.position:Position play unplay",
        "core.option:Option -> Store",
        "arena.store:Store realises Executor",
    ],
)
def test_what_the_code_does_not_have_is_found(line: str) -> None:
    places = {box.key: box.place for name in diagram.DIAGRAMS for box in diagram.boxes_of(name)}
    with pytest.raises(Unfounded):
        diagram.lines_of(read_box(line), places)


def test_the_page_of_patterns_is_short_and_names_files_that_exist() -> None:
    assert words(PROSE) <= 600
    assert [name for name in PATTERNS if name not in PROSE] == []
    files = re.findall(r"`(src/[\w/.]+)`", PROSE)
    assert [file for file in files if not (ROOT / file).is_file()] == []
    sections = PROSE.partition("\n## Classes")[0].split("\n## ")[1:]
    assert len(sections) == 7
    for section in sections:
        assert "`src/" in section
        assert "*Without it:*" in section


def test_names_on_the_page_of_patterns_are_in_the_files_named_there() -> None:
    text = PROSE.partition("\n## Classes")[0]
    code = "".join((ROOT / file).read_text() for file in re.findall(r"`(src/[\w/.]+)`", text))
    for name in re.findall(r"`([A-Za-z_.]+)(?:\([^`]*\))?`", text):
        assert re.search(rf"\b{name.rpartition('.')[2]}\b", code), name


def test_the_report_is_plain_text_of_about_a_thousand_words() -> None:
    assert REPORT.isascii()
    assert 900 <= words(REPORT) <= 1200
    assert max(map(len, REPORT.splitlines())) <= 78


@pytest.mark.parametrize("text", [REPORT, REPORT_PAGE])
def test_files_named_in_the_report_exist(text: str) -> None:
    named = re.findall(r"\b(?:src|bench|docs|lab|tests)/[\w/-]+\.\w+", text)
    assert named
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_the_page_of_the_report_is_short_and_has_its_figures() -> None:
    assert words(REPORT_PAGE) <= 700
    told = set(re.findall(r"\b\d+-\d+-\d+\b", REPORT))
    shown = {figure.replace("–", "-") for figure in re.findall(r"\b\d+–\d+–\d+\b", REPORT_PAGE)}
    assert shown
    assert shown <= told
