"""Completion of words by shells."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from outwit.cli.shells import SHELLS
from tests.cli.command import outwit

pytestmark = pytest.mark.compiled_only

# Sources the script and prints the words with which a line goes on.
BASH = """
eval "$(outwit completion bash)"
words_of() {{ COMP_WORDS=("$@"); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); }}
words_of {words}
_outwit_completion outwit
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
ZSH = """
autoload -U compinit; compinit -D
eval "$(outwit completion zsh)"
compadd() {{ shift 4; print -l -- ${{(P)1}}; }}
_describe() {{ print -l -- ${{(P)3}}; }}
words=({words}) CURRENT=${{#words}}
_outwit_completion
"""
FISH = """
outwit completion fish | source
complete -C {line}
"""


def env() -> dict[str, str]:
    """Return the environment in which shells find our command."""
    places = (str(Path(sys.executable).parent), os.environ["PATH"])
    return {**os.environ, "PATH": os.pathsep.join(places)}


def in_shell(shell: str, script: str) -> list[str]:
    """Run a script by a shell, and return the lines it prints; skip if there is no such shell."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    flags = ["--norc"] if shell == "bash" else ["-f"] if shell == "zsh" else ["--no-config"]
    done = subprocess.run(
        [shell, *flags, "-c", script],
        env=env(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done
    return [line.split("\t")[0] for line in done.stdout.splitlines()]


def completed(*words: str) -> list[str]:
    """Return what our command answers bash about words of which the last is incomplete."""
    answer = outwit(
        _OUTWIT_COMPLETE="bash_complete",
        COMP_WORDS="\n".join(("outwit", *words)),
        COMP_CWORD=str(len(words)),
    )
    assert (answer.status, answer.err) == (0, "")
    return [line.removeprefix("plain,") for line in answer.out.splitlines() if line]


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_gets_the_script_that_it_is_to_source(shell: str) -> None:
    answer = outwit("completion", shell)
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == outwit(_OUTWIT_COMPLETE=f"{shell}_source").out
    assert f"_OUTWIT_COMPLETE={shell}_complete" in answer.out


@pytest.mark.parametrize(
    ("words", "answers"),
    [
        (["pe"], ["perft"]),
        (["tournament", "re"], ["resume", "report"]),
        (["play", "--s"], ["--second", "--seed"]),
        (["play", "at"], ["ataxx"]),
        (["tournament", "new", "cup.db", "at"], ["ataxx"]),
        (["draw", "ataxx", "--theme", "d"], ["dark"]),
        (["engine", "--option", "s"], []),
        (["show", "jesonmor", "--option", "s"], ["size=9"]),
        (["show", "jesonmor", "--option", "le"], ["legs=yes", "legs=no"]),
        (["play", "ataxx", "--level", "1"], ["1", "10"]),
        (["play", "ataxx", "--against", "h"], ["human"]),
        (["match", "advance", "ra"], ["random"]),
        (["match", "advance", "random", "engine:level=2"], ["2"]),
        (["completion", "z"], ["zsh"]),
        # As Bash cuts them.
        (["show", "jesonmor", "--option", "legs", "="], ["yes", "no"]),
        (["show", "jesonmor", "--option", "legs", "=", "y"], ["yes"]),
        (["match", "ataxx", "random", "engine", ":", "level", "=", "1"], ["1", "10"]),
        (["draw", "ataxx", "--theme", "=", "l"], ["light"]),
    ],
)
def test_words_are_completed(words: list[str], answers: list[str]) -> None:
    assert completed(*words) == answers


WORDS = [
    (("pe",), ["perft"]),
    (("show", "at"), ["ataxx"]),
    (("show", "jesonmor", "--no"), ["--no-color"]),
    (("play", "ataxx", "--level", "10"), ["10"]),
    (("show", "jesonmor", "--option", "s"), ["size=9"]),
]


CUT = [
    (("show", "jesonmor", "--option", "legs", "="), ["yes", "no"]),
    (("match", "ataxx", "random", "engine", ":", "level", "=", "1"), ["1", "10"]),
]


@pytest.mark.parametrize(("words", "answers"), [*WORDS, *CUT])
def test_bash_completes_words(words: tuple[str, ...], answers: list[str]) -> None:
    assert in_shell("bash", BASH.format(words=" ".join(("outwit", *words)))) == answers


@pytest.mark.parametrize(("words", "answers"), WORDS)
def test_zsh_completes_words(words: tuple[str, ...], answers: list[str]) -> None:
    said = in_shell("zsh", ZSH.format(words=" ".join(("outwit", *words))))
    assert [line.partition(":")[0] for line in said] == answers


@pytest.mark.parametrize(("words", "answers"), WORDS)
def test_fish_completes_words(words: tuple[str, ...], answers: list[str]) -> None:
    assert in_shell("fish", FISH.format(line=repr(" ".join(("outwit", *words))))) == answers


def test_the_table_spares_completion_from_loading_commands() -> None:
    code = (
        "import sys; from outwit.cli import run; run([]);"
        "sys.exit(any(name.endswith(('cli.play', 'cli.serve')) for name in sys.modules))"
    )
    asked = {"_OUTWIT_COMPLETE": "bash_complete", "COMP_WORDS": "outwit p", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **asked}, check=False, timeout=60
    )
    assert done.returncode == 0


def test_names_of_games_are_completed() -> None:
    asked = {"_OUTWIT_COMPLETE": "bash_complete", "COMP_CWORD": "2"}
    for command in ("show", "play", "moves", "match", "engine", "games"):
        assert outwit(COMP_WORDS=f"outwit {command} at", **asked).out == "plain,ataxx\n"
