"""``main.py`` is Santorini straight from a clone, compiled or not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from tests.assignments.process import Result, run

pytestmark = pytest.mark.compiled_only

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module", name="clone")
def fixture_clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh clone: the sources, nothing compiled."""
    folder = tmp_path_factory.mktemp("clone")
    built = [f"*{suffix}" for suffix in EXTENSION_SUFFIXES]
    ignored = shutil.ignore_patterns("__pycache__", "*.c", "*.egg-info", *built)
    shutil.copytree(ROOT / "src", folder / "src", ignore=ignored)
    shutil.copy(ROOT / "main.py", folder)
    assert not list(folder.rglob("*.so"))
    return folder


@cache
def main_py(folder: Path, *arguments: str, options: tuple[str, ...] = ()) -> Result:
    """Run ``main.py`` of the folder from somewhere else."""
    done = subprocess.run(
        [sys.executable, *options, folder / "main.py", *arguments],
        input=b"A\nnonsense\nn\ne\n",
        capture_output=True,
        cwd=folder.parent,
        env={**os.environ, "OUTWIT_SEED": ""},
        timeout=60,
        check=False,
    )
    return Result(done.stdout, done.stderr, done.returncode)


COMMANDS = [
    ["random", "random", "off", "on", "--seed", "1"],
    ["heuristic", "random", "off", "off", "--seed", "2"],
    ["random", "heuristic", "off", "on", "--seed", "3"],
    ["human", "heuristic", "off", "on", "--seed", "4"],
    [],
    ["human", "robot"],
    ["human", "human", "maybe"],
    ["--seed", "x"],
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_main_py_is_the_installed_program(arguments: list[str]) -> None:
    installed = run("santorini", arguments, b"A\nnonsense\nn\ne\n", env={"OUTWIT_SEED": ""})
    assert main_py(ROOT, *arguments) == installed


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_an_uncompiled_clone_without_any_package_plays_the_same(
    clone: Path, arguments: list[str]
) -> None:
    alone = main_py(clone, *arguments, options=("-I", "-S"))
    assert alone == main_py(ROOT, *arguments)


def test_the_uncompiled_clone_is_really_alone(clone: Path) -> None:
    for package in ("Cython", "outwit"):
        found = subprocess.run(
            [sys.executable, "-I", "-S", "-c", f"import {package}"],
            capture_output=True,
            cwd=clone.parent,
            check=False,
        )
        assert b"ModuleNotFoundError" in found.stderr
