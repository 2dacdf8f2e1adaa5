"""A mark as a table to be read, with all failures."""

from __future__ import annotations

from outwit.grading.evidence import block
from outwit.grading.mark import Mark, Part
from outwit.process.text import shown

INDENT = "  "
LONGEST = 16_000_000
LONGEST_BUILD = 8_000


def write_text(mark: Mark) -> str:
    """Write a mark: parts with points, who asks for them, then everything that went wrong."""
    lines = [f"{mark.game}: {mark.program}"]
    lines += [f"{INDENT}{remark}" for remark in mark.remarks]
    if mark.error:
        lines.append(f"{INDENT}mark: 0 of {mark.most:g}")
    log = ["", block("build", mark.build, LONGEST_BUILD)] if mark.build else []
    if mark.build_failure:
        lines += [*log, ""]
    if mark.parts:
        lines += table_of(mark)
    for part in mark.parts:
        if part.failures:
            lines += ["", *failures_of(part)]
    if not mark.build_failure:
        lines += log
    return shown("\n".join([*lines, ""]), LONGEST)


def table_of(mark: Mark) -> list[str]:
    """Return the lines of the table."""
    width = max([len(part.name) for part in mark.parts] + [len("mark")])
    lines = []
    for part in mark.parts:
        passed = f"{part.passed}/{len(part.results)}"
        notes = [f"{count} {outcome}" for outcome, count in part.tally.items() if part.results]
        notes += ["bonus"] if part.bonus else []
        notes += [f"does not count: {part.locked}"] if part.locked else []
        told = ", ".join(notes)
        lines.append(f"{INDENT}{part.name:{width}}  {passed:>9}  {points(part)}  {told}".rstrip())
    lines.append(f"{INDENT}{'mark':{width}}  {'':>9}  {mark.score:6.2f} of {mark.most:g}")
    return lines


def failures_of(part: Part) -> list[str]:
    """Return who asks for a part, and each failure with its evidence."""
    wrong = "not won" if part.outcomes else "failed"
    lines = [f"{part.name}: {len(part.failures)} of {len(part.results)} {wrong} ({part.source})"]
    for result in part.failures:
        asked = f" (asked: {result.about})" if result.about else ""
        lines += ["", f"{part.name}, {result.name}{asked}:"]
        lines += [f"{INDENT}{line}".rstrip() for line in result.told.splitlines()]
    return lines


def points(part: Part) -> str:
    """Write the points of a part."""
    return f"{part.score:6.2f} of {part.points:g}"
