"""The files of a hand-in: their names, the text of one, and what differs from another hand-in."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from difflib import unified_diff

from outwit.core.value import Value
from outwit.errors import NotFound

# Bytes of a file that are shown, files whose differences are shown, lines of a file that are
# compared, and all together, and lines of differences: comparing takes time by their square.
LONGEST_TEXT, MOST_FILES, MOST_LINES, MOST_IN_ALL, MOST_SHOWN = 200_000, 60, 1_000, 6_000, 2_000
LONGEST_LINE = 400
BINARY, LONG = "This file is not a text.", "This file is too large to be shown."


class ListedFile(Value):
    """A file of a hand-in."""

    name: str
    size: int


class FileChange(Value):
    """What became of a file; ``lines`` are of a unified diff, ``note`` says why there are none."""

    name: str
    kind: str
    lines: tuple[str, ...] = ()
    note: str = ""


def list_files(data: bytes) -> list[ListedFile]:
    """Return the files of a packed folder, in order."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [ListedFile(i.filename, i.file_size) for i in archive.infolist() if not i.is_dir()]


def read_file(data: bytes, name: str) -> tuple[str, str]:
    """Return the text of a file, and why there is none; raise NotFound for an unknown name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        try:
            info = archive.getinfo(name)
        except KeyError:
            raise NotFound(f"there is no file {name[:80]!r} in this hand-in") from None
        if info.is_dir():
            raise NotFound(f"{name[:80]!r} is a folder")
        return text_of(archive, info)


def text_of(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> tuple[str, str]:
    """Return the text of a file in an archive, and why there is none."""
    if info.file_size > LONGEST_TEXT:
        return "", LONG
    found = archive.read(info)
    if b"\0" in found:
        return "", BINARY
    return found.decode("utf-8", "replace"), ""


def changes(old: bytes, new: bytes) -> list[FileChange]:
    """Return the files that differ between two packed folders, with their differences."""
    found: list[FileChange] = []
    left, shown = MOST_IN_ALL, MOST_SHOWN
    with (
        zipfile.ZipFile(io.BytesIO(old)) as before,
        zipfile.ZipFile(io.BytesIO(new)) as after,
    ):
        olds = {info.filename: info for info in before.infolist() if not info.is_dir()}
        news = {info.filename: info for info in after.infolist() if not info.is_dir()}
        for name in sorted({*olds, *news}):
            one, other = olds.get(name), news.get(name)
            kind = "added" if one is None else "removed" if other is None else "changed"
            if one and other and (one.CRC, one.file_size) == (other.CRC, other.file_size):
                continue
            if len(found) >= MOST_FILES:
                found.append(FileChange("…", "more", (), f"Only {MOST_FILES} files are shown."))
                break
            texts = [
                ("", "") if i is None else text_of(a, i) for a, i in ((before, one), (after, other))
            ]
            note = texts[0][1] or texts[1][1]
            lines: Sequence[str] = ()
            if not note:
                lines, count = difference(texts[0][0], texts[1][0], min(MOST_LINES, left))
                left -= count
                note = "" if lines or not count else "Too much has changed to be compared."
                if len(lines) > shown:
                    lines, note = lines[:shown], "The rest is not shown."
                shown -= len(lines)
            found.append(FileChange(name, kind, tuple(lines), note))
    return found


def difference(old: str, new: str, most: int) -> tuple[list[str], int]:
    """Return a unified diff, and how many lines had to be compared; no diff beyond ``most``.

    Equal lines at both ends are not compared, except for three of context.
    """
    one, other = old.splitlines(), new.splitlines()
    shortest = min(len(one), len(other))
    same = next((i for i in range(shortest) if one[i] != other[i]), shortest)
    tail = next(
        (i for i in range(shortest - same) if one[-1 - i] != other[-1 - i]), shortest - same
    )
    start, end = max(0, same - 3), max(0, tail - 3)
    one, other = one[start : len(one) - end], other[start : len(other) - end]
    count = max(len(one), len(other))
    if count > most:
        return [], count
    lines = [line[:LONGEST_LINE] for line in unified_diff(one, other, lineterm="")][2:]
    return [moved(line, start) if line.startswith("@@") else line for line in lines], count


def moved(header: str, start: int) -> str:
    """Return the header of a hunk for lines that begin after ``start`` others.

    >>> moved("@@ -1,4 +1,5 @@", 10)
    '@@ -11,4 +11,5 @@'
    """
    words = header.split()
    for place in (1, 2):
        first, comma, length = words[place][1:].partition(",")
        words[place] = f"{words[place][0]}{int(first) + start}{comma}{length}"
    return " ".join(words)
