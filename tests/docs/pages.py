"""Reads the pages: their blocks of code, and the comments that say how these are tested."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs"
# The reference is generated: other tests look after it.
PAGES = sorted(
    page
    for page in FOLDER.rglob("*.md")
    if not page.is_relative_to(FOLDER / "python" / "reference")
)
FENCE = re.compile(r" *(```+|~~~+)(.*)")
MARKER = re.compile(r"<!-- (file|not run): (.+?) -->")


class Block(NamedTuple):
    """A block of code: its line, language, text, and the marker on the line before."""

    line: int
    language: str
    text: str
    marker: str
    value: str


def name_of(page: Path) -> str:
    """Return the path of a page in the folder of pages."""
    return str(page.relative_to(FOLDER))


def blocks_of(page: Path) -> list[Block]:
    """Return the blocks of a page."""
    found: list[Block] = []
    lines = page.read_text().splitlines()
    fence, start, language = "", 0, ""
    for number, line in enumerate(lines):
        if not fence and (match := FENCE.match(line)):
            fence, language, start = match[1], match[2].strip(), number
        elif fence and line.strip() == fence:
            marked = MARKER.fullmatch(lines[start - 1].strip()) if start else None
            marker, value = (marked[1], marked[2]) if marked else ("", "")
            text = "".join(f"{each}\n" for each in lines[start + 1 : number])
            found.append(Block(start + 1, language, text, marker, value))
            fence = ""
    assert not fence, f"{name_of(page)}:{start + 1}: the block does not end"
    return found


def plain(page: Path) -> str:
    """Return a page without its blocks of code and its comments."""
    text = re.sub(r"^ *(```+|~~~+).*?^ *\1$", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)


def prose_of(page: Path) -> str:
    """Return a page without code, names in backticks and the bars of tables."""
    return re.sub(r"`[^`\n]*`|^[|>*-]|\|$", "", plain(page), flags=re.MULTILINE)


def words_of(page: Path) -> int:
    """Return the number of words of a page outside its blocks of code."""
    return len(re.findall(r"[^\W_]+(?:[^\s|]*[^\W_])?", plain(page)))
