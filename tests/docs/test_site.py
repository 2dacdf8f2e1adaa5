"""The site is built without a warning, loads nothing from elsewhere, and leaves the tree alone."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import FOLDER, PAGES, name_of

pytestmark = pytest.mark.compiled_only

# What a browser loads by itself; links that people click are no such thing.
LOADED = re.compile(
    r"<(?:script|img|iframe|source|object|embed)\b[^>]*\b(?:src|data)=[\"']?(?:https?:)?//"
    r"|<link\b[^>]*\bhref=[\"']?(?:https?:)?//"
    r"|url\([\"']?(?:https?:)?//|@import [\"']?(?:https?:)?//"
    r"|\b(?:fetch|import|importScripts)\([\"'](?:https?:)?//"
)


def state() -> dict[str, bytes]:
    """Return every file of the pages."""
    return {
        str(path.relative_to(FOLDER)): path.read_bytes()
        for path in FOLDER.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    before = state()
    words = ["--fail-on-warning", "--keep-going", "--quiet", "--builder", "html"]
    words += ["--doctree-dir", str(folder / "trees"), str(FOLDER), str(folder / "site")]
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *words],
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert state() == before
    return folder / "site"


def test_it_has_every_page(site: Path) -> None:
    pages = [(site / name_of(page)).with_suffix(".html") for page in PAGES]
    assert [page for page in pages if not page.is_file()] == []
    assert (site / "searchindex.js").stat().st_size > 10_000


def test_it_loads_nothing_from_elsewhere(site: Path) -> None:
    files = [path for path in site.rglob("*") if path.suffix in (".html", ".css", ".js", ".svg")]
    assert len(files) > len(PAGES)
    found = [
        f"{path.relative_to(site)}: {match[0]}"
        for path in files
        for match in LOADED.finditer(path.read_text())
    ]
    assert found == []


def test_signatures_and_examples_of_compiled_classes_are_in_it(site: Path) -> None:
    text = re.sub(r"<[^>]+>", "", (site / "python" / "reference" / "outwit.html").read_text())
    assert "position.undo()" in text
    assert re.search(r"move_image\(\s*move: str \| Move,\s*symmetry: Symmetry \| str", text)


def test_a_load_from_elsewhere_would_be_found() -> None:
    for load in (
        '<script src="https://example.org/a.js">',
        "<link rel=stylesheet href='//example.org/a.css'>",
        "@import 'https://example.org/a.css'",
        "body { background: url(https://example.org/a.png) }",
        'fetch("https://example.org")',
    ):
        assert LOADED.search(load), load
    assert not LOADED.search('<a href="https://example.org">')
