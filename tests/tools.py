"""Tools that some tests need beside Python: where they are, and how to get what is missing."""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# Where ``make test`` installs packages of npm.
NODE_MODULES = ROOT / ".venv" / "npm" / "node_modules"
# In the reason of a skipped test, before the cure; the last lines of a run collect these.
CURE = ". To get it: "

# A program, and how it is installed.
PROGRAMS = {
    "c++": "apt-get install g++",
    "chromium": "apt-get install chromium",
    "gcc": "apt-get install gcc",
    "java": "apt-get install default-jre-headless",
    "javac": "apt-get install default-jdk-headless",
    "mcs": "apt-get install mono-mcs",
    "node": "apt-get install nodejs",
    "prlimit": "apt-get install util-linux",
    "rustc": "apt-get install rustc",
    "tmux": "apt-get install tmux",
}
# A module, and the package that has it.
MODULES = {
    "datasets": "datasets",
    "gymnasium": "gymnasium",
    "numpy": "numpy",
    "pandas": "pandas",
    "pettingzoo": "pettingzoo",
    "polars": "polars",
    "pyarrow": "pyarrow",
    "pyspiel": "open_spiel",
    "ray": "ray",
    "sb3_contrib": "sb3-contrib",
    "torch": "torch",
}
NO_BUBBLEWRAP = (
    "bubblewrap is not installed, or not permitted"
    f"{CURE}apt-get install bubblewrap, and permit user namespaces"
)
NO_CHROMIUM = f"chromium is not installed{CURE}{PROGRAMS['chromium']}"
NO_NPM_PACKAGES = "{} is not installed" + CURE + "install npm, then make test with the network"
NO_POSTGRESQL = "{}" + CURE + "apt-get install postgresql"
NO_OFFICIAL_CASES = (
    "the official cases of Advance are not beside the project"
    f"{CURE}put advance.jsonl into ../shared/data"
)


def needs(name: str) -> pytest.MarkDecorator:
    """Skip a test without this program or module, with the reason and the cure."""
    if name in MODULES:
        is_there, cure = find_spec(name) is not None, f"pip install {MODULES[name]}"
    else:
        is_there, cure = shutil.which(name) is not None, PROGRAMS[name]
    return pytest.mark.skipif(not is_there, reason=f"{name} is not installed{CURE}{cure}")


def needs_bubblewrap() -> pytest.MarkDecorator:
    """Skip a test where programs cannot be enclosed."""
    from outwit.process.enclosure import can_enclose

    return pytest.mark.skipif(not can_enclose(), reason=NO_BUBBLEWRAP)


def complaints(errors: str) -> str:
    """Return standard error without the warning that programs cannot be enclosed here."""
    return "".join(
        line for line in errors.splitlines(keepends=True) if "WARNING: bubblewrap" not in line
    )


needs_root = pytest.mark.skipif(os.geteuid() != 0, reason=f"only root can{CURE}test as root")
needs_user = pytest.mark.skipif(
    os.geteuid() == 0, reason=f"nothing is closed to root{CURE}test as an ordinary user"
)
