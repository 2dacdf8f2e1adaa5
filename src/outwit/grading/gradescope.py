"""A mark as the ``results.json`` of a Gradescope autograder; our own summaries read it again."""

from __future__ import annotations

import json
from typing import Any

from outwit.grading.evidence import shown
from outwit.grading.mark import Mark

LONGEST = 20_000


def write_gradescope(mark: Mark) -> str:
    """Write a mark: the score, a test for each line of it, wins and points for the leaderboard."""
    tests = [
        {
            "name": shown(test.name, 200),
            "score": test.score,
            "max_score": test.most,
            "status": "passed" if test.passed else "failed",
            "output": shown(test.evidence, LONGEST),
            "output_format": "text",
            "visibility": "visible",
        }
        for part in mark.parts
        for test in part.tests()
    ]
    if mark.error:
        tests.append(
            {
                "name": "marking",
                "score": 0.0,
                "max_score": 0.0,
                "status": "failed",
                "output": shown(mark.error, LONGEST),
                "output_format": "text",
                "visibility": "visible",
            }
        )
    leaderboard: list[dict[str, Any]] = [{"name": "Points", "value": round(mark.score, 2)}]
    leaderboard += [{"name": "Wins", "value": part.passed} for part in mark.parts if part.outcomes]
    results = {
        "score": sum(float(str(test["score"])) for test in tests),
        "execution_time": round(sum(r.seconds for p in mark.parts for r in p.results), 3),
        "output": f"{shown(mark.game)}: {mark.score:.2f} of {mark.most:g}",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
        "leaderboard": leaderboard,
        "extra_data": facts(mark),
    }
    return f"{json.dumps(results, indent=1)}\n"


def facts(mark: Mark) -> dict[str, Any]:
    """Return the facts of a mark that a summary shows."""
    return {
        "game": mark.game,
        "program": shown(mark.program),
        "score": round(mark.score, 4),
        "most": mark.most,
        "full": mark.full,
        "error": shown(mark.error),
        "parts": [
            {
                "name": part.name,
                "passed": part.passed,
                "total": len(part.results),
                "score": round(part.score, 4),
                "points": part.points,
                **({"outcomes": part.tally} if part.outcomes else {}),
            }
            for part in mark.parts
        ],
    }
