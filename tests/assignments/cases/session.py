r"""Golden sessions: what a person saw on the screen, with what was typed woven in.

A file holds sessions with these parts, of which those with nothing in them are left out:

    # anything                         a remark
    file NAME                          a file to write before the run
    $ OUTWIT_SEED=1 jesonmor 3 0       the environment and the command line
    |Total Moves: 0|                   a line of the standard output
    |[White] Make a Move: {a1->b3}     a prompt, and the line that was typed there
    |[White] Make a Move: {a1->b3%}    the same, but the input ended without a newline
    |[White] Make a Move: %            a prompt that nobody answered
    unread                             what was typed but never read
    stderr                             the standard error output
    status 0                           the exit status

Braces, per cent signs and backslashes that are typed, and all that is not printable ASCII, are
written as ``\x7b``. To add a session, write its remark, command, typed lines (``|{a1->b3}``) and
``status 0``; then, as after any change, let the installed programs write what they do now:

    .venv/bin/python -m tests.assignments.cases.session tests/assignments/golden/ataxx/*.txt
"""

from __future__ import annotations

import re
import shlex
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.assignments.cases.transcript import barred, printable, unbarred
from tests.assignments.process import Result, run

PROMPTS = {
    "jesonmor": rb"\[White\] Make a Move: ",
    "ataxx": rb"Red> |Blue> |-> ",
    "santorini": rb"(?m)^(?:Select a worker to move|Select a direction to (?:move|build) \(.*\)"
    rb"|undo, redo, or next)\n",
}
CLEAN = {"OUTWIT_SEED": "", "NO_COLOR": ""}
NOTHING = Result(b"", b"", 0)


@dataclass
class Session:
    """One run of a program."""

    remarks: list[str] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    command: str = ""
    stdin: bytes = b""
    result: Result = NOTHING

    @property
    def words(self) -> list[str]:
        """The program and its arguments."""
        return [word for word in shlex.split(self.command) if not is_setting(word)]

    @property
    def environment(self) -> dict[str, str]:
        """The settings before the program."""
        settings = [word.partition("=") for word in shlex.split(self.command) if is_setting(word)]
        return {**CLEAN, **{name: value for name, _, value in settings}}

    @property
    def typed(self) -> bytes:
        """What answers the prompts: nothing where ataxx reads files."""
        reads_files = self.words[0] == "ataxx" and len(self.words) > 1
        return b"" if reads_files else self.stdin

    def text(self) -> str:
        """The session as it stands in its file."""
        parts = [f"{remark}\n" for remark in self.remarks]
        parts += [f"file {name}\n{barred(data)}" for name, data in self.files.items()]
        parts.append(f"$ {self.command}\n")
        parts.append(woven(self.result.stdout, self.typed, PROMPTS[self.words[0]]))
        if self.typed != self.stdin:
            parts.append(f"unread\n{barred(self.stdin)}")
        if self.result.stderr:
            parts.append(f"stderr\n{barred(self.result.stderr)}")
        parts.append(f"status {self.result.status}\n")
        return "".join(parts)


def is_setting(word: str) -> bool:
    """Tell a setting from the program and its arguments."""
    return re.match("[A-Z_]+=", word) is not None


def lines_of(data: bytes) -> list[bytes]:
    """The lines with their ends; the last may lack it."""
    return re.findall(rb"[^\n]*\n|[^\n]+", data)


def woven(stdout: bytes, stdin: bytes, prompt: bytes) -> str:
    """What was said, with what was typed after each prompt."""
    typed, parts, place = lines_of(stdin), [], 0
    for match in re.finditer(prompt, stdout):
        said, place = stdout[place : match.end()], match.end()
        shown = barred(said)
        if typed:
            shown = shown.removesuffix("%\n") if said[-1:] != b"\n" else f"{shown}|"
            shown += f"{{{braced(typed.pop(0))}}}\n"
        parts.append(shown)
    parts.append(barred(stdout[place:]))
    if typed:
        parts.append(f"unread\n{barred(b''.join(typed))}")
    return "".join(parts)


def braced(line: bytes) -> str:
    """A line as it was typed."""
    body = line.removesuffix(b"\n")
    text = "".join(f"\\x{byte:02x}" if byte in b"{}%\\" else printable(byte) for byte in body)
    return text if body != line else f"{text}%"


def unbraced(text: str) -> bytes:
    """The bytes that a typed line stands for."""
    body = text.removesuffix("%")
    return unbarred(f"|{body}|" if body == text else f"|{body}%")


def parse(text: str) -> list[Session]:
    """The sessions of a file."""
    sessions = [Session()]
    part, stdout, stderr = "", b"", b""
    for line in text.splitlines():
        current = sessions[-1]
        keyword, _, name = line.partition(" ")
        if line.startswith("|"):
            if part == "stderr":
                stderr += unbarred(line)
            elif part == "unread":
                current.stdin += unbarred(line)
            elif part:
                current.files[part] += unbarred(line)
            elif (typed := re.fullmatch(r"\|(.*?)\{([^{}]*)\}", line)) is not None:
                stdout += unbarred(f"|{typed[1]}%")
                current.stdin += unbraced(typed[2])
            else:
                stdout += unbarred(line)
        elif line.startswith("#") or not line:
            current.remarks.append(line)
        elif keyword == "$":
            current.command, part = name, ""
        elif keyword == "file":
            part = name
            current.files[part] = b""
        elif keyword == "status":
            current.result = Result(stdout, stderr, int(name))
            part, stdout, stderr = "", b"", b""
            sessions.append(Session())
        else:
            part = line
    return sessions[:-1]


def again(session: Session, folder: Path, start: Callable[..., Result] = run) -> Session:
    """The same session with what comes of it now, the program started in some way."""
    for name, data in session.files.items():
        (folder / name).write_bytes(data)
    program, *arguments = session.words
    result = start(program, arguments, session.stdin, cwd=folder, env=session.environment)
    return Session(session.remarks, session.files, session.command, session.stdin, result)


def main() -> None:
    """Write the sessions of the files named on the command line anew."""
    for path in map(Path, sys.argv[1:]):
        with tempfile.TemporaryDirectory() as folder:
            sessions = [again(each, Path(folder)) for each in parse(path.read_text("ascii"))]
        path.write_text("".join(each.text() for each in sessions), "ascii")


if __name__ == "__main__":
    main()
