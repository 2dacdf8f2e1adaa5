"""Whether a reason for a move is true, by replaying every move and answer from texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from statistics import median_low

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.players.asking import best
from outwit.players.reasons import PREVENTS, STOPS, THREATENS, Reason
from tests.games import factoracle


def wins(position: Position, side: int) -> bool:
    """Tell whether a side has won."""
    return position.outcome is not None and position.outcome.winner == side


class Claims:
    """The claims about one move."""

    def __init__(self, position: Position, move: str, line: tuple[str, ...]) -> None:
        self.position, self.move, self.line = position, move, line
        self.side = position.turn
        self.after = position.after(move)
        self.others = [position.after(each) for each in position.legal_moves if each != move]

    def has(self, position: Position) -> int:
        """Return what the mover has."""
        holding = self.position.game.parts.reasons.holding
        return 0 if holding is None else holding(position, self.side)

    def answered(self, after: Position) -> Iterator[tuple[str, Position]]:
        """Yield the answers to a move, and the positions after them."""
        for answer in after.legal_moves:
            yield answer.text, after.after(answer)

    def losses(self, after: Position) -> list[int]:
        """List what each answer takes."""
        return [self.has(after) - self.has(end) for _, end in self.answered(after)] or [0]

    def net(self, after: Position) -> int:
        """Return what is left of a gain after the answer that takes most."""
        return self.has(after) - self.has(self.position) - max(0, *self.losses(after))

    def beaten(self, after: Position) -> list[str]:
        """List the answers that win at once."""
        return [answer for answer, end in self.answered(after) if wins(end, 1 - self.side)]

    def most(self, number: int) -> bool:
        """Tell whether a number is at least half of the other moves."""
        return 2 * number >= len(self.others)

    def alone(self, _: Reason) -> bool:
        return not self.others

    def wins(self, _: Reason) -> bool:
        return wins(self.after, self.side)

    def draws(self, _: Reason) -> bool:
        return self.after.outcome is not None and self.after.outcome.winner is None

    def forced(self, reason: Reason) -> bool:
        return self.wins_in(self.after, reason.number - 1)

    def wins_in(self, after: Position, moves: int) -> bool:
        """Tell whether each answer can be answered by a win; longer wins are not looked at.

        The other side may have to make the last move.
        """
        if moves != 1:
            return True
        return all(
            wins(end, self.side) or any(self.decides(end.after(move)) for move in end.legal_moves)
            for _, end in self.answered(after)
        )

    def decides(self, after: Position) -> bool:
        """Tell whether the mover has won, or has after every answer."""
        if after.is_over:
            return wins(after, self.side)
        return all(wins(end, self.side) for _, end in self.answered(after))

    def lost(self, _: Reason) -> bool:
        return not wins(self.after, self.side)

    def only(self, _: Reason) -> bool:
        return not self.beaten(self.after) and all(map(self.beaten, self.others))

    def stops(self, reason: Reason) -> bool:
        found = [after for after in self.others if reason.answer in self.beaten(after)]
        labels = {STOPS.format(move=after.move(reason.answer).label) for after in found}
        return not self.beaten(self.after) and self.most(len(found)) and reason.sentence in labels

    def threatens(self, reason: Reason) -> bool:
        ends = [end for _, end in self.answered(self.after)]
        found = [
            end
            for end in ends
            if end.is_legal(reason.answer) and wins(end.after(reason.answer), self.side)
        ]
        labels = {THREATENS.format(move=end.move(reason.answer).label) for end in found}
        return 2 * len(found) >= len(ends) and reason.sentence in labels

    def safe(self, reason: Reason) -> bool:
        gain = self.has(self.after) - self.has(self.position)
        return max(self.losses(self.after)) <= 0 < gain == reason.number

    def partly(self, reason: Reason) -> bool:
        ends = [self.has(end) for _, end in self.answered(self.after)]
        return min(ends) - self.has(self.position) == reason.number > 0

    def prevents(self, reason: Reason) -> bool:
        found = []
        for after in self.others:
            if after.is_legal(reason.answer):
                cost = self.has(after) - self.has(after.after(reason.answer))
                if cost > 0:
                    label = PREVENTS.format(move=after.move(reason.answer).label)
                    found.append((cost, label))
        usual = median_low(cost for cost, _ in found)
        told = (usual, reason.sentence) in found
        return max(self.losses(self.after)) <= 0 and self.most(len(found)) and told

    def keeps(self, _: Reason) -> bool:
        return max(self.losses(self.after)) <= 0 and self.less(_)

    def less(self, _: Reason) -> bool:
        own = max(0, *self.losses(self.after))
        worse = sum(max(0, *self.losses(after)) > own for after in self.others)
        return 2 * worse > len(self.others)

    def greedy(self, _: Reason) -> bool:
        return all(self.has(after) < self.has(self.after) for after in self.others)

    def best(self, _: Reason) -> bool:
        sound = [after for after in self.others if not self.beaten(after)]
        return all(self.net(after) < self.net(self.after) for after in sound)

    def ahead(self, reason: Reason) -> bool:
        end = self.position
        for move in self.line[: len(self.line) // 2 * 2]:
            end = end.after(move)
        return self.has(end) - self.has(self.position) == reason.number > 0

    def fact(self, reason: Reason) -> bool:
        true = factoracle.FACTS[self.position.game.name]
        return true(self.position, self.position.move(self.move), self.after, reason.sentence)


def is_true(position: Position, move: str, line: tuple[str, ...], reason: Reason) -> bool:
    """Tell whether a reason for a move is true."""
    claims = Claims(position, move, line)
    name = {"most": "best"}.get(reason.kind, reason.kind)
    check: Callable[[Reason], bool] = getattr(claims, name)
    assert re.fullmatch(r"[A-Z][^{}]*\.", reason.sentence)
    return check(reason)


def positions(game: Game, wanted: int, seed: int) -> list[Position]:
    """Play games in which most moves are the engine's, and return some of the positions."""
    random = Random(f"{game.name} {seed}")
    found: list[Position] = []
    position = game.start()
    while len(found) < wanted:
        moves = position.legal_moves
        if not moves or len(position.played) > 120:
            position = game.start()
            continue
        usual = random.random() < 0.7
        position.play(best(position, nodes=200).move if usual else random.choice(list(moves)))
        if random.random() < 0.25 and not position.is_over:
            found.append(position.copy())
    return found
