"""Folders of programs, whatever these have made of them."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from outwit.process import folder as module
from outwit.process.folder import PREFIX, PrivateFolder, remove_tree, sweep
from outwit.process.processes import start_of
from tests.tools import needs_root


def test_a_tree_is_removed_however_deep_and_closed(tmp_path: Path) -> None:
    top = tmp_path / "top"
    top.mkdir()
    handle = os.open(top, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=handle)
        inner = os.open("d", os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = inner
    os.close(handle)
    for number in range(300):
        (top / f"wide{number}").mkdir()
        (top / f"wide{number}" / "file").touch()
    (top / "closed").mkdir()
    (top / "closed" / "file").touch()
    os.chmod(top / "closed", 0)
    os.chmod(top, 0o500)
    remove_tree(str(top))
    assert not top.exists()


def test_links_in_a_tree_are_removed_and_what_they_name_stays(tmp_path: Path) -> None:
    other, top = tmp_path / "other", tmp_path / "top"
    for place in (other, top):
        place.mkdir()
        place.chmod(0o755)
    (other / "file").write_text("mine")
    (top / "folder").symlink_to(other)
    (top / "file").symlink_to(other / "file")
    remove_tree(str(top))
    assert (other / "file").read_text() == "mine"
    (tmp_path / "link").symlink_to(other)
    with pytest.raises(OSError, match="directory"):
        remove_tree(str(tmp_path / "link"))
    assert stat.S_IMODE(other.stat().st_mode) == 0o755


@pytest.mark.parametrize("kind", ["link", "pipe", "folder", "closed"])
def test_a_file_is_written_anew_whatever_is_in_its_place(tmp_path: Path, kind: str) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    place = PrivateFolder()
    try:
        path = Path(place.join("game"))
        if kind == "link":
            path.symlink_to(victim)
        elif kind == "pipe":
            os.mkfifo(path)
        elif kind == "folder":
            (path / "inner").mkdir(parents=True)
        else:
            path.touch(0)
            os.chmod(place.path, 0o500)
        assert place.read("game") is None or kind == "closed"
        place.write("game", b"board")
        assert place.read("game") == b"board"
        assert victim.read_text() == "precious"
    finally:
        place.close()
    assert not os.path.exists(place.path)


def test_the_folders_of_the_dead_are_swept_and_others_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    alive = f"{os.getpid()}-{start_of(os.getpid())}"
    names = {
        f"{PREFIX}{alive}-a": True,
        f"{PREFIX}{os.getpid()}-1-b": False,
        f"{PREFIX}4194305-7-c": False,
        f"{PREFIX}none": True,
        f"{PREFIX}{'9' * 6000}"[:200]: True,
        "other-1-1-d": True,
    }
    for name in names:
        (tmp_path / name).mkdir()
    other = tmp_path / "precious"
    other.mkdir(0o755)
    (tmp_path / f"{PREFIX}4194305-7-link").symlink_to(other)
    sweep.cache_clear()
    sweep()
    assert {name: (tmp_path / name).exists() for name in names} == names
    assert stat.S_IMODE(other.stat().st_mode) == 0o755


@needs_root
def test_root_sweeps_the_folders_of_its_programs_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for name, owner in (("a", 64_007), ("b", 1_234)):
        path = tmp_path / f"{PREFIX}4194305-7-{name}"
        path.mkdir()
        os.chown(path, owner, owner)
    sweep.cache_clear()
    module.sweep()
    assert [path.name[-1] for path in tmp_path.iterdir()] == ["b"]


@pytest.mark.parametrize(
    "end", ["", "raise KeyboardInterrupt", "import os; os.fork() or os._exit(0)"]
)
def test_a_process_leaves_no_folder_that_it_did_not_come_to_close(end: str, tmp_path: Path) -> None:
    program = f"from outwit.process.folder import PrivateFolder\nPrivateFolder()\n{end}"
    subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stderr=subprocess.DEVNULL,
        check=False,
    )
    assert list(tmp_path.iterdir()) == []
