"""The analysis of a finished game: every position, and the loss of each move."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from outwit.core.position import Position
from outwit.engine.analysis import Analysis
from outwit.engine.limits import Limits
from outwit.engine.score import Score
from outwit.movies.analysis import of_search
from outwit.movies.evaluation import EVEN, Evaluation, settled
from outwit.movies.moments import SMALLEST_SWING, share_of
from outwit.players.engine import engine_for
from outwit.records.record import GameRecord
from outwit.records.replay import replay, result_of
from outwit.storage.analyses import AnalysedPly

# Most nodes and seconds for one position, and for all positions of a game together.
NODES, TIME = 250_000, 0.3
ALL_NODES, ALL_TIME = 50_000_000, 60.0
LONGEST_LINE = 8
# The judgements of a move, by its loss of winning chance; the strongest that applies counts.
INACCURACY, MISTAKE, BLUNDER = "inaccuracy", "mistake", "blunder"
THRESHOLDS = {BLUNDER: 0.30, MISTAKE: 0.16, INACCURACY: SMALLEST_SWING}
# Random legal moves that are searched in each position, and nodes for each: the stake of a move.
SAMPLED, SAMPLE_NODES = 6, 3_000
# A large loss weighs more than several small ones of the same sum.
WEIGHT = 1.3
# Least sum of stakes that gives an accuracy: below it, all moves of a side were about as good.
LEAST_STAKE = 0.03
# Added to the sum of stakes: where little is at stake, a small loss is no proof of random play.
LENIENCE = 0.05


class GameAnalysis:
    """Analyses the positions of a game, the last first, so that later results are known.

    The result is deterministic unless a search reaches its time limit.
    """

    def __init__(self, record: GameRecord) -> None:
        """Take the record of a game; raise BadRecord if it cannot be played."""
        self.position = replay(record)
        self.played = self.position.played
        self.engine = engine_for(self.position.game)
        self.total = len(self.played) + 1
        self.limits = Limits(
            nodes=min(NODES, ALL_NODES // self.total), time=min(TIME, ALL_TIME / self.total)
        )
        self.found: list[AnalysedPly] = []

    @property
    def plies(self) -> tuple[AnalysedPly, ...]:
        """Return the results, in the order of the game."""
        return tuple(self.found[::-1])

    def step(self) -> None:
        """Analyse the next position; there must be one left."""
        self.found.append(self._look(self.position))
        if self.position.ply:
            self.position.undo()

    def _look(self, position: Position) -> AnalysedPly:
        outcome = position.outcome
        if outcome is not None:
            end = settled(result_of(outcome))
            return AnalysedPly(EVEN, "") if end is None else AnalysedPly(end.share, end.text)
        best, found = self._search(position, self.limits)
        line = best.line[:LONGEST_LINE]
        if not self.found:
            return AnalysedPly(found.share, found.text, line, best.depth)
        loss = self._loss(position, best.move, found.share)
        stake = self._stake(position, best.move, found.share)
        return AnalysedPly(found.share, found.text, line, best.depth, loss, stake)

    def _search(self, position: Position, limits: Limits) -> tuple[Analysis, Evaluation]:
        """Return the best line, and the evaluation for the first side.

        A search is optimistic for the side that moves last. So the scores of the last two depths,
        which end with different sides, are averaged.
        """
        depths: dict[int, Analysis] = {}
        for lines in self.engine.analyse(position.copy(), limits):
            best = depths[lines[0].depth] = lines[0]
        scores = [each.score for each in [*depths.values()][-2:]]
        score = best.score
        if not any(each.is_forced for each in scores):
            score = Score(round(sum(each.value for each in scores) / len(scores)))
        return best, of_search(score, first_moves=not position.turn)

    def _loss(self, position: Position, best: str, share: float) -> float:
        """Return the winning chance that the move played here cost its player."""
        played = self.played[position.ply]
        if played == best:
            return 0.0
        second = bool(position.turn)
        following = self.found[-1]
        before, after = (abs(second - each) for each in (share, following.share))
        is_certain = not following.line or following.score.startswith("#")
        if before - after >= SMALLEST_SWING and not is_certain:
            # Searches from different plies differ a little. So the move is also searched from
            # here, and the better of both scores counts.
            _, again = self._search(position, self.limits.replace(moves=(played,)))
            after = max(after, abs(second - again.share))
        return round(max(0.0, before - after), 4)

    def _stake(self, position: Position, best: str, share: float) -> float:
        """Return the mean weight of the losses of random legal moves."""
        rng = Random(position.ply)
        legal = sorted(move.text for move in position.legal_moves)
        sampled = rng.sample(legal, min(SAMPLED, len(legal)))
        second = bool(position.turn)
        before = abs(second - share)
        losses = [
            before - abs(second - self._share_after(position, move))
            for move in sampled
            if move != best
        ]
        return round(sum(map(weight, losses)) / len(sampled), 4)

    def _share_after(self, position: Position, move: str) -> float:
        """Return the first side's winning chance after a move, by a short search."""
        after = position.copy()
        after.play(move)
        if after.outcome is not None:
            return share_of(settled(result_of(after.outcome)))
        return self._search(after, Limits(nodes=SAMPLE_NODES))[1].share


def weight(loss: float) -> float:
    """Return the weight of a loss in an accuracy."""
    return float(max(0.0, loss) ** WEIGHT)


def judgement(loss: float) -> str:
    """Return the judgement of a move by its loss, empty for a good move.

    >>> judgement(0.5), judgement(0.2), judgement(0.0)
    ('blunder', 'mistake', '')
    """
    return next((name for name, least in THRESHOLDS.items() if loss >= least), "")


def accuracy(plies: Sequence[AnalysedPly]) -> int | None:
    """Return the accuracy of a side's moves in percent: 100 for the engine's, about 0 for random.

    None if nothing depended on the moves.

    >>> plies = [AnalysedPly(0.5, "0.00", loss=0.1, stake=0.2), AnalysedPly(0.5, "0.00", stake=0.3)]
    >>> accuracy(plies), accuracy(plies[1:]), accuracy([])
    (91, 100, None)
    """
    stake = sum(ply.stake for ply in plies)
    if stake < LEAST_STAKE:
        return None
    lost = sum(weight(ply.loss) for ply in plies)
    return max(0, round(100 * (1 - lost / (stake + LENIENCE))))
