"""``outwit doctor`` says what is here, and how to get what is missing."""

from __future__ import annotations

import importlib.metadata
import platform
import re
import shutil
import sys
import tomllib
from pathlib import Path

import pytest

from outwit.cli import doctor as module
from outwit.cli.doctor import COMPILED, EXTRAS, PAGE, PRESENT, compiled, extras
from outwit.errors import BotAbsent
from outwit.players.languages import LANGUAGES
from outwit.process.protections import MISSING
from tests.cli.command import outwit

ROOT = Path(__file__).parents[2]
# Extras for those who work on Outwit itself, and the one that has all others.
OTHERS = {"all", "dev", "docs", "release", "testing", "training"}


def test_every_extra_is_looked_for_by_the_modules_that_it_installs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    declared = project["optional-dependencies"]
    assert declared.keys() - OTHERS == EXTRAS.keys()
    homes = importlib.metadata.packages_distributions()
    for extra, (_, modules) in EXTRAS.items():
        wanted = {
            line.partition(";")[0].partition(">")[0].partition("[")[0].strip().lower()
            for line in declared[extra]
        }
        found = {
            home.lower().replace("_", "-") for name in modules for home in homes.get(name, [name])
        }
        assert found == wanted, extra


def test_pages_about_learning_use_what_the_extra_for_research_installs() -> None:
    text = (ROOT / "docs/python/learning.md").read_text()
    used = re.findall(r"(?:^|[ (])([a-z]+)\.read_parquet\(", text)
    assert used
    assert {*used} <= {*EXTRAS["research"][1]}


def test_what_is_installed_is_present(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda _name: object())
    assert {each.state for each in extras()} == {PRESENT}
    assert not any(each.cure for each in extras())


def test_what_is_not_installed_is_named_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "find_spec", lambda name: None if name == "av" else object())
    monkeypatch.setattr(module, "clone", lambda: None)
    (video,) = [each for each in extras() if each.state == MISSING]
    assert (video.name, video.cure) == ("video", "pip install 'outwit[video]'")
    assert video.effect.endswith("; not installed: av")
    monkeypatch.setattr(module, "clone", lambda: Path("/a clone"))
    assert "-m pip install -e '/a clone[video]'" in module.install("video")


@pytest.mark.compiled_only
def test_compiled_modules_are_counted() -> None:
    assert [(each.name, each.state) for each in compiled()] == [
        ("rules", COMPILED),
        ("engine", COMPILED),
    ]


def test_modules_that_are_not_compiled_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "EXTENSION_SUFFIXES", [".none"])
    for each in compiled():
        assert each.state == MISSING
        assert each.effect.endswith("; the others are 100 × slower")
        assert each.cure.endswith(" build") or each.cure.startswith("pip install")


def test_missing_languages_are_named_with_the_command_that_installs_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def find(name: str, _: str) -> str:
        if name == "mono":
            raise BotAbsent("no mono")
        return f"/bin/{name}"

    monkeypatch.setattr(module, "find_of_system", find)
    monkeypatch.setattr(module, "version_of", lambda program, _: f"{program} 1.2")
    monkeypatch.setattr(shutil, "which", lambda name: "/home/ada/mono" if name == "mono" else None)
    monkeypatch.setattr(platform, "system", lambda: "Linux")
    found = {each.name: each for each in module.toolchains()}
    assert list(found) == [language.name for language in LANGUAGES]
    assert found["Java"].effect == "/bin/javac, /bin/java, /bin/javac 1.2"
    assert found["C#"].effect == "not found: mono; only for one user: /home/ada/mono"
    assert found["C#"].cure == "apt-get install mono-mcs mono-runtime"
    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    assert {each.cure for each in module.toolchains()} == {"", "brew install mono"}


def test_a_program_says_its_version_in_one_line() -> None:
    assert module.version_of(sys.executable, LANGUAGES[0]) == f"Python {platform.python_version()}"
    assert module.version_of("/nowhere/python3", LANGUAGES[0]) == ""


def test_the_report_has_all_parts() -> None:
    answer = outwit("doctor")
    assert (answer.status, answer.err) == (0, "")
    titles = [line for line in answer.out.splitlines()[1:] if line and not line.startswith(" ")]
    assert titles[:4] == [
        "Optional packages",
        "Compiled modules",
        "Protections",
        "Languages of bots",
    ]
    assert titles[4:] in ([], [PAGE])


def test_the_page_that_the_report_names_is_there() -> None:
    assert (ROOT / PAGE.split()[0]).is_file()
