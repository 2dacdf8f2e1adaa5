"""Boards with answers: one JSON object a line, with level, colour, board and answer.

    {"level": 4, "colour": "white", "index": 0, "board": ["…", …], "answer": ["…", …]}

A folder of cases holds ``GAME.jsonl``, or any files that end so.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from random import Random

from outwit.assignments.marking import Marking
from outwit.core.position import Position
from outwit.core.value import Value
from outwit.errors import BadFile, OutwitError, UsageError
from outwit.files import parse_json, read_bytes, write_bytes

LARGEST_FILE = 1 << 26
# How many positions may be tried for each case wanted.
PATIENCE = 20_000


class Case(Value):
    """A board, the side to move, and perhaps one of the answers that the level accepts."""

    level: int
    side: int
    index: int
    board: tuple[str, ...]
    answer: tuple[str, ...] = ()

    def name(self, sides: tuple[str, str]) -> str:
        """Return the case's name within its level."""
        return f"{sides[self.side]} {self.index}"

    @property
    def data(self) -> bytes:
        """Return the board file."""
        return "".join(f"{row}\n" for row in self.board).encode()


def find_cases(place: Path, game: str) -> list[Path]:
    """Return the files of cases at a place; raise UsageError if there are none."""
    if place.is_file():
        return [place]
    own = place / f"{game}.jsonl"
    files = [own] if own.is_file() else sorted(place.glob("*.jsonl"))
    if not files:
        if not place.exists():
            raise UsageError(f"there is no file or folder {str(place)!r}")
        raise UsageError(f"{str(place)!r} holds no cases: no file {game}.jsonl, none ending .jsonl")
    return files


def read_cases(path: Path, marking: Marking) -> list[Case]:
    """Read a file of cases; raise BadFile, naming the line, if one is wrong."""
    text = read_bytes(str(path), LARGEST_FILE).decode("utf-8", "replace")
    cases = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            case = read_case(line, marking)
            check_case(case, marking)
        except (ValueError, KeyError, TypeError, AttributeError, OutwitError) as error:
            raise BadFile(f"{path.name}, line {number}: {error}") from None
        cases.append(case)
    return cases


def read_case(line: str, marking: Marking) -> Case:
    """Read a case."""
    fields = parse_json(line)
    level = fields["level"]
    if level not in marking.levels:
        raise ValueError(f"there is no level {level!r}")
    return Case(
        level,
        marking.sides.index(fields["colour"]),
        int(fields["index"]),
        tuple(map(str, fields["board"])),
        tuple(map(str, fields.get("answer", ()))),
    )


def check_case(case: Case, marking: Marking) -> None:
    """Raise BadFile if the level accepts no answer, or not the one that the case has."""
    boards = accepted_boards(case, marking)
    if not boards:
        raise BadFile("no move is accepted, so nothing can be answered")
    if case.answer and case.answer not in boards:
        raise BadFile("the answer is not one that the level accepts")


def accepted_boards(case: Case, marking: Marking) -> dict[tuple[str, ...], str]:
    """Return the boards a case's level accepts, each with the first move that leads to it."""
    position = marking.read(case.data, case.side)
    return boards_after(position, marking.accepted(position, case.level), marking)


def boards_after(
    position: Position, moves: Iterable[str], marking: Marking
) -> dict[tuple[str, ...], str]:
    """Return the boards after some moves, each with the first move that leads to it."""
    boards: dict[tuple[str, ...], str] = {}
    for move in moves:
        position.play(move)
        boards.setdefault(tuple(marking.write(position).decode().splitlines()), move)
        position.undo()
    return boards


def write_cases(path: Path, cases: Iterable[Case], sides: tuple[str, str]) -> None:
    """Write a file of cases."""
    lines = [
        json.dumps(
            {
                "level": case.level,
                "colour": sides[case.side],
                "index": case.index,
                "board": case.board,
                "answer": case.answer,
            },
            separators=(",", ":"),
        )
        for case in cases
    ]
    write_bytes(str(path), "".join(f"{line}\n" for line in lines).encode())


def generate_cases(marking: Marking, level: int, number: int, seed: int) -> list[Case]:
    """Make cases of a level with one answer each, as many for either side, always the same ones."""
    rng = Random(f"{seed} {level}")
    cases: list[Case] = []
    wanted = [number - number // 2, number // 2]
    seen = set()
    for _ in range(PATIENCE * max(1, number)):
        if not any(wanted):
            break
        position = marking.invent(rng)
        side = int(position.turn)
        if not wanted[side] or position.outcome is not None or not marking.tests(position, level):
            continue
        data = marking.write(position)
        if (data, side) in seen:
            continue
        seen.add((data, side))
        wanted[side] -= 1
        board = tuple(data.decode().splitlines())
        case = Case(level, side, 0, board)
        cases.append(case.replace(answer=next(iter(accepted_boards(case, marking)))))
    cases.sort(key=lambda case: case.side)
    return [
        case.replace(index=index - (number - number // 2 if case.side else 0))
        for index, case in enumerate(cases)
    ]
