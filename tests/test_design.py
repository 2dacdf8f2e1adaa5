"""The papers of the assignments: true to the code, not too long, and made anew."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from docs import pictures, report
from docs.report import PAGES
from docs.uml import mermaid, model, svg
from docs.uml.layout import Plan, place
from docs.uml.model import Unfounded, read_box, read_model
from docs.uml.selection import HEIGHT, PACKAGES, WIDTH, Shown

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
# The diagram takes seconds to lay out, and is the same whichever way the modules run.
slow = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def plan() -> Plan:
    return place(read_model())


def words(text: str) -> int:
    return len(text.split())


@slow
def test_the_pictures_of_the_readme_show_the_code_as_it_is() -> None:
    for name, drawn in pictures.pictures().items():
        kept = (pictures.FOLDER / name).read_text()
        assert kept == f"{drawn}\n", f"{name} is stale: run make docs"


@slow
def test_the_picture_shows_the_code_as_it_is(plan: Plan) -> None:
    assert (PAGES / "uml.svg").read_text() == svg.draw(read_model(), plan), "stale: run make docs"


def test_the_mermaid_text_shows_the_code_as_it_is() -> None:
    assert (PAGES / "uml.mmd").read_text() == mermaid.write(read_model()), "stale: run make docs"


def test_a_name_that_the_code_does_not_have_is_found() -> None:
    for place_name, members in (
        ("core.position:Positron", ""),
        ("core.positron", ""),
        ("core.position:Position", "play unplay"),
    ):
        with pytest.raises(Unfounded):
            read_box(Shown(place_name, members))


def test_a_line_that_the_code_does_not_have_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "ASSOCIATIONS", (("Option", "Store"),))
    with pytest.raises(Unfounded, match="Store"):
        read_model()
    monkeypatch.setattr(model, "ASSOCIATIONS", ())
    monkeypatch.setattr(model, "REALISATIONS", (("Store", "Executor"),))
    with pytest.raises(Unfounded, match="submit"):
        read_model()


@slow
def test_boxes_lie_in_their_packages_and_apart(plan: Plan) -> None:
    for package in PACKAGES:
        assert package.left + package.width <= WIDTH
        assert package.top + package.height <= HEIGHT
        for shown in package.shown:
            box = plan.boxes[shown.key]
            assert package.left < box.left < box.right < package.left + package.width
            assert package.top < box.top < box.bottom < package.top + package.height
    boxes = list(plan.boxes.values())
    for i, one in enumerate(boxes):
        assert all(one.distance(other) > 0 for other in boxes[:i])


@slow
def test_lines_run_level_or_upright_and_touch_no_other_box(plan: Plan) -> None:
    for line, way in plan.lines:
        for (x, y), (to_x, to_y) in zip(way.corners, way.corners[1:], strict=False):
            assert x == to_x or y == to_y
            for key, box in plan.boxes.items():
                across = max(x, to_x) > box.left and min(x, to_x) < box.right
                down = max(y, to_y) > box.top and min(y, to_y) < box.bottom
                assert not (across and down), f"{line} runs through {key}"


def test_the_picture_is_well_formed_and_fits_a_screen() -> None:
    root = ET.parse(PAGES / "uml.svg").getroot()
    assert root.get("viewBox") == "0 0 1600 1000"
    shown = {text.text for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Position", "Advance", "Player", "Referee", "Console"} <= shown


def test_the_design_page_is_short_and_names_files_that_exist() -> None:
    text = (ROOT / "docs" / "design.md").read_text()
    assert words(text) <= 600
    assert [name for name in PATTERNS if name not in text] == []
    files = re.findall(r"`(src/[\w/.]+)`", text)
    assert [file for file in files if not (ROOT / file).is_file()] == []
    sections = text.split("\n## ")[1:]
    assert len(sections) == 7
    for section in sections:
        assert "`src/" in section
        assert "*Without it:*" in section


def test_names_on_the_design_page_are_in_the_files_named_there() -> None:
    text = (ROOT / "docs" / "design.md").read_text()
    code = "".join((ROOT / file).read_text() for file in re.findall(r"`(src/[\w/.]+)`", text))
    for name in re.findall(r"`([A-Za-z_.]+)(?:\([^`]*\))?`", text):
        assert re.search(rf"\b{name.rpartition('.')[2]}\b", code), name


def test_the_report_is_plain_text_of_about_a_thousand_words() -> None:
    text = report.REPORT.read_text()
    assert text.isascii()
    assert 900 <= words(text) <= 1200
    assert max(map(len, text.splitlines())) <= 78


def test_files_named_in_the_report_exist() -> None:
    named = re.findall(r"\b(?:src|bench|docs|tests)/[\w/]+\.\w+", report.REPORT.read_text())
    assert named
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_the_page_of_the_report_is_the_report() -> None:
    assert report.PAGE.read_text() == report.page(), "stale: run make docs"
