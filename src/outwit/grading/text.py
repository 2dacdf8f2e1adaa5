"""A mark as a table to be read, with all failures."""

from __future__ import annotations

import shlex
from textwrap import wrap

from outwit.grading.evidence import block
from outwit.grading.mark import Mark, Part, Result
from outwit.process.text import shown

INDENT = "  "
LONGEST = 16_000_000
LONGEST_BUILD = 8_000
# Failures for the same reason that are shown in full, and letters of a line that names others.
FEW, WIDEST = 3, 100


def write_text(mark: Mark) -> str:
    """Write a mark: parts with points, who asks for them, then everything that went wrong.

    Of failures for the same reason, only the first are shown in full.
    """
    failures, log = folded_failures(mark), log_of(mark)
    first, last = (log, []) if mark.build_failure else ([], log)
    return joined([*head_of(mark), *first, *end_of(mark), *failures, *last])


def print_text(mark: Mark, most: int | None) -> str:
    """Write a mark for a terminal: at most ``most`` failures, and the points at the end."""
    failures = all_failures(mark, most)
    # The first lines may be far up.
    again = [f"{INDENT}{mark.given_up}"] if mark.given_up and failures else []
    return joined([*head_of(mark), *log_of(mark), *failures, "", *again, *end_of(mark)])


def joined(lines: list[str]) -> str:
    """Return lines as a text that can be shown."""
    return shown("\n".join([*lines, ""]), LONGEST)


def head_of(mark: Mark) -> list[str]:
    """Return what was marked, and what a reader must know before the points."""
    return [f"{mark.game}: {mark.program}", *(f"{INDENT}{remark}" for remark in mark.remarks)]


def log_of(mark: Mark) -> list[str]:
    """Return what the build said, if there was one."""
    return ["", block("build", mark.build, LONGEST_BUILD), ""] if mark.build else []


def end_of(mark: Mark) -> list[str]:
    """Return the points."""
    return [f"{INDENT}mark: 0 of {mark.most:g}"] if mark.error else table_of(mark)


def all_failures(mark: Mark, most: int | None) -> list[str]:
    """Return the failures of all parts with their evidence, at most ``most`` of them.

    Where not all are shown, the first of each part come before others.
    """
    failed = [(part, result) for part in mark.parts for result in part.failures if result.is_run]
    count = len(failed) if most is None else most
    # A stable order: by the place of a failure in its part, then by the order of the parts.
    places = sorted(failed, key=lambda pair: ran(pair[0]).index(pair[1]))[:count]
    lines: list[str] = []
    for part in mark.parts:
        if shown_here := [result for other, result in places if other is part]:
            lines += ["", *failures_of(part, shown_here)]
    if len(failed) > count:
        part, result = failed[0]
        one = shlex.quote(f"{part.name}: {result.name}")
        lines += ["", f"{count} of {len(failed)} failures are shown; --all-failures prints all."]
        lines.append(f"To see one case in full: --case {one}")
    return lines


def folded_failures(mark: Mark) -> list[str]:
    """Return the failures of all parts, with the evidence of the first for each reason.

    A crash is shown once. For another reason, a part shows a few failures, or one if nothing of it
    was passed; the rest are named.
    """
    lines: list[str] = []
    crashes: set[str] = set()
    for part in mark.parts:
        most = FEW if part.passed else 1
        by_reason: dict[str, list[Result]] = {}
        for result in ran(part):
            by_reason.setdefault(result.reason, []).append(result)
        whole: list[Result] = []
        rest: list[str] = []
        for reason, results in by_reason.items():
            room = 0 if reason in crashes else most
            crashed = [result for result in results if result.reason == result.crash]
            if crashed and room:
                crashes.add(reason)
                room = 1
            whole += results[:room]
            if names := [result.name for result in results[room:]]:
                more = "more " if room else ""
                rest += [
                    "",
                    f"{part.name}, {len(names)} {more}failed for the same reason: {reason}",
                ]
                rest += wrap(
                    "; ".join(names), WIDEST, initial_indent=INDENT, subsequent_indent=INDENT
                )
        if by_reason:
            lines += ["", *failures_of(part, sorted(whole, key=ran(part).index)), *rest]
    return lines


def ran(part: Part) -> list[Result]:
    """List the failures of a part that were run."""
    return [result for result in part.failures if result.is_run]


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


def failures_of(part: Part, results: list[Result]) -> list[str]:
    """Return who asks for a part, and some failures with their evidence."""
    wrong = "not won" if part.outcomes else "failed"
    lines = [f"{part.name}: {len(part.failures)} of {len(part.results)} {wrong} ({part.source})"]
    for result in results:
        asked = f" (asked: {result.about})" if result.about else ""
        lines += ["", f"{part.name}, {result.name}{asked}:"]
        lines += [f"{INDENT}{line}".rstrip() for line in result.told.splitlines()]
    return lines


def points(part: Part) -> str:
    """Write the points of a part."""
    return f"{part.score:6.2f} of {part.points:g}"
