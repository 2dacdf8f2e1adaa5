"""The help: its groups, its examples, and what is suggested for a word that is not known."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from outwit.cli.commands import COMMANDS, outwit
from outwit.cli.help import Examples
from tests.cli.command import outwit as run
from tests.cli.command import outwit_process, refusal

pytestmark = pytest.mark.compiled_only

ROOT = Path(__file__).parents[2]
# Examples that are parsed but not run, by how they begin, and why.
NOT_RUN = {
    "outwit connect": "needs a portal",
    "outwit serve": "ends with Ctrl-C",
    "outwit class": "needs a portal",
    "outwit submit": "needs a portal",
    "outwit work": "ends with Ctrl-C",
    "outwit grade": "marks a student's program for minutes",
    "outwit sprt push": "takes minutes",
    "outwit puzzles": "takes minutes",
    "outwit movie games.txt -o": "takes seconds for each film",
    "outwit tournament movies": "takes seconds for each film",
    "outwit tournament new league.db": "needs a file of bots",
    "outwit database": "needs a database",
    "outwit lti": "needs a database",
    "outwit moderators": "needs a database",
    "outwit match push": "plays by the clock for minutes",
    "outwit check-bot advance": "needs a compiled program",
    "outwit tournament run cup.db --jobs": "plays what is played already",
}
TOURNAMENT = "outwit tournament new cup.db ataxx random careful engine:level=1"
# The words before an example, if it needs something.
NEEDS = {
    "outwit tournament add": [TOURNAMENT],
    "outwit tournament run": [TOURNAMENT],
    "outwit tournament resume": [TOURNAMENT],
    "outwit tournament report": [TOURNAMENT],
}


def commands(group: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    """Yield every command with its path."""
    yield path, group
    if isinstance(group, click.Group):
        context = click.Context(group)
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            yield from commands(command, f"{path} {name}")


ALL = dict(commands(outwit, "outwit"))
EXAMPLES = [
    (path, example)
    for path, command in ALL.items()
    if isinstance(command, Examples)
    for example in command.examples
]


def test_the_table_has_the_first_line_of_every_commands_help() -> None:
    for name, entry in COMMANDS.items():
        assert (ALL[f"outwit {name}"].help or "").split("\n")[0] == entry.help, name


def test_the_help_lists_the_commands_in_groups_without_loading_them() -> None:
    code = (
        "import sys; from outwit.cli import run; run(['--help']);"
        "print(*sorted(name for name in sys.modules if name.startswith('outwit.cli.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    *shown, loaded = done.stdout.splitlines()
    assert loaded.split() == ["outwit.cli.commands", "outwit.cli.help"]
    groups = [line[:-1] for line in shown if line.endswith(":") and not line.startswith(" ")]
    assert groups == ["Options", *dict.fromkeys(e.group for e in COMMANDS.values()), "Examples"]
    for name, entry in COMMANDS.items():
        assert [name, *entry.help.split()] in [line.split() for line in shown]


@pytest.mark.parametrize("path", ALL)
def test_every_help_has_whole_sentences_and_examples(path: str) -> None:
    command = ALL[path]
    assert isinstance(command, Examples)
    assert 1 <= len(command.examples) <= 3
    text = (command.help or "").replace("\b\n", "")
    for paragraph in text.split("\n\n"):
        if not paragraph.startswith(" "):
            assert paragraph[0].isupper() or paragraph.startswith("`"), paragraph
            assert paragraph.endswith((".", ":")), paragraph
    for parameter in command.params:
        if isinstance(parameter, click.Option) and not parameter.hidden:
            said = (parameter.help or "").partition(" [")[0]
            assert said.endswith("."), (path, parameter.opts, said)


@pytest.mark.parametrize(("path", "example"), EXAMPLES, ids=[each for _, each in EXAMPLES])
def test_every_example_is_a_command_line_of_its_command(path: str, example: str) -> None:
    words = shlex.split(example)
    assert f"{example} ".startswith(f"{path} ") or path == "outwit"
    command: click.Command = outwit
    context = click.Context(command, info_name="outwit")
    del words[0]
    while isinstance(command, click.Group):
        found = command.get_command(context, words.pop(0))
        assert found is not None
        command = found
    command.make_context(path, words, parent=context)


def is_run(example: str) -> bool:
    return not example.startswith(tuple(NOT_RUN))


RUN = [example for _, example in dict.fromkeys(EXAMPLES) if is_run(example)]


@pytest.mark.parametrize("example", dict.fromkeys(RUN))
def test_quick_examples_run(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OUTWIT_HOME", str(tmp_path / "home"))
    shutil.copy(ROOT / "examples" / "games.txt", "games.txt")
    shutil.copy(ROOT / "examples" / "bots" / "greedy.py", "mybot.py")
    for beginning, before in NEEDS.items():
        if example.startswith(beginning):
            for line in before:
                assert run(*shlex.split(line)[1:]).status == 0
    words = shlex.split(example)[1:]
    # The engine reads and writes beneath Python's own streams.
    act = outwit_process if words[0] == "engine" else run
    answer = act(*words, given="uai\nugi\nquit\n")
    assert answer.status == 0, answer
    assert answer.out, answer


def test_every_example_that_is_not_run_is_there() -> None:
    for beginning in NOT_RUN:
        assert any(example.startswith(beginning) for _, example in EXAMPLES), beginning


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("paly",), "there is no command 'paly': did you mean 'play'? (try `outwit --help`)"),
        (("tournment",), "there is no command 'tournment': did you mean 'tournament'?"),
        (("new-gme",), "did you mean 'new-game'?"),
        (("tournament", "runn"), "there is no command 'runn': did you mean 'run'?"),
        (("show", "Ataxx"), "there is no game 'Ataxx': did you mean 'ataxx'?"),
        (("show", "jeson"), "there is no game 'jeson': did you mean 'jesonmor'?"),
        (("show", "jesonmor", "--option", "sise=5"), "no option 'sise': did you mean 'size'?"),
        (("play", "ataxx", "--lvel", "3"), "--level"),
        (("play", "ataxx", "--against", "levl 3"), "'levl 3': did you mean 'level 3'?"),
        (("play", "ataxx", "--against", "humna"), "'humna': did you mean 'human'?"),
        (("match", "ataxx", "randm", "careful"), "'randm' for ataxx: did you mean 'random'?"),
        (("match", "ataxx", "engine:levl=3", "random"), "'levl': did you mean 'level'?"),
        (("draw", "ataxx", "--theme", "drak"), "dark"),
    ],
)
def test_a_word_that_is_not_known_is_answered_with_one_that_is(
    words: tuple[str, ...], meant: str
) -> None:
    assert meant in refusal(*words)


def test_a_word_that_is_like_none_gets_no_suggestion() -> None:
    assert refusal("xyzzy") == "there is no command 'xyzzy' (try `outwit --help`)"
    assert "did you mean" not in refusal("show", "chess")
    assert len(refusal("x" * 99_999)) < 120
