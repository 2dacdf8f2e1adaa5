"""Every target keeps its promises on the kept inputs, and on changed ones."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from itertools import islice
from pathlib import Path

import pytest

from outwit.core.game import Game
from outwit.errors import OutwitError
from tests.cpu import time_limit
from tests.fuzz import __main__ as command
from tests.fuzz.corpus import FOLDER, TARGETS, kept, mutations, target_named
from tests.fuzz.minimise import MOST_BYTES, MOST_FILES, cover
from tests.fuzz.replay import MOST_SECONDS, ROOT, Findings, attempt
from tests.mode import COMPILED, many

# A portal needs no compiled modules, and its reader is the same code either way.
COMPILED_ONLY = () if COMPILED else ("portals", "sockets", "tournaments")
# Changed inputs of targets that take longer for each than the others.
FEWER = {"protocols": 150, "sockets": 150, "tournaments": 60}
HERE = [name for name in TARGETS if name not in COMPILED_ONLY]


@pytest.mark.parametrize("name", HERE)
def test_a_kept_input_breaks_no_promise(name: str) -> None:
    target = target_named(name)
    for data in kept(name):
        with time_limit(MOST_SECONDS):
            target(data)


@pytest.mark.parametrize("name", HERE)
def test_a_changed_input_breaks_no_promise(name: str) -> None:
    target = target_named(name)
    for data in islice(mutations(kept(name), name), many(FEWER.get(name, 300), 40)):
        with time_limit(MOST_SECONDS):
            target(data)


@pytest.mark.parametrize("name", HERE)
def test_some_inputs_are_good_and_some_are_refused(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused: list[OutwitError] = []
    monkeypatch.setattr(import_module(f"tests.fuzz.{name}"), "check_refusal", refused.append)
    good = bad = 0
    for data in [*kept(name), *islice(mutations(kept(name), name), 30)]:
        refused.clear()
        target_named(name)(data)
        bad, good = bad + bool(refused), good + (not refused)
    assert good >= 5
    assert bad >= 5


@pytest.mark.parametrize("name", TARGETS)
def test_the_kept_inputs_are_few_and_small(name: str) -> None:
    sizes = [path.stat().st_size for path in (FOLDER / name).iterdir()]
    found = [path for path in (FOLDER / name).iterdir() if path.name.startswith("found-")]
    assert 5 <= len(sizes) <= MOST_FILES + len(found)
    assert sum(sizes) <= 2 * MOST_BYTES


def test_every_folder_of_inputs_has_a_target() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(TARGETS)


def test_an_error_that_no_reader_promises_is_found_once_a_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def read(self: Game, text: str, /, **options: object) -> None:
        raise KeyError(text)

    monkeypatch.setattr(Game, "position", read)
    findings = Findings("positions", tmp_path)
    for data in kept("positions"):
        attempt(target_named("positions"), data, findings)
    assert len(list(findings.folder.iterdir())) == len(findings.places) == 1
    assert "FOUND positions: KeyError" in capsys.readouterr().err


def test_changes_are_the_same_for_the_same_seed() -> None:
    inputs = [b"one\n", b"two", b""]
    assert list(islice(mutations(inputs, "a"), 50)) == list(islice(mutations(inputs, "a"), 50))
    assert list(islice(mutations(inputs, "a"), 50)) != list(islice(mutations(inputs, "b"), 50))


def test_of_inputs_that_reach_the_same_the_smallest_is_kept() -> None:
    one, two = ("file", 1, 2), ("file", 2, 3)
    assert cover({b"long" * 99: {one}, b"short": {one}, b"other": {two}, b"": set()}) == [
        b"short",
        b"other",
    ]


@pytest.mark.compiled_only
def test_without_atheris_the_command_says_what_is_missing() -> None:
    # No packages of anybody are found.
    code = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from tests.fuzz.__main__ import main
sys.exit(main(["positions"]))
"""
    answer = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == command.NOT_THERE
    assert answer.stderr.startswith("make fuzz: Atheris is not installed.")


def test_an_unknown_target_is_refused_with_those_there_are(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert command.main(["nonsense"]) == command.NOT_THERE
    assert "there is no target 'nonsense'; there are boards, networks" in capfd.readouterr().err
