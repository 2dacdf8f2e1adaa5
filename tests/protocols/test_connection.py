from __future__ import annotations

import os
from threading import Thread

import pytest

from outwit.protocols.connection import LONGEST_LINE, LONGEST_REMARK, Connection


def heard(data: bytes) -> tuple[list[str], bytes]:
    """Return the lines a connection makes of some bytes, and what it says itself."""
    source, feed = os.pipe()
    out, sink = os.pipe()

    def feed_all() -> None:
        with open(feed, "wb") as file:
            file.write(data)

    writer = Thread(target=feed_all)
    writer.start()
    lines = list(Connection(source, sink).lines())
    writer.join()
    os.close(source)
    os.close(sink)
    said = os.read(out, 1 << 16)
    os.close(out)
    return lines, said


def test_lines_may_end_in_any_way_and_the_last_one_in_none() -> None:
    assert heard(b"a\r\n\nb c\nd")[0] == ["a\r", "", "b c", "d"]


def test_bytes_that_are_no_text_become_some() -> None:
    lines, said = heard(b"\xff\xfe\x00\n\xc3\n")
    assert lines == ["\N{REPLACEMENT CHARACTER}" * 2 + "\0", "\N{REPLACEMENT CHARACTER}"]
    assert said == b""


def test_a_line_too_long_is_ignored_and_told() -> None:
    lines, said = heard(b"a\n" + b"x" * (LONGEST_LINE + 1) + b"\nb\n")
    assert lines == ["a", "b"]
    assert said == f"info string a line of more than {LONGEST_LINE} bytes is ignored\n".encode()


def test_a_remark_is_one_line_of_bearable_length() -> None:
    out, sink = os.pipe()
    Connection(sink=sink).remark("a\nb " + "c" * 1000)
    said = os.read(out, 1 << 16)
    os.close(out)
    os.close(sink)
    assert said.startswith(b"info string a b ccc")
    assert len(said) == len("info string ") + LONGEST_REMARK + 1
    assert said.count(b"\n") == 1


def test_nobody_hearing_ends_the_conversation() -> None:
    source, feed = os.pipe()
    out, sink = os.pipe()
    os.close(out)
    connection = Connection(source, sink)
    connection.send("hello")
    connection.send("hello")
    with pytest.raises(BrokenPipeError):
        list(connection.lines())
    os.close(feed)
    os.close(sink)
