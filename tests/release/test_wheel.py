"""What is released: the wheel alone is all that a new user needs."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.release.walk import SKIPPED
from tests.release.wheels import ROOT, built_wheel
from tests.tools import CURE

pytestmark = pytest.mark.compiled_only

PACKAGE = ROOT / "src" / "outwit"
# Below the package, and for the repository alone.
LEFT_OUT = re.compile(r"games/\w+/(book|network)\.md$|server/web/README\.md$")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this clone."""
    if not list((ROOT / "build").glob("lib.*")):
        pytest.skip(f"the modules are not compiled{CURE}make build")
    return built_wheel(tmp_path_factory.mktemp("wheel"))


def test_it_holds_the_whole_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    told = subprocess.run(
        ["git", "ls-files", "--cached", "src/outwit"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if told.returncode:
        pytest.skip(f"this is no clone{CURE}git clone")
    ours = [name.removeprefix("src/outwit/") for name in told.stdout.splitlines()]
    wanted = {
        f"outwit/{name}" for name in ours if (PACKAGE / name).exists() and not LEFT_OUT.search(name)
    }
    assert wanted - names == set()
    compiled = {name for name in names if name.endswith(".so")}
    assert len(compiled) >= 30
    assert {name for name in names - compiled - wanted if LEFT_OUT.search(name)} == set()
    assert {name.partition("/")[0] for name in names} == {"outwit"}


@pytest.mark.packages
def test_a_new_user_gets_everywhere_with_the_wheel_alone(wheel: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "tests" / "release" / "walk.py", wheel],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    if done.returncode == SKIPPED:
        said = " ".join(done.stderr.split()[:20])
        pytest.skip(f"{said}{CURE}pip install uv, and test once with the network")
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(re.findall(r"^ok ", done.stdout, re.MULTILINE)) == 8


def test_wheels_are_built_for_every_python_that_is_promised() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())
    versions = re.findall(r"Python :: (3\.\d+)\b", str(told["project"]["classifiers"]))
    built = [f"cp{version.replace('.', '')}-*" for version in versions]
    assert told["tool"]["cibuildwheel"]["build"] == built
    assert told["project"]["requires-python"] == f">={versions[0]}"


def test_on_windows_nothing_is_compiled_and_setup_says_what_works() -> None:
    code = "import sys, setuptools.command.sdist; sys.platform = 'win32';"
    code += "sys.argv = ['setup.py', '--name']; exec(open('setup.py').read())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert done.stdout == "outwit\n"
    assert done.stderr.startswith("Outwit on Windows: nothing is compiled")
    assert "WSL" in done.stderr
