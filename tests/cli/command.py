"""Runs ``outwit``: in this process, or as a process where that is what is tested."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from io import BufferedReader, BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple
from unittest.mock import patch

from outwit import games
from outwit.cli import attempt
from tests.nursery import Forked
from tests.tools import complaints

# Variables that matter when a command runs, not when its modules are loaded.
LATE = {"OUTWIT_HOME", "OUTWIT_REQUIRE_SANDBOX", "OUTWIT_TOKEN", "PATH", "TMPDIR"}


class Answer(NamedTuple):
    """What a command printed, and its exit status."""

    out: str
    err: str
    status: int

    @property
    def said(self) -> str:
        """What it said is wrong, whether programs can be enclosed here or not."""
        return complaints(self.err)


def outwit(*words: str, given: str = "", **environment: str) -> Answer:
    """Run ``outwit`` with these words, in this process, which may find more in its environment."""
    stdin = TextIOWrapper(BufferedReader(BytesIO(given.encode())))
    out, err = BytesIO(), BytesIO()
    stdout, stderr = TextIOWrapper(out), TextIOWrapper(err, write_through=True)
    streams = patch.multiple(sys, stdin=stdin, stdout=stdout, stderr=stderr)
    with streams, patch.dict(os.environ, environment):
        status = attempt(list(words))
    stdout.flush()
    return Answer(out.getvalue().decode(), err.getvalue().decode(), status)


def outwit_with(folder: Path, *words: str, given: str = "") -> Answer:
    """Run ``outwit`` in this process as if ``OUTWIT_GAMES`` had named a folder from the start."""
    place = os.path.abspath(folder)
    before = set(sys.modules)
    try:
        with (
            patch.object(games, "FOLDERS", (place,)),
            patch.object(games, "__path__", [*games.__path__, place]),
        ):
            return outwit(*words, given=given, OUTWIT_GAMES=str(folder))
    finally:
        for name in set(sys.modules) - before:
            if name.startswith(f"{games.__name__}."):
                del sys.modules[name]
                vars(games).pop(name.removeprefix(f"{games.__name__}."), None)


def outwit_process(*words: str, given: str = "", **environment: str) -> Answer:
    """Run ``outwit`` with these words as a process, which may find more in its environment."""
    if environment.keys() <= LATE:
        return forked(words, given, environment)
    done = subprocess.run(
        [sys.executable, "-m", "outwit.cli", *words],
        input=given,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **environment},
        check=False,
    )
    return Answer(done.stdout, done.stderr, done.returncode)


def forked(words: Sequence[str], given: str, environment: dict[str, str]) -> Answer:
    """Run ``outwit`` in a process that has loaded everything before."""
    with TemporaryFile() as stdin, TemporaryFile() as stdout, TemporaryFile() as stderr:
        stdin.write(given.encode())
        stdin.flush()
        process = Forked(
            words,
            {**os.environ, **environment},
            stdin=stdin.fileno(),
            stdout=stdout.fileno(),
            stderr=stderr.fileno(),
        )
        try:
            status = process.wait(60)
        finally:
            process.kill()
        for stream in (stdout, stderr):
            stream.seek(0)
        return Answer(stdout.read().decode(), stderr.read().decode(), status)


def refusal(*words: str) -> str:
    """Return the one line with which ``outwit`` refuses these words."""
    answer = outwit(*words)
    assert (answer.status, answer.out) == (2, ""), answer
    assert answer.said.count("\n") == 1, answer
    assert answer.said.startswith("outwit: ")
    return answer.said.removeprefix("outwit: ").rstrip()
