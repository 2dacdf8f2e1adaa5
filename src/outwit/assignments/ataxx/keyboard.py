"""Random play at the keyboard of ``ataxx``."""

from __future__ import annotations

from outwit.assignments.ataxx.spelling import spell
from outwit.assignments.keyboard import KeyboardSession, type_with_slips
from outwit.games.ataxx.rules import Ataxx

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random


def invent(rng: Random) -> KeyboardSession:
    """Return a session with both sides at the keyboard, or a few moves against the AI."""
    against_ai = rng.random() < 0.2
    position = Ataxx.begin()
    lines = [] if against_ai else ["manual blue"]
    lines += rng.choices(["board_on", "board", "score", "board_off"], k=rng.randint(0, 2))
    lines += [f"block {rng.choice('abcdefg')}{rng.randint(1, 7)}" for _ in range(rng.randint(0, 2))]
    for line in lines:
        if line.startswith("block "):
            legal = position.copy()
            try:
                legal.set_block(line.split()[1])
            except ValueError:
                continue
            position = legal
    for _ in range(3 if against_ai else rng.randint(5, 120)):
        if position.outcome is not None:
            break
        move = rng.choice(sorted(position.legal_moves))
        lines.append(spell(position, move))
        position.play(move)
        lines += rng.choices(["score", "board", "", "new", "-"], (2, 2, 1, 0.1, 1), k=1)[
            : rng.random() < 0.15
        ]
        if lines[-1] == "new":
            position = Ataxx.begin()
    return KeyboardSession((), type_with_slips([*lines, "board", "score"], rng), {}, against_ai)
