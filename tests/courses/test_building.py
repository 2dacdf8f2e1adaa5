from __future__ import annotations

import os
from pathlib import Path

import pytest

from outwit.courses.building import BuildTask, build
from outwit.errors import BotAbsent, BotUnseen
from outwit.players import submission
from outwit.process.archive import unpack
from outwit.process.command import find_of_system
from outwit.storage.handins import BuildResult
from tests.courses.conftest import CLOCK
from tests.courses.programs import CRASHES, packed
from tests.tools import CURE, PROGRAMS, needs

C_MAIN = "int main(void) { return 0; }\n"
CSHARP_MAIN = "class Bot { static void Main(string[] words) {} }\n"
JAVA_MAIN = "class Main { public static void main(String[] words) {} }\n"


def needs_of_system(name: str) -> pytest.MarkDecorator:
    """Skip a test without this program among those of the system: an enclosure has no others."""
    try:
        find_of_system(name, os.sep)
    except BotAbsent:
        is_there = False
    else:
        is_there = True
    reason = f"{name} is not installed for all users{CURE}{PROGRAMS[name]}"
    return pytest.mark.skipif(not is_there, reason=reason)


def built(files: dict[str, str], *languages: str) -> BuildResult:
    return build(BuildTask(packed(files), "ataxx", {}, CLOCK, languages))


def test_a_bare_program_that_speaks_a_protocol_is_ready_to_play(plays: BuildResult) -> None:
    assert plays.failure == ""
    assert plays.language == "Python"
    assert plays.bot == {
        "kind": "uai",
        "command": ["python3", "main.py"],
        "settings": [],
        "declared": {},
    }
    assert plays.log.splitlines() == [
        "nothing to build",
        "the program: python3 main.py",
        "it made a move",
    ]


def test_a_program_that_makes_no_move_is_ready_and_says_why_it_does_not_play() -> None:
    found = built({"main.py": CRASHES})
    assert found.built is not None
    assert found.failure.startswith("no move: bot-crash: ")
    assert "I give up" in found.failure


@pytest.mark.parametrize(
    ("language", "files", "made"),
    [
        pytest.param("C", {"main.c": C_MAIN}, "main", marks=needs("gcc")),
        pytest.param(
            "C", {"Makefile": "x:\n\tgcc -o x x.c", "x.c": C_MAIN}, "x", marks=needs("gcc")
        ),
        pytest.param("Rust", {"main.rs": "fn main() {}\n"}, "main", marks=needs_of_system("rustc")),
        pytest.param("C#", {"main.cs": CSHARP_MAIN}, "main.exe", marks=needs_of_system("mcs")),
        pytest.param(
            "Java", {"Main.java": JAVA_MAIN}, "Main.class", marks=needs_of_system("javac")
        ),
    ],
)
def test_sources_alone_are_built(
    language: str, files: dict[str, str], made: str, tmp_path: Path
) -> None:
    found = built(files)
    assert found.language == language
    assert found.log.startswith("$ ")
    assert found.built is not None
    unpack(found.built, str(tmp_path))
    assert (tmp_path / made).exists()


@needs("gcc")
def test_a_failed_build_says_where_and_leaves_no_program() -> None:
    found = built({"main.c": "int main(void) { return 0 }"})
    assert found.built is None
    assert "main.c:1:26: error: expected ‘;’" in found.log
    assert found.failure == "the build failed: it ended with exit status 1; there is no './main'"


@pytest.mark.parametrize(
    ("files", "failure"),
    [
        ({"notes.txt": ""}, "I found notes.txt, and no program that I can start"),
        ({"main.c": C_MAIN, "main.py": ""}, "I found main.py, main.c"),
        ({"run": "python3 absent.py"}, "there is no file 'absent.py'"),
        ({"bot.toml": "command = 3"}, "bot.toml: command: "),
    ],
)
def test_a_folder_without_a_program_says_what_is_there(files: dict[str, str], failure: str) -> None:
    found = built(files)
    assert found.built is None
    assert failure in found.failure
    assert "\n" not in found.failure


def test_a_language_that_the_assignment_does_not_take_is_refused() -> None:
    found = built({"main.py": CRASHES}, "C", "Java")
    assert found.built is None
    assert found.failure == "this assignment takes C or Java, and this is Python"


def test_a_missing_toolchain_is_not_the_students_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(folder: str, game: str) -> None:
        raise BotUnseen("this machine has no rustc for Rust")

    monkeypatch.setattr(submission, "find_build", missing)
    assert built({"main.rs": ""}).failure == (
        "this machine has no rustc for Rust. Tell your teacher: nothing is wrong with your files"
    )


def test_a_program_is_granted_nothing_that_it_asks_for() -> None:
    toml = (
        'kind = "ugi"\ncommand = "python3 main.py"\nmemory = 9999\nreads = ["/etc"]\nfolder = "/"'
    )
    found = built({"bot.toml": toml, "main.py": CRASHES})
    assert found.bot == {
        "kind": "ugi",
        "command": ["python3", "main.py"],
        "settings": [],
        "declared": {},
    }
