"""Random play at the keyboard of ``santorini``."""

from __future__ import annotations

from outwit.assignments.keyboard import KeyboardSession, type_lines
from outwit.games.santorini.rules import Santorini

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random


def invent(rng: Random) -> KeyboardSession:
    """Return a session, mostly of people; without slips, as every line answers a question."""
    players = rng.choices(["human", "human", "human", "random", "heuristic"], k=2)
    undo, score = rng.choice(["on", "off"]), rng.choice(["on", "off"])
    position = Santorini.begin()
    lines: list[str] = []
    while position.outcome is None:
        if undo == "on":
            if rng.random() < 0.1 and position.played:
                lines.append("undo")
                position.undo()
            lines.append("next")
        move = rng.choice(sorted(position.legal_moves))
        if players[position.turn] == "human":
            worker, step, build = move.split(",")
            if rng.random() < 0.1:
                lines.append(rng.choice("CQ"))
            lines += [worker, *rng.choices(["up", "N"], k=1)[: rng.random() < 0.1], step, build]
        position.play(move)
    choice = any(player != "human" for player in players)
    return KeyboardSession((*players, undo, score), type_lines(lines, rng), {}, choice)
