"""A program to be marked, and how it is run."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Any

from outwit import games
from outwit.core.value import Value
from outwit.errors import BotAbsent
from outwit.grading.health import check_health, our_faults
from outwit.process.command import PYTHON, absolute_command, interpreter_of, search_path
from outwit.process.folder import read_regular
from outwit.process.limits import ResourceLimits
from outwit.process.ours import OUR_PYTHON
from outwit.process.singlerun import Run, run_once

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from threading import Event

    from outwit.process.copies import Template
    from outwit.process.singlerun import Typist

# Programs that run a script, and how scripts end. Such a word names a file, or is mistyped.
INTERPRETERS = (
    PYTHON,
    OUR_PYTHON,
    "pypy",
    "node",
    "ruby",
    "perl",
    "php",
    "lua",
    "sh",
    "bash",
    "mono",
    "dotnet",
)
SCRIPTS = (".py", ".js", ".mjs", ".rb", ".pl", ".php", ".lua", ".sh", ".exe", ".dll")
KILLED = -9
# Bytes in which the first line of a script is searched.
LONGEST_HEAD = 256


class Program(Value):
    """A program: its command, how long it may take for a move or a case, and where it lies."""

    # With absolute paths.
    command: tuple[str, ...]
    seconds: float = 10.0
    limits: ResourceLimits = ResourceLimits()
    # Each run gets a copy of this folder, if there is one; else an empty one.
    template: Template | None = None
    # What the submission says of itself.
    declared: Mapping[str, Any] = {}
    # Whether what we decided counts, too; whether results tell all, also if passed.
    strict: bool = False
    thorough: bool = False
    # Set when its result is no longer needed.
    stop: Event | None = None
    enclosed: bool | None = None

    def run(
        self,
        arguments: Sequence[str | bytes],
        stdin: bytes = b"",
        files: Mapping[str, bytes | None] | None = None,
        typist: Typist | None = None,
    ) -> Run:
        """Run it once; raise BotAbsent if it cannot be started, MarkerFault if that is our fault.

        If a run ends badly, the machine is looked at again: it may be the reason.
        """
        check_health()
        with our_faults():
            run = self._run(arguments, stdin, files, typist)
            if run.status == KILLED and not (run.timed_out or run.flooded or run.exceeded):
                # A system short of memory kills programs, and not always the right one.
                run = self._run(arguments, stdin, files, typist)
        if run.status:
            check_health()
        return run

    def _run(
        self,
        arguments: Sequence[str | bytes],
        stdin: bytes,
        files: Mapping[str, bytes | None] | None,
        typist: Typist | None,
    ) -> Run:
        return run_once(
            self.command,
            arguments,
            stdin,
            files,
            self.seconds,
            limits=self.limits,
            reads=(*games.FOLDERS, *((self.template.folder,) if self.template else ())),
            environment=games.environment(),
            stop=self.stop,
            typist=typist,
            terminal=typist is not None,
            lay=None if self.template is None else self.template.lay,
            enclosed=self.enclosed,
            base=None if self.template is None else self.template.folder,
        )


def find_command(command: Sequence[str], folder: str | None = None) -> tuple[str, ...]:
    """Return a command with absolute paths; raise BotAbsent if it names nothing that can be run."""
    words = absolute_command(command, folder)
    named = os.path.basename(command[0]).rstrip("0123456789.")
    script = next((word for word in words[1:] if not word.startswith("-")), "")
    if named in INTERPRETERS and script.endswith(SCRIPTS) and not os.path.isabs(script):
        # What is there has an absolute path by now.
        raise BotAbsent(f"there is no file {script[:80]!r}", command=script)
    if absent := missing_interpreter(words[0]):
        message = f"{command[0][:80]!r} cannot be started: its first line names {absent[:80]!r}"
        cure = "; write #!/usr/bin/env python3" if interpreter_of(absent) == PYTHON else ""
        raise BotAbsent(f"{message}, which is not there{cure}", command=command[0])
    return tuple(words)


def missing_interpreter(path: str) -> str:
    """Return the interpreter that a script names in its first line, if it is not there."""
    head = read_regular(path, LONGEST_HEAD) or b""
    if not head.startswith(b"#!"):
        return ""
    words = head[2:].partition(b"\n")[0].decode("utf-8", "replace").strip(" \t").split(" ")
    name = words[0]
    if os.path.basename(name) == "env" and len(words) > 1 and not words[1].startswith("-"):
        name = words[1]
    found = os.path.exists(name) if "/" in name else shutil.which(name, path=search_path())
    return "" if found else name
