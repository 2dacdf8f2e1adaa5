"""Files of hand-ins: what is shown of them, and how much of what changed."""

from __future__ import annotations

import pytest

from outwit.errors import NotFound
from outwit.process.archive import read_upload
from outwit.server.values.handedfiles import (
    BINARY,
    LONG,
    LONGEST_TEXT,
    MOST_FILES,
    MOST_LINES,
    changes,
    list_files,
    read_file,
)


def packed(**files: str | bytes) -> bytes:
    sent = {name: text.encode() if isinstance(text, str) else text for name, text in files.items()}
    return read_upload([(f"{name}.py", data) for name, data in sent.items()]).data


def test_texts_are_shown_and_nothing_else() -> None:
    data = packed(a="x = 1\n", b=b"\0\1", c="x" * (LONGEST_TEXT + 1), d=b"\xff")
    assert next((each.name, each.size) for each in list_files(data)) == ("a.py", 6)
    assert read_file(data, "a.py") == ("x = 1\n", "")
    assert read_file(data, "b.py") == ("", BINARY)
    assert read_file(data, "c.py") == ("", LONG)
    assert read_file(data, "d.py") == ("\N{REPLACEMENT CHARACTER}", "")
    for name in ("e.py", "../a.py", "/etc/passwd"):
        with pytest.raises(NotFound):
            read_file(data, name)


def test_changes_are_those_of_a_unified_diff() -> None:
    text = [f"line {number}" for number in range(40)]
    other = [*text[:20], "new", *text[21:]]
    found = changes(packed(a="\n".join(text), b="same"), packed(a="\n".join(other), b="same"))
    (file,) = found
    assert (file.name, file.kind, file.note) == ("a.py", "changed", "")
    assert file.lines[0] == "@@ -18,7 +18,7 @@"
    assert file.lines[4:6] == ("-line 20", "+new")
    assert len(file.lines) == 9


def test_added_and_removed_files_are_named() -> None:
    found = changes(packed(a="1", b="2"), packed(b="2", c="3"))
    assert [(each.name, each.kind, each.lines) for each in found] == [
        ("a.py", "removed", ("@@ -1 +0,0 @@", "-1")),
        ("c.py", "added", ("@@ -0,0 +1 @@", "+3")),
    ]


def test_what_would_take_long_is_not_compared() -> None:
    old = "\n".join(f"{number}" for number in range(MOST_LINES + 1))
    new = "\n".join(f"{number} " for number in range(MOST_LINES + 1))
    (file,) = changes(packed(a=old), packed(a=new))
    assert file.lines == ()
    assert "Too much" in file.note


def test_many_files_are_cut_off() -> None:
    files = {f"f{number}": "1" for number in range(MOST_FILES + 5)}
    found = changes(packed(z="1"), packed(**files))
    assert len(found) == MOST_FILES + 1
    assert "are shown" in found[-1].note
