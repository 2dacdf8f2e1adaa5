"""The pages keep their conventions, and what they tell people to type does what they say.

Blocks of Python with ``>>>`` are doctests, which pytest collects by itself.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest

from tests.docs.pages import FOLDER, PAGES, blocks_of, name_of, prose_of, words_of

# Most words of all pages, and of the page about the engine.
MOST_WORDS, MOST_ENGINE_WORDS = 20_000, 1_500
# Seconds for the commands of a page, on a machine that has other things to do.
PATIENCE = 120
# Languages of blocks that are not run as they are: a marker says what becomes of them.
PROGRAMS = ("c", "c++", "cpp", "java", "javascript", "js", "rust", "go", "bash", "console")
# Languages of blocks that only show something.
SHOWN = {
    *("text", "toml", "json", "jsonl", "ini", "html", "svg", "http", "sql", "mermaid", "diff"),
    *("yaml", "bibtex", "nginx", "pgn", "make"),
}
# What the guide forbids: stand-ins for a noun, and history.
FORBIDDEN = re.compile(
    r"\b(?:[Ss]o many|[Ww]hoever|[Nn]o longer|nowadays|since part|in part \d+|issue \d+)\b"
    r"|(?:^|\. )(?:What|Of|Where)\b(?![^.]*\?)",
    re.MULTILINE,
)
NAMES = [name_of(page) for page in PAGES]


def test_the_pages_are_short_enough() -> None:
    counts = {name_of(page): words_of(page) for page in PAGES}
    total = sum(counts.values())
    table = "\n".join(f"{words:6,}  {name}" for name, words in counts.items())
    assert total <= MOST_WORDS, f"{total:,} words:\n{table}"
    if "design/engine.md" in counts:
        assert counts["design/engine.md"] <= MOST_ENGINE_WORDS


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_a_page_has_one_title_and_steps_of_one_level(page: Path) -> None:
    text = re.sub(r"^ *(```+|~~~+).*?^ *\1$", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    levels = [len(marks) for marks in re.findall(r"^(#+) ", text, re.MULTILINE)]
    # The rules of a game are those beside its code, title included.
    assert levels[:1] == [1] or "```{include}" in page.read_text(), "it begins with a title"
    assert levels.count(1) <= 1, "it has one title"
    assert all(after <= before + 1 for before, after in pairwise(levels)), "a heading skips a level"


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_block_says_how_it_is_tested(page: Path) -> None:
    for block in blocks_of(page):
        where = f"{name_of(page)}:{block.line}"
        language = block.language.split()[0] if block.language else ""
        if language.startswith("{") or language in SHOWN or language == "sh":
            continue
        if language == "python":
            assert ">>>" in block.text or block.marker, f"{where}: no doctest and no marker"
        elif language in PROGRAMS:
            assert block.marker, f"{where}: a block of {language} without a marker"
        else:
            pytest.fail(f"{where}: language {language!r} is not known to the tests")


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_its_words_are_those_of_the_guide(page: Path) -> None:
    found = [
        f"{name_of(page)}: …{match.string[max(match.start() - 30, 0) : match.end() + 30]!r}…"
        for match in FORBIDDEN.finditer(prose_of(page))
    ]
    assert found == []


def commands(page: Path) -> str:
    """Return the commands of a page that are run."""
    run = [block for block in blocks_of(page) if block.language == "sh" and not block.marker]
    return "\n".join(block.text for block in run)


RUN = [page for page in PAGES if commands(page)]


@pytest.mark.compiled_only
@pytest.mark.parametrize("page", RUN, ids=[name_of(page) for page in RUN])
def test_its_commands_run_in_an_empty_folder(page: Path, tmp_path: Path) -> None:
    folder, home = tmp_path / "empty", tmp_path / "home"
    folder.mkdir()
    for block in blocks_of(page):
        if block.marker == "file":
            path = folder / block.value
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text)
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    # A file, not a pipe: a server that a page leaves in the background would keep a pipe open.
    with (tmp_path / "said").open("w+") as said:
        process = subprocess.Popen(
            ["bash", "-e", "-c", commands(page)],
            cwd=folder,
            env={**os.environ, "PATH": places, "OUTWIT_HOME": str(home)},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            status = process.wait(PATIENCE)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        said.seek(0)
        assert status == 0, f"{name_of(page)} ended with {status}:\n{said.read()[-3_000:]}"


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_its_links_are_relative_and_lead_to_files(page: Path) -> None:
    # Links to other pages and their headings are checked when the site is built.
    for target in re.findall(r"\]\(([^)\s]+)\)", prose_of(page)):
        assert not target.startswith("/"), f"{name_of(page)}: {target} is not relative"
        if re.match(r"https?://|mailto:|#", target):
            continue
        there = page.parent / target.partition("#")[0]
        assert there.exists(), f"{name_of(page)}: {target} is not there"
        assert there.resolve().is_relative_to(FOLDER.parent), target
