"""What a report shows of a run that went wrong: what was given, expected and found."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from outwit.process.text import describe_status, shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from outwit.process.singlerun import Run

GAP = "   "
INDENT = "  "
# Characters of an output, a file and a column; beyond them, the head and the tail are shown.
LONGEST_OUTPUT, LONGEST_FILE, WIDEST = 4_000, 1_000, 60
LONGEST_ERRORS = 1_600
# What Python writes of an exception, whose last line names it; how other languages begin.
TRACEBACK = "Traceback (most recent call last):"
CRASHES = ("Exception in thread", "Unhandled exception", "Unhandled Exception", "thread 'main'")
LONGEST_CRASH = 200
BUFFERED = (
    "it read input and printed nothing: it may hold its output back; "
    "it must flush its output before it reads input"
)


def circumstances(run: Run, seconds: float, *, errors: bool = True) -> str:
    """Say how a run ended, if ``errors`` with the head and the tail of its standard error."""
    said = [ending(run, seconds)]
    # A second line is typed only when the first has been read.
    if run.timed_out and len(run.typed) > 1 and not (run.stdout or run.stderr):
        said.append(BUFFERED)
    if run.stderr and errors:
        said.append(block("standard error", run.stderr, LONGEST_ERRORS))
    return "\n".join(said)


def ending(run: Run, seconds: float) -> str:
    """Say how a run ended."""
    if run.exceeded:
        return f"it was stopped: {run.exceeded}"
    if run.timed_out:
        return f"it did not end within {seconds:g} s"
    if run.flooded:
        return "it was stopped because it wrote too much"
    return f"it ended with {describe_status(run.status)}"


def crash_of(run: Run) -> str:
    """Say in one line how a program crashed; nothing if it did not, or was ended by us.

    An exit status alone is no crash: assignments ask for some.
    """
    if run.timed_out or run.flooded or run.exceeded or not run.status:
        return ""
    lines = [line.strip() for line in run.stderr.decode("utf-8", "replace").splitlines()]
    told = [line for line in lines if line]
    if TRACEBACK in told:
        return shown(told[-1], LONGEST_CRASH)
    for line in told:
        if line.startswith(CRASHES):
            return shown(line, LONGEST_CRASH)
    return describe_status(run.status) if run.status < 0 else ""


def given(arguments: Sequence[str], files: Mapping[str, bytes | None], typed: bytes) -> str:
    """Show what a program was given."""
    said = [f"arguments: {' '.join(map(quoted, arguments)) or '(none)'}"]
    for name, data in sorted(files.items()):
        if data is None:
            said.append(f"folder {shown(name)!r}")
        else:
            said.append(block(f"file {shown(name)!r}", data, LONGEST_FILE))
    if typed:
        said.append(block("typed", typed, LONGEST_FILE))
    return "\n".join(said)


def quoted(word: str) -> str:
    """Show an argument; with quotes if it is empty or has blanks."""
    text = shown(word, 200).replace("\n", "\\n")
    return repr(text) if not text or " " in text else text


def block(title: str, data: bytes | str, most: int = LONGEST_OUTPUT) -> str:
    """Show an output under a title, each line after a bar; if it is long, its head and tail."""
    text = shown(data, most)
    lines = text.removesuffix("\n").split("\n")
    bars = "\n".join(f"{INDENT}| {line}" for line in lines)
    return f"{title}:\n{bars}" if text else f"{title}: (nothing)"


def compared(expected: str, found: str) -> str:
    """Show what was expected and what was found, side by side, and mark lines that differ."""
    left, right = columns_of(expected), columns_of(found)
    if not left and not right:
        return ""
    if not left:
        return side_by_side([("found", right)])
    # Where nothing is the same, or one is a whole output, marks would be on every line.
    alike = len(left) > 1 and not set(left).isdisjoint(right)
    pairs = list(zip_longest(left, right or ["(nothing)"], fillvalue=""))
    marks = ["" if one == other or not alike else "<" for one, other in pairs]
    return side_by_side(
        [
            ("expected", [one for one, _ in pairs]),
            ("found", [other for _, other in pairs]),
            ("", marks),
        ]
    )


def columns_of(text: str) -> list[str]:
    """Return the lines of a column, long ones cut."""
    lines = shown(text, LONGEST_FILE).removesuffix("\n").split("\n") if text else []
    return [line if len(line) <= WIDEST else f"{line[:WIDEST]}…" for line in lines]


def side_by_side(columns: list[tuple[str, list[str]]]) -> str:
    """Draw titled columns of lines next to each other."""
    height = max(len(lines) for _, lines in columns)
    drawn = []
    for title, lines in columns:
        width = max(len(line) for line in [title, *lines])
        padded = [title, *lines, *[""] * (height - len(lines))]
        drawn.append([f"{line:{width}}" for line in padded])
    return "\n".join(GAP.join(parts).rstrip() for parts in zip(*drawn, strict=True))
