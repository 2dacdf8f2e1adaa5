"""The sessions on the page are what the engine says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.protocols.manager import Manager

pytestmark = pytest.mark.compiled_only

PAGE = Path(__file__).parents[2] / "docs" / "bots" / "protocols.md"
SESSION = re.compile(r"^```text\n\$ outwit engine (.*)\n((?:.*\n)*?)```$", re.MULTILINE)
SESSIONS = SESSION.findall(PAGE.read_text())
# How good and how fast is the engine's affair, not the page's.
CHANGING = re.compile(r"(cp|nodes|nps|time) -?\d+|Outwit [\d.]+")


def shape(line: str) -> str:
    """Return a line without what changes from engine to engine."""
    return CHANGING.sub(r"\1", line)


@pytest.mark.parametrize(("words", "lines"), SESSIONS, ids=[words for words, _ in SESSIONS])
def test_a_session_on_the_page_is_what_is_said(words: str, lines: str) -> None:
    with Manager(*words.split()) as it:
        for line in lines.splitlines():
            if line.startswith("> "):
                it.says(line.removeprefix("> "))
            else:
                assert shape(it.hears_line()) == shape(line)
        assert it.ends() == (0, [])


def test_the_page_has_a_session() -> None:
    assert len(SESSIONS) == 1
