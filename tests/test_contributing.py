"""CONTRIBUTING.md names what is there."""

from __future__ import annotations

import re
from pathlib import Path

from tests.fuzz.corpus import TARGETS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text()


def test_every_verb_of_make_is_in_the_makefile() -> None:
    verbs = set(re.findall(r"\bmake (\w+)", PAGE))
    there = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {"build", "test", "check", "fuzz"} <= verbs
    assert verbs - there == set()


def test_every_target_of_the_fuzzers_is_described() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    assert sorted(rows) == sorted(TARGETS)
