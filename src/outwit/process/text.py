"""What strangers' programs print, made safe to show."""

from __future__ import annotations

import signal

from outwit.errors import harmless

# Characters that are shown of a text, and of a line.
LONGEST_TEXT = 2_000
LONGEST_LINE = 160
LONGEST_TAIL = 1_024
NOTICE = b"Picked up JAVA_TOOL_OPTIONS: "


def shown(data: bytes | str, most: int = LONGEST_TEXT) -> str:
    r"""Return a text with unprintable characters escaped; if it is long, without its middle.

    >>> shown(b"a\x1b[2J\xff\n")
    'a\\x1b[2J\\xff\n'
    """
    text = data.decode("utf-8", "backslashreplace") if isinstance(data, bytes) else data
    if len(text) > most:
        left_out = len(text) - most
        text = f"{text[: most // 2]}\n… {left_out} characters left out …\n{text[-most // 2 :]}"
    return harmless(text)


def line_shown(line: bytes, most: int = LONGEST_LINE) -> str:
    """Show a line, its blanks at the end and a missing line end included."""
    text = shown(line.removesuffix(b"\n"), 4 * most).replace("\n", "\\n")
    cut = f"{text[:most]}…" if len(text) > most else text
    return f"|{cut}|" if line.endswith(b"\n") else f"|{cut}| (no line end)"


def tail_shown(data: bytes, most: int = LONGEST_TAIL) -> str:
    r"""Show the end of an output, from the beginning of a line if there is one.

    >>> tail_shown(b"first\nsecond\nthird\n", 16)
    'second\nthird\n'
    """
    end = data[-most:]
    if len(data) > most and not data[:-most].endswith(b"\n"):
        end = end.partition(b"\n")[2] or end
    return shown(end, most + 1)


def describe_status(status: int) -> str:
    """Describe an exit status, negative for a signal, in words.

    >>> describe_status(3), describe_status(-11), describe_status(200)
    ('exit status 3', 'signal SIGSEGV', 'exit status 200')
    """
    if status >= 0:
        return f"exit status {status}"
    try:
        return f"signal {signal.Signals(-status).name}"
    except ValueError:
        return f"signal {-status}"


def without_notices(data: bytes) -> bytes:
    r"""Return standard error without the line in which a Java machine says how we started it.

    >>> without_notices(b"Picked up JAVA_TOOL_OPTIONS: -Xmx768m\nException\n")
    b'Exception\n'
    """
    if NOTICE not in data:
        return data
    lines = data.splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(NOTICE))
