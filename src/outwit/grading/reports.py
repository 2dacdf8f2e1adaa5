"""Reports by their format, or by the name of the file they go to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from outwit.errors import UsageError
from outwit.files import write_bytes
from outwit.grading.gradescope import write_gradescope
from outwit.grading.junit import write_junit
from outwit.grading.mark import Mark
from outwit.grading.text import write_text

TEXT = "text"
FORMATS: dict[str, Callable[[Mark], str]] = {
    TEXT: write_text,
    "junit": write_junit,
    "gradescope": write_gradescope,
}
ENDINGS = {".txt": TEXT, ".xml": "junit", ".json": "gradescope"}


def format_of(path: Path) -> str:
    """Return the format of a report by its file's name; raise UsageError if it tells none."""
    if path.suffix not in ENDINGS:
        offered = ", ".join(ENDINGS)
        raise UsageError(f"report {str(path)!r}: its name must end with one of {offered}")
    return ENDINGS[path.suffix]


def write_report(path: Path, mark: Mark) -> None:
    """Write a report, whole or not at all."""
    write_bytes(str(path), FORMATS[format_of(path)](mark).encode("utf-8", "backslashreplace"))
