"""A mark as the ``results.json`` of a Gradescope autograder; our own summaries read it again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from outwit.grading.mark import Mark, rounded
from outwit.process.text import shown

LONGEST, LONGEST_TEXT, LONGEST_WHY = 20_000, 4_000, 600


def write_gradescope(mark: Mark, more: Mapping[str, Any] | None = None) -> str:
    """Write a mark: the score, a test for each line of it, wins and points for the leaderboard.

    ``more`` goes to the facts that a later run reads.
    """
    tests = [
        {
            "name": shown(test.name, 200),
            "score": round(test.score, 4),
            "max_score": round(test.most, 4),
            "status": "passed" if test.passed else "failed",
            "output": shown(test.evidence, LONGEST),
            "output_format": "text",
            "visibility": "visible",
        }
        for part in mark.parts
        for test in part.tests()
    ]
    if mark.error:
        tests.append(remark("marking", mark.error, "failed"))
    if mark.build:
        tests.append(remark("build", mark.build, "failed" if mark.build_failure else "passed"))
    leaderboard: list[dict[str, Any]] = [{"name": "Points", "value": mark.score}]
    leaderboard += [{"name": "Wins", "value": part.passed} for part in mark.parts if part.outcomes]
    results = {
        "score": mark.score,
        "execution_time": round(sum(r.seconds for p in mark.parts for r in p.results), 3),
        "output": "\n".join(
            [f"{shown(mark.game)}: {mark.score:.2f} of {mark.most:g}", *map(shown, mark.remarks)]
        ),
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
        "leaderboard": leaderboard,
        "extra_data": {**facts(mark), **(more or {})},
    }
    return f"{json.dumps(results, indent=1)}\n"


def remark(name: str, text: str, status: str) -> dict[str, Any]:
    """Return a test without points that says something."""
    return {
        "name": name,
        "score": 0.0,
        "max_score": 0.0,
        "status": status,
        "output": shown(text, LONGEST),
        "output_format": "text",
        "visibility": "visible",
    }


def cut(text: str) -> str:
    """Return a line that is not too long; the names of parts and the first mistake come first."""
    return text if len(text) <= LONGEST_WHY else f"{text[:LONGEST_WHY]}…"


def facts(mark: Mark) -> dict[str, Any]:
    """Return the facts of a mark that a summary shows."""
    return {
        "game": mark.game,
        "program": shown(mark.program),
        "score": mark.score,
        "most": mark.most,
        "full": mark.full,
        "why": cut(shown(mark.why, LONGEST_TEXT).replace("\n", " ")),
        "error": shown(mark.error),
        "remarks": [shown(remark) for remark in mark.remarks],
        "parts": [
            {
                "name": part.name,
                "passed": part.passed,
                "total": len(part.results),
                "score": rounded(part.score),
                "points": part.points,
                "bonus": part.bonus,
                "locked": part.locked,
                "source": part.source,
                **({"outcomes": part.tally} if part.outcomes else {}),
            }
            for part in mark.parts
        ],
    }
