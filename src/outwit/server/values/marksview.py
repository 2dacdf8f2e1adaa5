"""Marks as pages show them: points, parts, cases with their evidence, and what changed."""

from __future__ import annotations

from typing import Any

from outwit.core.value import Value
from outwit.storage.homework import CASES, NOTHING, StoredHomework
from outwit.storage.marks import MarkLine, StoredMark

# Characters of evidence shown of one case, and cases of one mark.
LONGEST_EVIDENCE, MOST_CASES = 8_000, 1_000
PASSED = "passed"
# Lines of a report that are no cases: why it could not be marked, and the log of the build.
NO_CASES = ("marking", "build")


class Sight(Value):
    """What a visitor sees of marks: whether those with hidden cases, points, and cases."""

    whole: bool
    points: bool
    cases: bool


def sight_of(homework: StoredHomework, moment: Any, *, is_teacher: bool) -> Sight:
    """Return what a visitor sees; students see hidden cases only when everything is over."""
    if is_teacher:
        return Sight(whole=True, points=True, cases=True)
    seen = homework.sight(moment)
    return Sight(homework.is_over(moment), seen != NOTHING, seen == CASES)


def shown_points(
    homework: StoredHomework, at: Any, mark: MarkLine | StoredMark | None
) -> dict[str, Any] | None:
    """Return the points of a mark for a hand-in of a moment, less what being late costs."""
    if mark is None:
        return None
    penalty = homework.penalty(at)
    return {
        "score": number(mark.score * (1 - penalty)),
        "most": number(mark.most),
        "share": 0.0 if mark.most <= 0 else min(1.0, mark.score * (1 - penalty) / mark.most),
        "penalty": f"{100 * penalty:.0f} %" if penalty else "",
        "whole": mark.whole,
    }


def number(points: float) -> str:
    """Return points as text.

    >>> number(17.50), number(20.0), number(3.333)
    ('17.5', '20', '3.33')
    """
    return f"{points:.2f}".rstrip("0").rstrip(".")


def shown_mark(mark: StoredMark, sight: Sight) -> dict[str, Any]:
    """Return parts and cases of a mark as far as they are to be seen."""
    facts = mark.report.get("extra_data", {})
    parts = [
        {
            "name": str(part.get("name", "")),
            "passed": part.get("passed", 0),
            "total": part.get("total", 0),
            "score": number(float(part.get("score", 0))),
            "points": number(float(part.get("points", 0))),
            "is_full": float(part.get("score", 0)) >= float(part.get("points", 0)) - 1e-9,
            "bonus": bool(part.get("bonus")),
            "locked": str(part.get("locked") or ""),
        }
        for part in facts.get("parts", [])
    ]
    error = str(facts.get("error") or "")
    return {
        "parts": parts,
        "error": error,
        "remarks": [str(each) for each in facts.get("remarks", []) if each != error],
        "cases": shown_cases(mark) if sight.cases else None,
    }


def shown_cases(mark: StoredMark) -> dict[str, Any]:
    """Return the cases of a mark: failed ones with the evidence, passed ones by name."""
    tests = mark.report.get("tests", [])
    failed, passed = [], []
    for test in tests[:MOST_CASES]:
        name = str(test.get("name", ""))
        if name in NO_CASES:
            continue
        if test.get("status") == PASSED:
            passed.append(name)
            continue
        evidence = str(test.get("output", ""))
        what, _, rest = evidence.strip().partition("\n")
        failed.append(
            {
                "name": name,
                "what": what[:300],
                "rest": (what[300:] + rest)[:LONGEST_EVIDENCE].strip("\n"),
                "points": number(float(test.get("max_score") or 0)),
            }
        )
    return {"failed": failed, "passed": passed, "left_out": max(0, len(tests) - MOST_CASES)}


def compared(old: StoredMark | None, new: StoredMark | None, sight: Sight) -> dict[str, Any]:
    """Return what changed from one mark to another: parts, and cases if they are to be seen."""
    before, after = parts_of(old), parts_of(new)
    parts = [
        {
            "name": name,
            "old": number(before[name]) if name in before else "–",
            "new": number(after[name]) if name in after else "–",
            "change": sign(after.get(name, 0.0) - before.get(name, 0.0)),
        }
        for name in dict.fromkeys((*before, *after))
    ]
    both_there = old is not None and new is not None
    found: dict[str, Any] = {"parts": parts, "better": [], "worse": [], "both": both_there}
    if sight.cases:
        was, now = cases_of(old), cases_of(new)
        both = [name for name in now if name in was]
        found["better"] = [name for name in both if now[name] and not was[name]]
        found["worse"] = [name for name in both if was[name] and not now[name]]
    return found


def parts_of(mark: StoredMark | None) -> dict[str, float]:
    """Return the points of each part of a mark, by name."""
    facts = {} if mark is None else mark.report.get("extra_data", {})
    return {str(part["name"]): float(part["score"]) for part in facts.get("parts", [])}


def cases_of(mark: StoredMark | None) -> dict[str, bool]:
    """Return whether each case of a mark was passed, by name."""
    tests = [] if mark is None else mark.report.get("tests", [])
    return {str(test["name"]): test.get("status") == PASSED for test in tests}


def sign(change: float) -> str:
    """Return a change of points with its sign, empty for none.

    >>> sign(1.5), sign(-2.0), sign(0.0)
    ('+1.5', '−2', '')
    """
    if abs(change) < 0.005:
        return ""
    return f"{'+' if change > 0 else '−'}{number(abs(change))}"
