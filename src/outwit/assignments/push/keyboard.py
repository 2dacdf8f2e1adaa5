"""Random play at the keyboard of ``push2310``."""

from __future__ import annotations

from outwit.assignments.keyboard import KeyboardSession, type_with_slips
from outwit.games.push.bots import HUMAN, TYPES
from outwit.games.push.rules import Push
from outwit.games.push.save import Board, write_save

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random


def invent(rng: Random) -> KeyboardSession:
    """Return a session on any board with any players."""
    rows, columns = rng.randint(3, 6), rng.randint(3, 7)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    border = [row in (0, rows - 1) or column in (0, columns - 1) for row, column in cells]
    values = bytes(0 if edge else rng.randint(1, 9) for edge in border)
    position = Push(Board(rows, columns, rng.randrange(2), values, bytes(len(cells))))
    files: dict[str, bytes | None] = {"board": write_save(position.saved)}
    kinds = rng.choices([*TYPES, HUMAN, HUMAN], k=2)
    lines: list[str] = []
    while position.outcome is None:
        kind = kinds[position.turn]
        if kind != HUMAN:
            position.play(TYPES[kind](position))
            continue
        if rng.random() < 0.1:
            lines.append(f"sgame {len(lines)}")
        if rng.random() < 0.1:
            lines.append(f"{rng.randrange(rows)} {rng.randrange(columns)}")
            if lines[-1].replace(" ", ",") in position.legal_moves:
                position.play(lines[-1].replace(" ", ","))
                continue
        move = rng.choice(sorted(position.legal_moves))
        lines.append(move.replace(",", " "))
        position.play(move)
    return KeyboardSession((*kinds, "board"), type_with_slips(lines, rng), files)
