"""The boards of a batch as a list of positions, for games that are not compiled."""

from __future__ import annotations

from array import array

from outwit.core.actions import Actions
from outwit.core.numbers import SKIP
from outwit.core.observing import planes_of
from outwit.core.position import Position
from outwit.engine.limits import Limits
from outwit.engine.score import MATE
from outwit.geometry import bits
from outwit.players.engine import engine_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.engine.searcher import Searcher


class ListedBoards:
    """What ``Boards`` is, one position after the other, by the interpreter."""

    def __init__(self, position: Position, number: int, plies: int, restarts: bool) -> None:
        self.model = position.copy()
        self.number = number
        self.actions = Actions(position)
        self.size = self.actions.size
        self.longest = plies
        self.restarts = restarts
        self.first = self.actions.legal(position)
        self.positions = [self.model] * number
        # Of each board the legal actions, none where its game has ended.
        self.legal: list[array[int]] = [self.first] * number
        self.made = [0] * number
        self.picked = [SKIP] * number
        self.engine: Searcher | None = None

    @property
    def turns(self) -> bytes:
        """Return the side to move of each board, a byte each."""
        return bytes(position.turn for position in self.positions)

    @property
    def plies(self) -> bytes:
        """Return the moves made on each board since its start, four bytes each."""
        return array("i", self.made).tobytes()

    def player(self) -> Position:
        """Return a position for one thread, which is not used: threads wait for each other."""
        return self.model

    def position(self, board: int) -> Position:
        """Return the position of a board."""
        return self.positions[board].copy()

    def put(self, board: int, position: Position) -> None:
        """Put a position, which has the same options, on a board."""
        self.legal[board] = self.actions.legal(position)
        self.positions[board] = position.copy()
        self.made[board] = 0

    def is_closed(self, board: int) -> bool:
        """Tell whether a board takes no action: its game has ended, or was cut short."""
        return not self.legal[board]

    def reset(self, start: int, stop: int, mask: memoryview | None) -> None:
        """Begin anew on the boards that a mask has; without it, on all."""
        for i in range(start, stop):
            if mask is None or mask[i]:
                self.begin(i)

    def begin(self, board: int) -> None:
        """Put the start position on a board."""
        self.positions[board], self.legal[board], self.made[board] = self.model, self.first, 0

    def take(self, actions: memoryview, is_long: bool) -> int:
        """Take the actions of all boards; return the first board where one is illegal, else -1."""
        self.picked = actions.tolist()
        for i, action in enumerate(self.picked):
            if action != SKIP and action not in self.legal[i]:
                return i
        return -1

    def step(
        self,
        player: Position,
        start: int,
        stop: int,
        rewards: memoryview[float],
        terminated: memoryview,
        truncated: memoryview,
    ) -> None:
        """Play the actions taken; write how it ended for the side that has moved."""
        for i in range(start, stop):
            rewards[i], terminated[i], truncated[i] = 0.0, False, False
            if self.picked[i] == SKIP:
                continue
            if self.positions[i] is self.model:
                self.positions[i] = self.model.copy()
            position = self.positions[i]
            mover = position.turn
            position.play_number(self.actions.move(position, self.picked[i]).number)
            self.made[i] += 1
            self.legal[i] = self.actions.legal(position)
            outcome = position.outcome
            if outcome is not None:
                terminated[i] = True
                if outcome.winner is not None:
                    rewards[i] = 1.0 if outcome.winner == mover else -1.0
            elif self.made[i] == self.longest:
                truncated[i] = True
                self.legal[i] = array("i")
            if self.restarts and not self.legal[i]:
                self.begin(i)

    def draw(self, start: int, stop: int, actions: memoryview, is_long: bool, seed: int) -> None:
        """Write a random legal action of each board; SKIP where there is none."""
        for i in range(start, stop):
            legal = self.legal[i]
            chance = bits.mix(seed ^ bits.mix(i))
            actions[i] = sorted(legal)[(chance >> 32) * len(legal) >> 32] if legal else SKIP

    def write_masks(self, start: int, stop: int, out: memoryview) -> None:
        """Write a byte for each action of each board: 1 where it is legal."""
        to = out.cast("B")
        for i in range(start, stop):
            mask = bytearray(self.size)
            for action in self.legal[i]:
                mask[action] = 1
            to[i * self.size : (i + 1) * self.size] = mask

    def write_bytes(self, player: Position, start: int, stop: int, out: memoryview) -> None:
        """Write the planes of each board as bytes."""
        to = out.cast("B")
        for i in range(start, stop):
            seen = planes_of(self.positions[i])
            to[i * len(seen) : (i + 1) * len(seen)] = seen

    def write_floats(self, player: Position, start: int, stop: int, out: memoryview[float]) -> None:
        """Write the planes of each board as numbers from 0 to 1."""
        to = out.cast("B").cast("f")
        planes = self.model.planes
        for i in range(start, stop):
            seen = planes_of(self.positions[i])
            cells = len(seen) // len(planes)
            for at, number in enumerate(seen):
                to[i * len(seen) + at] = number / planes[at // cells].most

    def evaluate(self, scores: memoryview) -> None:
        """Write the score of each board for the side to move."""
        for i, position in enumerate(self.positions):
            scores[i] = position.evaluation if position.outcome is None else final(position)

    def search(self, nodes: int, scores: memoryview, best: memoryview) -> None:
        """Write the score of each board and its best action, after some nodes each."""
        engine = self.engine or engine_for(self.model.game, mebibytes=1)
        self.engine = engine
        for i, position in enumerate(self.positions):
            scores[i], best[i] = final(position), SKIP
            if position.outcome is None:
                engine.table.clear()
                found = engine.best(position, Limits(nodes=nodes))
                scores[i], best[i] = found.score.value, self.actions.of(position, found.move)


def final(position: Position) -> int:
    """Return the score of a finished game for the side to move, 0 of a running one."""
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return 0
    return MATE if outcome.winner == position.turn else -MATE
