"""The key that signs cookies is a key, and there is one."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from outwit.errors import OutwitError, UsageError
from outwit.server.edge.secretkey import SHORTEST, key_in
from outwit.server.edge.settings import SECRET, Settings, read_settings
from outwit.server.portal import secret_of
from outwit.storage.database import Database

GOOD = "k" * SHORTEST


def secret_in(folder: Path) -> str:
    """Return the key of a portal in a folder."""
    url = f"sqlite:///{folder / 'portal.db'}"
    with Database(url) as database:
        return secret_of(Settings(url), database)


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"short", b" " * 50, b"\x00" * 50, bytes(range(128, 178)), b"k" * 5_000],
)
def test_a_file_that_holds_no_key_is_named_with_the_cure(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "portal.key"
    path.write_bytes(content)
    with pytest.raises(UsageError) as refused:
        secret_in(tmp_path)
    said = str(refused.value)
    assert str(path) in said
    assert "or delete it" in said
    assert "\n" not in said
    assert path.read_bytes() == content


def test_a_folder_in_the_place_of_the_key_is_named(tmp_path: Path) -> None:
    (tmp_path / "portal.key").mkdir()
    with pytest.raises(OutwitError, match=r"portal\.key.*directory"):
        secret_in(tmp_path)


def test_a_new_key_is_for_its_owner_and_stays(tmp_path: Path) -> None:
    made = secret_in(tmp_path)
    path = tmp_path / "portal.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(made) >= SHORTEST
    assert secret_in(tmp_path) == made
    assert [each.name for each in tmp_path.glob("portal.key*")] == ["portal.key"]


def test_a_key_that_cannot_be_written_completely_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OutwitError, match=r"portal\.key.*No space left"):
        secret_in(tmp_path)
    assert not list(tmp_path.glob("portal.key*"))


def test_processes_that_start_together_get_one_key(tmp_path: Path) -> None:
    count = 8
    together = Barrier(count)

    def start(_: int) -> str:
        together.wait()
        return key_in(tmp_path / "portal.key")

    with ThreadPoolExecutor(count) as pool:
        assert len(set(pool.map(start, range(count)))) == 1


@pytest.mark.parametrize(("text", "is_good"), [("", True), (GOOD, True), ("secret", False)])
def test_a_weak_key_in_the_environment_is_refused(
    monkeypatch: pytest.MonkeyPatch, text: str, is_good: bool
) -> None:
    monkeypatch.setenv(SECRET, text)
    if is_good:
        assert read_settings("sqlite:///x.db").secret == text
    else:
        with pytest.raises(UsageError, match=r"OUTWIT_SECRET has 6 characters.*openssl"):
            read_settings("sqlite:///x.db")
