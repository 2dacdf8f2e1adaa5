r"""Golden transcripts: what was run on which files, and everything that came of it.

The runs of a transcript follow each other in one folder. Every run has these parts, of which those
with nothing in them are left out:

    # anything                a remark
    folder NAME               a directory to make before the run
    file NAME                 a file to write before the run
    $ push2310 1 0 board      the command line
    stdin, stdout, stderr     what went in and what came out
    saved NAME                a file that the run made or changed
    status 0                  the exit status

A line of a file, of the input or of the output stands between bars: ``|  0.0.  |``. One that ends
without a newline ends in a per cent sign instead: ``|O:(R C)> %``. Backslashes and what is not
printable ASCII are written as ``\\`` and ``\xff``.

To run everything again with the installed programs and write down what they do now:

    .venv/bin/python -m tests.assignments.cases.transcript tests/assignments/golden/push2310/*.txt
"""

from __future__ import annotations

import re
import shlex
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.assignments.cases.folder import Files, contents, fill
from tests.assignments.process import Result, run

NOTHING = Result(b"", b"", 0)


@dataclass
class Run:
    """One command with its surroundings."""

    remarks: list[str] = field(default_factory=list)
    before: Files = field(default_factory=dict)
    command: str = ""
    stdin: bytes = b""
    result: Result = NOTHING
    saved: Files = field(default_factory=dict)

    @property
    def words(self) -> list[str]:
        """The words of the command line, the program first."""
        return shlex.split(self.command)

    def text(self) -> str:
        """The run as it stands in a transcript."""
        stdout, stderr, status = self.result
        parts = [f"{remark}\n" for remark in self.remarks]
        for name, data in self.before.items():
            parts.append(f"folder {name}\n" if data is None else f"file {name}\n{barred(data)}")
        parts.append(f"$ {self.command}".rstrip() + "\n")
        for title, data in [("stdin", self.stdin), ("stdout", stdout), ("stderr", stderr)]:
            if data:
                parts.append(f"{title}\n{barred(data)}")
        for name, data in sorted(self.saved.items()):
            assert data is not None
            parts.append(f"saved {name}\n{barred(data)}")
        parts.append(f"status {status}\n")
        return "".join(parts)


def barred(data: bytes) -> str:
    """Some bytes, line by line."""
    shown = []
    for line in re.findall(rb"[^\n]*\n|[^\n]+", data):  # nothing but a newline ends a line
        body = line.removesuffix(b"\n")
        text = "".join(map(printable, body))
        shown.append(f"|{text}{'|' if line != body else '%'}\n")
    return "".join(shown)


def printable(byte: int) -> str:
    """A byte as itself or escaped."""
    if byte == 0x5C:
        return "\\\\"
    return chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}"


def unbarred(line: str) -> bytes:
    """The bytes that a line between bars stands for."""
    text = re.sub(r"\\(\\|x(..))", lambda m: chr(int(m[2], 16)) if m[2] else "\\", line[1:-1])
    return text.encode("latin-1") + {"|": b"\n", "%": b""}[line[-1]]


def parse(text: str) -> list[Run]:
    """The runs of a transcript."""
    runs = [Run()]
    streams: dict[str, bytes] = {}
    title = ""
    for line in text.splitlines():
        current = runs[-1]
        keyword, _, name = line.partition(" ")
        if line.startswith("|"):
            streams[title] += unbarred(line)
        elif line.startswith("#") or not line:
            current.remarks.append(line)
        elif keyword == "$":
            current.command = name
        elif keyword == "folder":
            current.before[name] = None
        elif keyword == "status":
            for full, data in streams.items():
                put(current, full, data)
            current.result = current.result._replace(status=int(name))
            streams = {}
            runs.append(Run())
        else:
            title = line
            streams[title] = b""
    assert not streams
    return runs[:-1]


def put(current: Run, title: str, data: bytes) -> None:
    """Give a run the bytes below a title."""
    keyword, _, name = title.partition(" ")
    if keyword == "file":
        current.before[name] = data
    elif keyword == "saved":
        current.saved[name] = data
    elif keyword == "stdin":
        current.stdin = data
    elif keyword == "stdout":
        current.result = current.result._replace(stdout=data)
    elif keyword == "stderr":
        current.result = current.result._replace(stderr=data)
    else:
        raise ValueError(f"no part of a transcript: {title}")


def replayed(runs: list[Run], folder: Path, start: Callable[..., Result] = run) -> list[Run]:
    """The same runs with what comes of them now, all but the first program started in some way."""
    again: list[Run] = []
    for old in runs:
        fill(folder, old.before)
        before = contents(folder)
        program, *arguments = old.words
        started = start if again else run
        result = started(program, arguments, old.stdin, cwd=folder, env={"OUTWIT_SEED": "1"})
        after = contents(folder)
        assert before.keys() <= after.keys(), "a run removed a file"
        saved = {n: data for n, data in after.items() if n not in before or before[n] != data}
        again.append(Run(old.remarks, old.before, old.command, old.stdin, result, saved))
    return again


def main() -> None:
    """Write the transcripts named on the command line anew."""
    for path in map(Path, sys.argv[1:]):
        with tempfile.TemporaryDirectory() as folder:
            runs = replayed(parse(path.read_text("ascii")), Path(folder))
            path.write_text("".join(each.text() for each in runs), "ascii")


if __name__ == "__main__":
    main()
