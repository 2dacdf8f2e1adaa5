"""Where a person's own files lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from outwit.home import home


def test_the_folder_is_named_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTWIT_HOME", "/mine")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    monkeypatch.setenv("HOME", "/home/ada")
    assert home() == Path("/mine")
    monkeypatch.delenv("OUTWIT_HOME")
    assert home() == Path("/data/outwit")
    monkeypatch.setenv("XDG_DATA_HOME", "data")
    assert home() == Path("/home/ada/.local/share/outwit")
