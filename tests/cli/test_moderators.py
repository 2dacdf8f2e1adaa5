"""`outwit moderators` names moderators and prints their log."""

from __future__ import annotations

from pathlib import Path

import pytest

from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from tests.cli.command import outwit, refusal

pytestmark = pytest.mark.compiled_only


def test_moderators_are_added_listed_and_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'portal.db'}"
    monkeypatch.setenv("OUTWIT_DATABASE", url)
    assert outwit("moderators", "list").out == "There is no moderator.\n"
    with Database(url) as database:
        AccountStore(database).register("Ada", "correct horse")
    assert outwit("moderators", "add", "ada").out == "Ada is a moderator.\n"
    assert outwit("moderators", "list").out == "Ada\n"
    assert "there is nobody called 'Bob'" in refusal("moderators", "add", "Bob")
    assert outwit("moderators", "remove", "Ada").status == 0
    assert "the operator  release  Ada" in outwit("moderators", "log").out
