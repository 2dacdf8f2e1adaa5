"""What an enclosed program sees of the files of the machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from shlex import quote

import pytest

from outwit.process.enclosure import surroundings
from outwit.process.ours import PACKAGE
from outwit.process.singlerun import Run, run_once
from tests.tools import needs_bubblewrap

pytestmark = needs_bubblewrap()
# Every file that can be reached, but the system's own.
FIND = (
    "find / -xdev -type f -not -path '/usr/*' -not -path '/opt/*' 2>/dev/null;"
    " find /tmp /root /home /var -type f 2>/dev/null"
)


def see(script: str, *words: str, reads: tuple[str, ...] = ()) -> Run:
    return run_once(("sh", "-c", script, *words), reads=reads, enclosed=True)


def test_our_programs_are_not_there(tmp_path: Path) -> None:
    """The run file of a submission that hoped for them."""
    path = tmp_path / "run"
    path.write_text('#!/bin/sh\nexec advance "$@"\n')
    path.chmod(0o755)
    found = run_once((str(path),), ("white", "in", "out"), enclosed=True)
    assert found.status == 127
    assert found.files == {}


@pytest.mark.parametrize("word", [Path(PACKAGE).parents[1], Path(PACKAGE)])
def test_our_package_is_hidden_in_a_folder_that_is_shown(word: Path) -> None:
    package, prefix = quote(PACKAGE), quote(sys.prefix)
    script = f"ls -A {package} {prefix}; cd {package}/.. && python3 -c 'import outwit.core'"
    found = see(script, str(word / "cli" if word == Path(PACKAGE) else word / "README.md"))
    assert b"__init__" not in found.stdout
    assert b"bin" not in found.stdout.split()
    assert b"No module named" in found.stderr


def test_our_package_is_shown_to_whom_it_is_read_to() -> None:
    assert b"__init__.py" in see(f"ls {quote(PACKAGE)}", reads=(PACKAGE,)).stdout


def test_neighbours_and_private_folders_are_not_seen(tmp_path: Path) -> None:
    for name in ("mine", "theirs"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.py").write_text(name)
    (tmp_path / "cup.db").write_text("games")
    found = see(FIND, str(tmp_path / "mine" / "mine.py"))
    seen = [line for line in found.stdout.decode().split("\n") if str(tmp_path) in line]
    assert set(seen) == {str(tmp_path / "mine" / "mine.py")}
    assert "outwit-bot-" not in found.stdout.decode()


def test_of_a_home_that_is_named_only_plain_files_are_seen(tmp_path: Path) -> None:
    (tmp_path / ".ssh").mkdir()
    (tmp_path / ".ssh" / "id_rsa").write_text("secret")
    (tmp_path / ".netrc").write_text("secret")
    (tmp_path / "Main.class").write_text("class")
    (tmp_path / "folder").mkdir()
    assert surroundings(str(tmp_path)) == [str(tmp_path / "Main.class")]
    found = see(f"ls -A {tmp_path}", "-cp", str(tmp_path))
    assert found.stdout.split() == [b"Main.class"]


def test_folders_that_are_closed_to_others_are_shown_with_what_is_in_them(tmp_path: Path) -> None:
    inner = tmp_path / "bot" / "data"
    inner.mkdir(parents=True)
    (inner / "book").write_text("moves")
    (tmp_path / "bot" / "bot.py").write_text("x")
    os.chmod(inner, 0o700)
    os.chmod(tmp_path / "bot", 0o700)
    found = see(f"cat {inner}/book", str(tmp_path / "bot" / "bot.py"))
    assert found.stdout == b"moves"
