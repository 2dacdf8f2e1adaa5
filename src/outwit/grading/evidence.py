"""Output of other people's programs, escaped and shortened for reports."""

from __future__ import annotations

from outwit.grading.runner import Run

LONGEST_TEXT = 2_000
LONGEST_LINE = 160
GAP = "   "


def shown(data: bytes | str, most: int = LONGEST_TEXT) -> str:
    r"""Return a text with unprintable characters escaped; if it is long, without its middle.

    >>> shown(b"a\x1b[2J\xff\n")
    'a\\x1b[2J\\xff\n'
    """
    text = data.decode("utf-8", "backslashreplace") if isinstance(data, bytes) else data
    if len(text) > most:
        left_out = len(text) - most
        text = f"{text[: most // 2]}\n… {left_out} characters left out …\n{text[-most // 2 :]}"
    return "".join(char if char.isprintable() or char == "\n" else escaped(char) for char in text)


def escaped(char: str) -> str:
    """Escape a character."""
    return char.encode("unicode_escape", "backslashreplace").decode("ascii")


def line_shown(line: bytes, most: int = LONGEST_LINE) -> str:
    """Show a line, its blanks at the end and a missing line end included."""
    text = shown(line.removesuffix(b"\n"), 4 * most).replace("\n", "\\n")
    cut = f"{text[:most]}…" if len(text) > most else text
    return f"|{cut}|" if line.endswith(b"\n") else f"|{cut}| (no line end)"


def tail(data: bytes, lines: int = 5) -> str:
    """Show the last lines of an output."""
    return shown(b"\n".join(data[-LONGEST_TEXT:].rstrip(b"\n").split(b"\n")[-lines:]), 800)


def circumstances(run: Run) -> str:
    """Say how a run ended, with the end of its standard error."""
    if run.timed_out:
        said = f"it was stopped after {run.seconds:.1f} s"
    elif run.flooded:
        said = "it was stopped because it wrote too much"
    elif run.status < 0:
        said = f"signal {-run.status} ended it"
    else:
        said = f"exit status {run.status}"
    if run.stderr:
        said += f"\nstandard error: {tail(run.stderr)}"
    return said


def side_by_side(columns: list[tuple[str, list[str]]]) -> str:
    """Draw titled columns of lines next to each other."""
    height = max(len(lines) for _, lines in columns)
    drawn = []
    for title, lines in columns:
        width = max(len(line) for line in [title, *lines])
        padded = [title, *lines, *[""] * (height - len(lines))]
        drawn.append([f"{line:{width}}" for line in padded])
    return "\n".join(GAP.join(parts).rstrip() for parts in zip(*drawn, strict=True))
