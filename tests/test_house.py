"""The page about the house says what is so: levels, files, and the names in them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "design" / "house.md").read_text()
WALKS = (ROOT / "CONTRIBUTING.md").read_text()
LAYERS = [
    contract["layers"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
        "contracts"
    ]
    if "layers" in contract
]
# Folders of code that the page names.
FOLDERS = ("src/", "training/")
# | step | where | what happens |
STEPS = re.findall(r"^\| \d+ \| (.*?) \| (.*?) \|$", WALKS, re.MULTILINE)


def test_its_levels_are_those_that_are_checked() -> None:
    tables = [
        [re.findall(r"`(\w+)`", row) for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)]
        for table in PAGE.split("| rooms | what they hold |")[1:]
    ]
    assert tables == [[layer.split(" | ") for layer in layers] for layers in LAYERS]


def test_every_file_that_it_names_is_there() -> None:
    named = re.findall(r"`((?:src|training)/[\w/.]+)`", PAGE + WALKS)
    assert len(named) > 30
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize(("where", "what"), STEPS)
def test_what_a_step_names_is_in_its_files(where: str, what: str) -> None:
    words = re.findall(r"`([^`]+)`", f"{where} {what}")
    files = [ROOT / word for word in words if word.startswith(FOLDERS)]
    beside = [files[0].with_name(word) for word in words if re.fullmatch(r"\w+\.(py|js)", word)]
    assert [file for file in beside if not file.is_file()] == []
    text = "\n".join(file.read_text() for file in files + beside)
    missing = [
        name
        for word in words
        if not word.startswith(FOLDERS) and not re.search(r"\.(py|js|bin)$", word)
        for name in re.findall(r"\w+", word)
        if not re.search(rf"\b{name}\b", text)
    ]
    assert missing == []


def test_both_walks_have_their_steps() -> None:
    assert len(STEPS) >= 20
