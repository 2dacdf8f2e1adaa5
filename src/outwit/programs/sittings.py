"""Somebody at the keyboard of a program: random play, with a slip of the finger now and then."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from outwit.core.value import Value
from outwit.games.ataxx.rules import Ataxx
from outwit.games.jesonmor.bots import random as random_answer
from outwit.games.jesonmor.rules import JesonMor
from outwit.games.push.rules import Push
from outwit.games.push.save import Board, write_save
from outwit.games.santorini.rules import Santorini
from outwit.geometry.squares import split
from outwit.programs.ataxx import around
from outwit.programs.push2310 import BOTS, HUMAN

if TYPE_CHECKING:
    from collections.abc import Callable

SLIP = 0.12
BREAK_OFF = 0.2
JUNK = ("", " ", "please", "0", "-1", "99 99", "a1", "a 1->b 3", "A1", "north", "1  1", "x" * 90)


class Sitting(Value):
    """What a program is given; with ``choice``, the computer has one."""

    arguments: tuple[str, ...]
    stdin: str
    files: dict[str, bytes | None]
    choice: bool = False


def typed(lines: list[str], rng: Random) -> str:
    """Return the lines as they are typed: with slips, and perhaps not to the end."""
    if rng.random() < BREAK_OFF:
        lines = lines[: rng.randrange(len(lines) + 1)]
    slipped = []
    for line in lines:
        if rng.random() < SLIP:
            slipped.append(rng.choice(JUNK))
        slipped.append(line)
    return "".join(f"{line}\n" for line in slipped)


def push2310(rng: Random) -> Sitting:
    """Sit down to Push: any board, any players."""
    rows, columns = rng.randint(3, 6), rng.randint(3, 7)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    border = [row in (0, rows - 1) or column in (0, columns - 1) for row, column in cells]
    values = bytes(0 if edge else rng.randint(1, 9) for edge in border)
    position = Push(Board(rows, columns, rng.randrange(2), values, bytes(len(cells))))
    files: dict[str, bytes | None] = {"board": write_save(position.saved)}
    kinds = rng.choices([*BOTS, HUMAN, HUMAN], k=2)
    lines: list[str] = []
    while position.outcome is None:
        kind = kinds[position.turn]
        if kind != HUMAN:
            position.play(BOTS[kind](position))
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
    return Sitting((*kinds, "board"), typed(lines, rng), files)


def ataxx(rng: Random) -> Sitting:
    """Sit down to Ataxx: both sides at the keyboard, or a few moves against the AI."""
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
        lines.append(spelt(position, move))
        position.play(move)
        lines += rng.choices(["score", "board", "", "new", "-"], (2, 2, 1, 0.1, 1), k=1)[
            : rng.random() < 0.15
        ]
        if lines[-1] == "new":
            position = Ataxx.begin()
    return Sitting((), typed([*lines, "board", "score"], rng), {}, against_ai)


def spelt(position: Ataxx, move: str) -> str:
    """Write a move as it is typed."""
    if move == "0000":
        return "-"
    if len(move) == 4:
        return f"{move[:2]}-{move[2:]}"
    own = "xo"[position.turn]
    return f"{next(s for s in around(move) if position.piece(s) == own)}-{move}"


def santorini(rng: Random) -> Sitting:
    """Sit down to Santorini: people, mostly."""
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
    return Sitting((*players, undo, score), typed_exactly(lines, rng), {}, choice)


def typed_exactly(lines: list[str], rng: Random) -> str:
    """Return the lines without slips, where every line answers a question; perhaps too few."""
    if rng.random() < BREAK_OFF:
        lines = lines[: rng.randrange(len(lines) + 1)]
    return "".join(f"{line}\n" for line in lines)


def jesonmor(rng: Random) -> Sitting:
    """Sit down to Jeson Mor: White's moves would do if Black played as it does here."""
    size, protection = rng.choice((3, 5, 5, 7, 9)), rng.choice((0, 0, 1, 3, 8, 20))
    position = JesonMor.begin(size, protection)
    lines: list[str] = []
    while position.outcome is None and len(lines) < 40:
        move = random_answer(position, rng)
        if position.turn == 0:
            lines.append("->".join(split(move)))
        position.play(move)
    return Sitting((str(size), str(protection)), typed(lines, rng), {}, True)


SITTINGS: dict[str, Callable[[Random], Sitting]] = {
    "ataxx": ataxx,
    "jesonmor": jesonmor,
    "push2310": push2310,
    "santorini": santorini,
}
