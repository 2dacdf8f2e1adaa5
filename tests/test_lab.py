"""Every experiment is listed, with question, result and command, and its links are good."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAB = ROOT / "lab"
PAGES = sorted(LAB.glob("*.md"))
EXPERIMENTS = [page for page in PAGES if page.name not in {"README.md", "training.md"}]
LIST = (LAB / "README.md").read_text()


def test_only_dated_pages_beside_the_list_and_the_recipes() -> None:
    assert [page.name for page in EXPERIMENTS if not re.match(r"20\d\d-\d\d-", page.name)] == []


@pytest.mark.parametrize("page", EXPERIMENTS, ids=lambda page: page.stem)
def test_an_experiment_is_listed_with_its_question_result_and_command(page: Path) -> None:
    text = page.read_text()
    (row,) = re.findall(rf"^\| \[.*?\]\({re.escape(page.name)}\) \|.*$", LIST, re.MULTILINE)
    for part in ("Date", "Question", "Result", "Repeat"):
        (said,) = re.findall(rf"^- {part}: (.*?)\n(?=- |\n)", text, re.MULTILINE | re.DOTALL)
        assert " ".join(said.split()) in row


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_and_scripts_are_there(page: Path) -> None:
    text = page.read_text()
    files = [link.partition("#")[0] for link in re.findall(r"\]\(([^)#][^)]*)\)", text)]
    missing = [file for file in files if "://" not in file and not (LAB / file).exists()]
    scripts = re.findall(r"\bbench/\w+\.py\b", text)
    assert missing + [script for script in scripts if not (ROOT / script).is_file()] == []


def test_nothing_of_it_is_in_the_package() -> None:
    assert list((ROOT / "src").rglob("network.md")) == []
