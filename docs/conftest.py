"""How pytest runs the pages: each in an empty folder, where it may write."""

from __future__ import annotations

from pathlib import Path

import pytest

# It replaces the compiled modules by their sources, for Sphinx alone.
collect_ignore = ["conf.py"]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
