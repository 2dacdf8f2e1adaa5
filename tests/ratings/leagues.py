"""Tournaments made up for tests."""

from __future__ import annotations

from random import Random

from outwit.ratings.elo import expected_score
from outwit.ratings.scores import Scores


def league(elos: list[float], rounds: int, seed: int = 1, draws: float = 0.0) -> Scores:
    """Let everybody meet everybody with both sides; draws are a part of what they can be."""
    rng = Random(seed)
    scores = Scores(len(elos))
    for first, strength in enumerate(elos):
        for second, other in enumerate(elos):
            if first == second:
                continue
            score = expected_score(strength - other)
            draw = draws * min(score, 1 - score)
            for _ in range(rounds):
                luck = rng.random()
                points = 1 if luck < score - draw / 2 else 0.5 if luck < score + draw / 2 else 0
                scores.add(first, second, points)
    return scores
