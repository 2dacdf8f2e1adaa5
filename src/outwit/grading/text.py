"""A mark as a table to be read, with the first failure of every part."""

from __future__ import annotations

from outwit.grading.evidence import shown
from outwit.grading.mark import Mark, Part

INDENT = "  "
LONGEST = 1_000_000


def write_text(mark: Mark) -> str:
    """Write a mark: parts with points, then what went wrong first in each."""
    lines = [f"{mark.game}: {mark.program}"]
    if mark.error:
        return shown("\n".join([*lines, f"{INDENT}not marked: {mark.error}", ""]), LONGEST)
    width = max([len(part.name) for part in mark.parts] + [len("mark")])
    for part in mark.parts:
        passed = f"{part.passed}/{len(part.results)}"
        told = ", ".join(f"{count} {outcome}" for outcome, count in part.tally.items())
        lines.append(f"{INDENT}{part.name:{width}}  {passed:>9}  {points(part)}  {told}".rstrip())
    lines.append(f"{INDENT}{'mark':{width}}  {'':>9}  {mark.score:6.2f} of {mark.most:g}")
    for part in mark.parts:
        if not part.full and part.failures:
            first = part.failures[0]
            lines += ["", f"{part.name}, {first.name} ({len(part.failures)} failed):"]
            lines += [f"{INDENT}{line}".rstrip() for line in first.evidence.splitlines()]
    return shown("\n".join([*lines, ""]), LONGEST)


def points(part: Part) -> str:
    """Write the points of a part."""
    return f"{part.score:6.2f} of {part.points:g}"
