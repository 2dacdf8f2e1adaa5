"""The verbs of the Makefile, and the scripts behind them."""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled_only

ROOT = Path(__file__).parents[1]
# Packages for developers, which nobody needs to play.
HEAVY = {"mypy", "playwright", "ray", "schemathesis", "pytest", "torch", "numpy", "av"}


def done(*words: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    # These tests may run below a make, which tells its own programs what to do.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(
        words,
        cwd=cwd,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a folder with what make needs to plan, at a path with blanks and other letters."""
    folder = tmp_path / "Spiele für zwei" / "outwit"
    folder.mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "scripts", folder / "scripts")
    (folder / "src").mkdir()
    return folder


def test_run_installs_what_the_portal_and_the_terminal_need_and_no_more(clone: Path) -> None:
    planned = done("make", "-n", "run", cwd=clone).stdout
    assert "install server,terminal" in planned
    assert "install dev" not in planned
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    brought = {word.partition(">")[0] for word in [*extras["server"], *extras["terminal"]]}
    assert not brought & HEAVY
    assert not [word for word in brought if "[" in word]


def test_test_installs_everything(clone: Path) -> None:
    assert "install dev" in done("make", "-n", "test", cwd=clone).stdout


def test_a_clone_that_was_moved_is_told_of_and_its_environment_made_anew(clone: Path) -> None:
    (clone / ".venv").mkdir()
    (clone / ".venv" / ".made").write_text("/somewhere/else\n")
    answer = done("make", "-n", "build", cwd=clone)
    assert answer.stdout.startswith("This folder was moved: .venv is made anew.\n")
    assert "scripts/environment .venv make" in answer.stdout


def test_a_clone_that_was_not_moved_keeps_its_environment(clone: Path) -> None:
    (clone / ".venv").mkdir()
    (clone / ".venv" / ".made").write_text(f"{clone.resolve()}\n")
    answer = done("make", "-n", "build", cwd=clone)
    assert "moved" not in answer.stdout
    assert "scripts/environment .venv make" not in answer.stdout


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("", "no-python is not installed. Outwit needs Python 3.11 or newer"),
        ('[ "$1" = --version ] && echo Python 3.8.1; exit 1', "is Python 3.8.1. Outwit needs 3.11"),
    ],
    ids=["absent", "old"],
)
def test_a_python_that_will_not_do_is_named_in_one_line(
    clone: Path, script: str, told: str
) -> None:
    python = clone / "no-python"
    if script:
        python.write_text(f"#!/bin/sh\n{script}\n")
        python.chmod(0o755)
    answer = done("make", "build", "PYTHON=./no-python", cwd=clone)
    assert answer.returncode == 2
    assert told in answer.stderr.splitlines()[0]
    assert "make PYTHON=python3.12" in answer.stderr.splitlines()[0]


def test_fuzz_gives_each_target_its_minutes_and_says_why_it_cannot(clone: Path) -> None:
    planned = done("make", "-n", "fuzz", "TARGET=records", "MINUTES=3", cwd=clone).stdout
    assert "python -m tests.fuzz --minutes 3 records" in planned
    assert "Atheris cannot be installed" in planned
    extras = (ROOT / "pyproject.toml").read_text().partition("[tool.")[0]
    assert "atheris" not in extras


def test_a_release_is_built_and_tried_and_nothing_is_published(clone: Path) -> None:
    planned = done("make", "-n", "release", cwd=clone).stdout
    assert "install dev,release" in planned
    assert "python scripts/release.py" in planned
    assert "upload" not in planned + (clone / "scripts" / "release.py").read_text()


def test_the_lock_has_all_systems_and_pythons_and_names_no_host(clone: Path) -> None:
    planned = done("make", "-n", "lock", cwd=clone).stdout
    for word in ("--universal", "--python-version 3.11", "--generate-hashes"):
        assert word in planned
    assert "--no-emit-index-url --no-emit-find-links" in planned


def test_the_lock_without_uv_is_refused_in_one_line(clone: Path) -> None:
    (clone / ".venv").mkdir()
    (clone / ".venv" / ".made").write_text(f"{clone.resolve()}\n")
    programs = clone / "bin"
    programs.mkdir()
    for name in ("sh", "cat", "find", "rm"):
        (programs / name).symlink_to(shutil.which(name) or name)
    make = shutil.which("make") or "make"
    answer = done(make, "lock", cwd=clone, PATH=str(programs))
    assert answer.stdout == "make lock: uv is not installed. Install it: pip install uv\n"
    assert answer.returncode == 2


def test_tools_that_cannot_be_installed_stop_nothing(clone: Path) -> None:
    """An ordinary user without npm."""
    programs = clone / "bin"
    programs.mkdir()
    (programs / "id").write_text("#!/bin/sh\necho 1000\n")
    (programs / "id").chmod(0o755)
    for name in ("sh", "ls", "command"):
        if found := shutil.which(name):
            (programs / name).symlink_to(found)
    answer = done("scripts/test-tools", "npm", cwd=clone, PATH=str(programs))
    assert (answer.returncode, answer.stdout, answer.stderr) == (1, "", "")
