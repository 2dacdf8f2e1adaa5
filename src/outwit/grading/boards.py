"""Judge one move of a program that reads a board file and writes the board after its move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from outwit.assignments.marking import Marking
from outwit.core.value import Value
from outwit.errors import (
    BotAbsent,
    BotCrash,
    BotExceeded,
    BotFault,
    BotTimeout,
    BotWrongFile,
)
from outwit.grading.cases import Case, accepted_boards, boards_after
from outwit.grading.evidence import block, circumstances, crash_of, side_by_side
from outwit.grading.mark import Result
from outwit.grading.program import Program
from outwit.process.singlerun import Run
from outwit.process.text import describe_status, shown

IN, OUT = "in.txt", "out.txt"
# What some languages put before a text; here as bytes, one a character.
BYTE_ORDER_MARK = "\xef\xbb\xbf"
MOST_MOVES = 8
TALLEST = 12
WIDEST = 24


class Answer(Value):
    """The rows that a program wrote, and its fault, if there is one."""

    run: Run
    rows: tuple[str, ...]
    fault: BotFault | None


def ask(program: Program, marking: Marking, board: bytes, side: int) -> Answer:
    """Run a program on a board; raise BotAbsent if it cannot be run.

    Whether the file to write is there before is open, as it may be the one to read: it is, empty.
    """
    files = {IN: board} if program.strict else {IN: board, OUT: b""}
    run = program.run((marking.sides[side], IN, OUT), files=files)
    written = run.files.get(OUT)
    if not program.strict:
        written = written or None
    return Answer(run, rows_of(written or b"", program), fault_of(run, written, board, program))


def rows_of(written: bytes, program: Program) -> tuple[str, ...]:
    """Return the rows of a board file; a mark at its beginning, and blanks at ends, are nothing."""
    text = written.decode("latin-1")
    if not program.strict:
        text = text.removeprefix(BYTE_ORDER_MARK).rstrip()
        return tuple(line.rstrip() for line in text.split("\n")) if text else ()
    rows = tuple(line.removesuffix("\r") for line in text.split("\n"))
    return rows[:-1] if not rows[-1] else rows


def fault_of(run: Run, written: bytes | None, board: bytes, program: Program) -> BotFault | None:
    """Return the fault of a run, whatever it has written; None if there is none.

    The assignment asks for a board; how the program ends, and that it leaves the other file alone,
    is ours.
    """
    if run.exceeded:
        return BotExceeded(run.exceeded)
    if run.timed_out:
        return BotTimeout(f"no answer within {program.seconds:g} s")
    if run.flooded:
        return BotCrash("it was stopped because it wrote too much")
    if run.status and (program.strict or written is None):
        nothing = "" if written is not None else "it wrote no board, and "
        return BotCrash(f"{nothing}it ended with {describe_status(run.status)}")
    if program.strict and run.files.get(IN) != board:
        return BotWrongFile("it changed the board it was given to read")
    if written is None:
        return BotWrongFile("it wrote no board")
    return None


def judge(program: Program, marking: Marking, case: Case) -> Result:
    """Mark one case."""
    name = case.name(marking.sides)
    boards = accepted_boards(case, marking)
    try:
        answer = ask(program, marking, case.data, case.side)
    except BotAbsent as error:
        return Result(name, False, str(error))
    passed = answer.fault is None and answer.rows in boards
    if passed and not program.thorough:
        return Result(name, True, seconds=answer.run.seconds)
    told = evidence(program, marking, case, boards, answer)
    late = answer.run.timed_out
    silent = late and not answer.rows
    crash = crash_of(answer.run)
    return Result(name, passed, told, answer.run.seconds, late=late, silent=silent, crash=crash)


def evidence(
    program: Program,
    marking: Marking,
    case: Case,
    boards: dict[tuple[str, ...], str],
    answer: Answer,
) -> str:
    """Say what is wrong, and show the boards."""
    expected = case.answer or next(iter(boards))
    reason = "right"
    if answer.fault is not None:
        reason = str(answer.fault)
    elif answer.rows not in boards:
        reason = why_wrong(answer.rows, case, marking)
    side = marking.sides[case.side]
    columns = [
        ("given", list(case.board)),
        ("expected", list(expected)),
        ("written", drawn(answer.rows)),
        ("", ["" if one == other else "<" for one, other in zip_longest(expected, answer.rows)]),
    ]
    said = [
        f"{side} to move: {reason}",
        f"arguments: {side} {IN} {OUT}",
        side_by_side(columns),
        f"accepted: {listed(list(boards.values()))}",
    ]
    if answer.run.stdout:
        said.append(block("standard output", answer.run.stdout))
    return "\n".join([*said, circumstances(answer.run, program.seconds)])


def why_wrong(rows: Sequence[str], case: Case, marking: Marking) -> str:
    """Say what is wrong with a board that is not accepted."""
    position = marking.read(case.data, case.side)
    legal = boards_after(position, position.legal_moves, marking)
    if tuple(rows) in legal:
        return f"{legal[tuple(rows)]} is legal, but not what level {case.level} plays"
    if tuple(rows) == case.board:
        return "no move was made"
    if len(rows) != len(case.board) or any(len(row) != len(case.board[0]) for row in rows):
        return "what was written is no board"
    return "no legal move leads to the board that was written"


def drawn(rows: Sequence[str]) -> list[str]:
    """Return rows that may not be a board, shortened for a report."""
    lines = [shown(row[: WIDEST + 1]).replace("\n", "\\n") for row in rows[:TALLEST]]
    lines = [line if len(line) <= WIDEST else f"{line[:WIDEST]}…" for line in lines]
    return [*lines, "…"] if len(rows) > TALLEST else lines or ["(nothing)"]


def listed(moves: Sequence[str]) -> str:
    """List some moves."""
    more = f" and {len(moves) - MOST_MOVES} more" if len(moves) > MOST_MOVES else ""
    return " ".join(moves[:MOST_MOVES]) + more
