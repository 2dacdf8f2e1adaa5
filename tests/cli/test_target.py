"""A file called ``-`` is never written: ``-`` is standard output, or refused."""

from __future__ import annotations

import os
import re
from pathlib import Path

import click
import pytest

from outwit.cli.commands import outwit as group
from tests.cli.command import outwit, refusal

pytestmark = pytest.mark.compiled_only

RECORD = '[Game "ataxx"]\n\n1. f1 a2 *\n'
# Words of commands that write something which cannot go to standard output.
REFUSED = [
    ("dataset", "ataxx", "-o", "-"),
    ("tournament", "movies", "cup.db", "-o", "-"),
    ("tournament", "new", "-", "ataxx", "random", "careful"),
    ("match", "ataxx", "random", "careful", "--save", "-"),
    ("sprt", "ataxx", "random", "careful", "--save", "-"),
    ("grade", "ataxx", "--generate", "1", "--output", "-"),
    ("grade", "ataxx", "--report", "-", "--", "true"),
    ("movie", "games.txt", "-o", "-"),
    ("movie", "games.txt", "--sheet", "-"),
    ("movie", "games.txt", "--plot", "-"),
    ("database", "backup", "-"),
    ("new-game", "mine", "--folder", "-"),
    ("class", "export", "wxyz6789", "--format", "gradescope", "-o", "-"),
]
# A picture, a film and a report are told by the ending of their name, which it has not.
REASON = r"standard output cannot take it; choose a name$|'-'.*\.(?:gif|svg|txt)"
PRINTED = [("draw", "ataxx", "-o", "-"), ("convert", "games.txt")]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which commands run, with a recorded game."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.txt").write_text(RECORD)
    return tmp_path


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_what_is_no_text_is_not_written_to_standard_output(
    words: tuple[str, ...], folder: Path
) -> None:
    assert re.search(REASON, refusal(*words))
    assert os.listdir(folder) == ["games.txt"]


@pytest.mark.parametrize("words", PRINTED, ids=" ".join)
def test_text_is_printed(words: tuple[str, ...], folder: Path) -> None:
    answer = outwit(*words)
    assert (answer.status, answer.err) == (0, "")
    assert answer.out
    assert os.listdir(folder) == ["games.txt"]


def test_every_output_of_a_command_is_tried_here() -> None:
    tried = {
        (" ".join(words[: words.index(each)]), each)
        for words in REFUSED + PRINTED
        for each in words
        if each in ("-o", "--output")
    }

    def outputs(command: click.Command, name: str) -> None:
        if isinstance(command, click.Group):
            context = click.Context(command)
            for each in command.list_commands(context):
                found = command.get_command(context, each)
                assert found is not None
                outputs(found, f"{name} {each}".strip())
            return
        for parameter in command.params:
            if {"-o", "--output"} & {*parameter.opts}:
                assert any(words.startswith(name) for words, _ in tried), name

    outputs(group, "")
