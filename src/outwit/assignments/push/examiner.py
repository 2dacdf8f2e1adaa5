"""Marks programs such as ``push2310`` by what the assignment asks.

A case with ``asks = "error"`` has ``code``, the exit status, and perhaps ``message``. All others
are games from the file that the third argument names. What is printed is compared part by part,
and a case may also ask for

- ``prompt``, ``placed`` or ``winners``: such lines to the letter;
- ``corners``: the blanks in their place;
- ``save``: the files that were saved, if the case says ``next`` with the player who is next, and
  ``Save failed`` if it says ``fails``;
- ``exit``: the exit status, at the end of the game or of the input.
"""

from __future__ import annotations

import re

from outwit.assignments.exam import ExamCase, Examiner, Mistake, Transcript
from outwit.assignments.push.reading import (
    BOARD,
    PLACED,
    PROMPT,
    WINNERS,
    Piece,
    Script,
    follow,
    read_pieces,
)
from outwit.games.push.rules import Push
from outwit.games.push.save import read_save

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

ENDS = {5: "End of file"}
SAVE_FAILED = "Save failed"
NAMES = {BOARD: "a board", PROMPT: "a prompt", PLACED: "an automated move", WINNERS: "the winners"}
SHOWN = 600


class PushExaminer(Examiner):
    """Knows what ``push2310`` is to print."""

    def judge(
        self, case: ExamCase, transcript: Transcript, declared: Mapping[str, Any]
    ) -> list[Mistake]:
        """List the mistakes in a run."""
        if case.asks == "error":
            return judge_error(case.options["code"], case.options.get("message", ""), transcript)
        *types, name = case.arguments
        position = Push(read_save((case.files[name] or "").encode()))
        script = follow(position, types, case.typed.splitlines())
        mistakes = compare(script, case, transcript)
        if case.asks in (PROMPT, PLACED, WINNERS) and not mistakes:
            mistakes = judge_wording(case.asks, script, transcript)
        if case.asks == "corners" and not mistakes:
            mistakes = judge_corners((case.files[name] or "").splitlines()[2:], transcript)
        if case.asks == "save":
            mistakes += judge_saved(script, case, transcript)
        if case.asks == "exit" and not mistakes:
            code = 0 if script.over else 5
            mistakes = judge_error(code, ENDS.get(code, ""), transcript)
        return mistakes


def judge_error(code: int, message: str, transcript: Transcript) -> list[Mistake]:
    """List what is wrong with how a program ended."""
    mistakes = []
    if transcript.stopped:
        mistakes.append(Mistake(f"the program should have ended, but {transcript.stopped}"))
    elif transcript.status != code:
        found = ended(transcript.status)
        mistakes.append(Mistake(f"the exit status should be {code}", str(code), found))
    lines = [line.strip() for line in transcript.errors[-4 * SHOWN :].splitlines()]
    if message and message not in lines:
        printed = any(line.strip() == message for line in transcript.printed[-1000:].splitlines())
        what = f"the message {message!r} should be on standard error"
        if printed:
            what += ", not on standard output"
        mistakes.append(Mistake(what, message, transcript.errors[-SHOWN:]))
    return mistakes


def judge_wording(kind: str, script: Script, transcript: Transcript) -> list[Mistake]:
    """List the lines of a kind that are not as the assignment writes them."""
    text = transcript.printed
    lines = [line.rstrip() for line in text.splitlines()]
    for piece in script.pieces:
        wanted = literal(piece)
        if piece.kind != kind:
            continue
        if kind == PROMPT:
            there = wanted in text and not re.search(r"> {2,}\n*\Z", text)
            what = f"the prompt should be {wanted!r}, with one blank after the >"
        else:
            there = any(line.endswith(wanted) for line in lines)
            what = f"the line {wanted!r} is not there, letter by letter"
        if not there:
            return [Mistake(what, wanted, text[-SHOWN:])]
    return []


def judge_corners(rows: list[str], transcript: Transcript) -> list[Mistake]:
    """Check that the first and the last row of the first board begin with blanks."""
    lines = [line.rstrip() for line in transcript.printed.splitlines()]
    for row in (rows[0].rstrip(), rows[-1].rstrip()):
        if row not in lines:
            what = "the first and the last row begin with two blanks, in place of the corner"
            return [Mistake(what, row, transcript.printed[:SHOWN])]
    return []


def judge_saved(script: Script, case: ExamCase, transcript: Transcript) -> list[Mistake]:
    """List what is wrong with the files that were saved; of one name, the last counts."""
    mistakes = []
    if case.options.get("fails"):
        if SAVE_FAILED not in map(str.strip, transcript.errors.splitlines()):
            what = f"saving must fail, so {SAVE_FAILED!r} should be on standard error"
            mistakes.append(Mistake(what, SAVE_FAILED, transcript.errors[-SHOWN:]))
        return mistakes
    for name, data in {saved.name: saved.data for saved in script.saved}.items():
        wanted = data.decode()
        if name not in transcript.files:
            what = f"the input 's{name}' should save the game to the file {name!r}"
            there = ", ".join(sorted(transcript.files)[:10])
            mistakes.append(Mistake(what, wanted, f"there are only: {there}"))
            continue
        found = (transcript.files[name] or b"").decode("latin-1")
        if not case.options.get("next"):
            found = with_player(found, wanted.splitlines()[1])
        if found != wanted:
            mistakes.append(Mistake(difference(name, wanted, found), wanted, found[:SHOWN]))
    return mistakes


def with_player(saved: str, player: str) -> str:
    """Return a saved file with another player as the next one, if it names one."""
    first, _, rest = saved.partition("\n")
    return f"{first}\n{player}{rest[1:]}" if rest[:2] in ("O\n", "X\n") else saved


def difference(name: str, wanted: str, found: str) -> str:
    """Say where a saved file is wrong."""
    ours, theirs = wanted.splitlines(), found.splitlines()
    for number, line in enumerate(ours, 1):
        if number > len(theirs):
            return f"the saved file {name!r} ends before line {number}"
        other = theirs[number - 1]
        if other == line:
            continue
        if other.rstrip() == line.rstrip():
            return f"line {number} of the saved file {name!r} should end in two blanks"
        if number == 2:
            return f"line 2 of the saved file {name!r} should say that {line} is next to play"
        return f"line {number} of the saved file {name!r} is wrong"
    if len(theirs) > len(ours):
        return f"the saved file {name!r} has lines after the board"
    return f"the last line of the saved file {name!r} should end in a line end"


def compare(script: Script, case: ExamCase, transcript: Transcript) -> list[Mistake]:
    """Return the first place where the output is not as it should be, if there is one."""
    wanted = script.pieces
    found = read_pieces(transcript.printed, len(wanted[0].content))
    for number, piece in enumerate(wanted):
        if number == len(found):
            return [missing(piece, transcript)]
        other = found[number]
        if (other.kind, other.content) != (piece.kind, piece.content):
            place = exchange_of(transcript, other.at)
            seen = as_printed(other, transcript.printed)
            return [Mistake(explain(piece, other), shown(piece), seen, place)]
    # At the end of the input, a program may ask again.
    more = [piece for piece in found[len(wanted) :] if piece.kind != PROMPT or script.over]
    if more:
        place = exchange_of(transcript, more[0].at)
        what = f"{NAMES[more[0].kind]} too many, after all that was to be printed"
        return [Mistake(what, "", as_printed(more[0], transcript.printed), place)]
    return []


def missing(piece: Piece, transcript: Transcript) -> Mistake:
    """Say what a program has not printed any more."""
    what = f"{NAMES[piece.kind]} is missing: {piece.why}"
    if transcript.stopped:
        what += f"; {transcript.stopped}"
    elif has_crashed(transcript.status):
        what += (
            f"; the program crashed ({ended(transcript.status)}), and what it had printed "
            "without flushing may be lost"
        )
    return Mistake(what, shown(piece), tail(transcript), len(transcript.exchanges) - 1)


def explain(piece: Piece, other: Piece) -> str:
    """Say what is wrong with a part of the output."""
    if piece.kind != other.kind:
        what = f"{NAMES[piece.kind]} should come here: {piece.why}; but {NAMES[other.kind]} does"
        if (piece.kind, other.kind) == (PROMPT, BOARD):
            what = f"{piece.why}; but a board is displayed"
        elif (piece.kind, other.kind) == (BOARD, PROMPT) and piece.at:
            what = f"the board should be displayed {piece.why}; but the player is asked again"
        return what
    if piece.kind == BOARD:
        return f"the board {piece.why} is wrong: {cells(piece.content, other.content)}"
    if piece.kind == PLACED:
        where = " ".join(piece.content[1:])
        return f"player {piece.content[0]} should place at {where}: {piece.why}"
    return f"{NAMES[piece.kind]} should name {' and '.join(piece.content)}: {piece.why}"


def cells(wanted: tuple[str, ...], found: tuple[str, ...]) -> str:
    """Say which cells of a board are wrong."""
    if len(wanted) != len(found):
        return f"it has {len(found)} rows, not {len(wanted)}"
    wrong: list[str] = []
    for row, (line, other) in enumerate(zip(wanted, found, strict=True)):
        if len(line) != len(other):
            return f"row {row} should be {line!r}"
        first = 1 if row in (0, len(wanted) - 1) else 0
        wrong += [
            f"at {row} {first + at // 2} there should be {line[at : at + 2]!r}, "
            f"not {other[at : at + 2]!r}"
            for at in range(0, len(line), 2)
            if line[at : at + 2] != other[at : at + 2]
        ]
    return "; ".join(wrong[:4]) + ("; and more" if len(wrong) > 4 else "")


def literal(piece: Piece) -> str:
    """Return a part of the output as the assignment writes it."""
    if piece.kind == PROMPT:
        return f"{piece.content[0]}:(R C)> "
    if piece.kind == PLACED:
        name, row, column = piece.content
        return f"Player {name} placed at {row} {column}"
    return f"Winners: {' '.join(piece.content)}"


def shown(piece: Piece) -> str:
    """Show a part of the output; a board's corners as blanks."""
    if piece.kind != BOARD:
        return literal(piece)
    last = len(piece.content) - 1
    rows = [f"  {line}" if row in (0, last) else line for row, line in enumerate(piece.content)]
    return "\n".join(rows)


def as_printed(piece: Piece, printed: str) -> str:
    """Show a part of the output in the program's own words; a board as boards are shown."""
    if piece.kind == BOARD:
        return shown(piece)
    line = printed[piece.at : piece.at + SHOWN].lstrip().partition("\n")[0].rstrip()
    return line.partition(">")[0] + ">" if piece.kind == PROMPT else line


def has_crashed(status: int) -> bool:
    """Tell whether a signal ended a program; a shell or an enclosure adds 128 to its number."""
    return status < 0 or status > 128


def ended(status: int) -> str:
    """Describe an exit status."""
    if not has_crashed(status):
        return str(status)
    return f"signal {-status if status < 0 else status - 128}"


def tail(transcript: Transcript) -> str:
    """Return the end of what a program printed, on either stream."""
    return transcript.printed[-SHOWN:] + transcript.errors[-SHOWN:]


def exchange_of(transcript: Transcript, at: int) -> int:
    """Return the number of the exchange in which a place of the output is."""
    for number, exchange in enumerate(transcript.exchanges):
        at -= len(exchange.printed)
        if at < 0:
            return number
    return len(transcript.exchanges) - 1


EXAMINER = PushExaminer()
