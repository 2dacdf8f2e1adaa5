"""Evaluates every position of a game by the engine."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from outwit.engine.limits import Limits
from outwit.engine.score import Score
from outwit.movies.evaluation import MINUS, Evaluation, from_score, settled
from outwit.movies.film import Film
from outwit.players.engine import engine_for


def analyse(film: Film, nodes: int, on_step: Callable[[], object]) -> None:
    """Evaluate every position by a search of ``nodes`` nodes; call ``on_step`` after each."""
    engine = engine_for(film.game)
    limits = Limits(nodes=nodes).check()
    found: list[Evaluation | None] = []
    for scene in film.scenes():
        position = scene.position
        if scene.ending:
            break
        if position.is_over:
            found.append(settled(film.result))
        else:
            score = engine.best(position.copy(), limits).score
            found.append(of_search(score, first_moves=not position.turn))
        on_step()
    film.evaluations = found


def of_search(score: Score, *, first_moves: bool) -> Evaluation:
    """Return a score for the side to move as an evaluation.

    >>> of_search(Score(-150), first_moves=False)
    Evaluation(score=1.5, text='+1.50')
    """
    sign = 1 if first_moves else -1
    if not score.is_forced:
        return from_score(sign * score.value / 100)
    moves = score.moves_to_win or score.moves_to_loss or 0
    wins = (score.value > 0) == first_moves
    return Evaluation(inf if wins else -inf, f"#{'' if wins else MINUS}{moves}")
