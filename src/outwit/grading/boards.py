"""Judge one move of a program that reads a board file and writes the board after its move."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event

from outwit.core.marking import Marking
from outwit.core.value import Value
from outwit.errors import BotAbsent, BotCrash, BotFault, BotTimeout, BotWrongFile
from outwit.grading.cases import Case, accepted_boards, boards_after
from outwit.grading.evidence import circumstances, shown, side_by_side
from outwit.grading.mark import Result
from outwit.grading.runner import Run, run_program

IN, OUT = "in.txt", "out.txt"
MOST_MOVES = 8
TALLEST = 12
WIDEST = 24


class Program(Value):
    """A program to be marked: its command, and how long it may take for a move or a session."""

    command: tuple[str, ...]
    seconds: float
    # Set when its result is no longer needed.
    stop: Event | None = None


class Answer(Value):
    """The rows that a program wrote, and its fault, if there is one."""

    run: Run
    rows: tuple[str, ...]
    fault: BotFault | None


def ask(program: Program, marking: Marking, board: bytes, side: int) -> Answer:
    """Run a program on a board; raise BotAbsent if it cannot be run."""
    run = run_program(
        program.command,
        (marking.sides[side], IN, OUT),
        files={IN: board},
        seconds=program.seconds,
        stop=program.stop,
    )
    written = run.files.get(OUT)
    rows = tuple(line.removesuffix(b"\r") for line in (written or b"").split(b"\n"))
    if rows and not rows[-1]:
        rows = rows[:-1]
    return Answer(
        run, tuple(row.decode("latin-1") for row in rows), fault_of(run, written, board, program)
    )


def fault_of(run: Run, written: bytes | None, board: bytes, program: Program) -> BotFault | None:
    """Return the fault of a run, whatever it has written; None if there is none."""
    if run.timed_out:
        return BotTimeout(f"no answer within {program.seconds:g} s")
    if run.flooded:
        return BotCrash("it was stopped because it wrote too much")
    if run.status:
        return BotCrash(circumstances(run).partition("\n")[0])
    if run.files.get(IN) != board:
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
    if answer.fault is None and answer.rows in boards:
        return Result(name, True, seconds=answer.run.seconds)
    expected = case.answer or next(iter(boards))
    reason = str(answer.fault) if answer.fault else why_wrong(answer.rows, case, marking)
    evidence = "\n".join(
        [
            f"{marking.sides[case.side]} to move: {reason}",
            side_by_side(
                [
                    ("given", list(case.board)),
                    ("expected", list(expected)),
                    ("written", drawn(answer.rows)),
                ]
            ),
            f"accepted: {listed(list(boards.values()))}",
            circumstances(answer.run),
        ]
    )
    return Result(name, False, evidence, answer.run.seconds)


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
