"""What a program such as ``push2310`` has printed, and what it should print, piece by piece."""

from __future__ import annotations

import re

from outwit.assignments.push.conversation import read_placed
from outwit.core.value import Value
from outwit.games.push.bots import HUMAN, TYPES, empty_cells
from outwit.games.push.rules import Push

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BOARD, PROMPT, PLACED, WINNERS = "board", "prompt", "placed", "winners"
# Small differences in wording are marked where a case asks for the wording, and only there.
PROMPTS = re.compile(r"([OX0])[ ]?:[ ]?\([ ]?R[ ,]{1,2}C[ ]?\)[ ]?>", re.IGNORECASE)
WINS = re.compile(r"winners?\b.{0,12}?\b((?:[OX0]\b\W{0,3}){1,2})", re.IGNORECASE)
ROW = re.compile(r"(?:\d[.OX])+")
# Characters of the output that are looked at; games of the exam have far fewer.
LONGEST = 1 << 18


class Piece(Value):
    """A board, a prompt or another part of the output."""

    kind: str
    # For a board its rows without blanks around them; else player and cell, or players.
    content: tuple[str, ...]
    # Where it was found in the output; for what is expected, the number of typed lines before it.
    at: int
    # For what is expected: why, in words.
    why: str = ""


class Saved(Value):
    """A line that saves the game, and what the file is to hold."""

    name: str
    data: bytes


class Script(Value):
    """What a program should print and save in a case."""

    pieces: tuple[Piece, ...]
    saved: tuple[Saved, ...]
    # False if the input ends at a prompt.
    over: bool


def read_pieces(text: str, rows: int) -> list[Piece]:
    """List the parts of an output; a board that is shown again is left out."""
    found: list[Piece] = []
    gathered: list[str] = []
    start = 0

    def end_board() -> None:
        if gathered:
            piece = Piece(BOARD, tuple(gathered), start)
            gathered.clear()
            if not (found and found[-1].kind == BOARD and found[-1].content == piece.content):
                found.append(piece)

    for at, line in cut(text[:LONGEST]):
        stripped = line.strip()
        if not stripped:
            continue
        if prompt := PROMPTS.fullmatch(stripped):
            end_board()
            found.append(Piece(PROMPT, (player(prompt[1]),), at))
        elif ROW.fullmatch(stripped):
            start = start if gathered else at
            gathered.append(stripped)
            if len(gathered) == rows:
                end_board()
        elif placed := read_placed(stripped):
            end_board()
            found.append(Piece(PLACED, placed, at))
        elif wins := WINS.search(stripped):
            end_board()
            found.append(Piece(WINNERS, tuple(map(player, re.findall(r"\w", wins[1]))), at))
        else:
            end_board()
    end_board()
    return found


def cut(text: str) -> Iterator[tuple[int, str]]:
    """Cut a text into its lines, and prompts out of them, each with its place."""
    at = 0
    for line in text.splitlines(keepends=True):
        start = 0
        for prompt in PROMPTS.finditer(line):
            yield at + start, line[start : prompt.start()]
            yield at + prompt.start(), prompt[0]
            start = prompt.end()
        yield at + start, line[start:]
        at += len(line)


def player(letter: str) -> str:
    """Return a player's letter; a zero is read as one."""
    return letter.upper().replace("0", "O")


def follow(position: Push, types: Sequence[str], lines: Sequence[str]) -> Script:
    """Return what is to be printed from a position, by these players, when lines are typed."""
    pieces = [board(position, 0, "after the game is loaded")]
    saved: list[Saved] = []
    number = 0
    again = ""
    while position.outcome is None:
        name = "OX"[position.turn]
        kind = types[position.turn]
        if kind != HUMAN:
            move = TYPES[kind](position)
            row, column = move.split(",")
            pieces.append(Piece(PLACED, (name, row, column), number, reason(position, kind, move)))
            position.play(move)
            said = f"after player {name} placed at {row} {column}"
            pieces.append(board(position, number, said))
            continue
        pieces.append(Piece(PROMPT, (name,), number, again or f"it is the turn of {name}"))
        if number == len(lines):
            return Script(tuple(pieces), tuple(saved), False)
        line = lines[number]
        number += 1
        if line[:1] == "s":
            saved.append(Saved(line[1:], position.to_file()))
            again = f"after the input {line!r} the player is asked again"
            continue
        move = line.replace(" ", ",")
        if move not in position.legal_moves:
            again = f"{line!r} is not valid, so the prompt is shown again"
            continue
        again = ""
        position.play(move)
        pieces.append(board(position, number, f"after {name} plays {line}"))
    o, x = position.score
    names = ("O",) * (o >= x) + ("X",) * (x >= o)
    why = f"O has {o} points and X has {x}"
    return Script((*pieces, Piece(WINNERS, names, number, why)), tuple(saved), True)


def board(position: Push, number: int, why: str) -> Piece:
    """Return a position as a part of the output."""
    rows = tuple(line.strip() for line in position.saved.lines())
    return Piece(BOARD, rows, number, why)


def reason(position: Push, kind: str, move: str) -> str:
    """Say why an automated player plays a move."""
    name, other = "OX"[position.turn], "XO"[position.turn]
    row, column = map(int, move.split(","))
    if kind == "0":
        corner, way = ("top left", "right") if name == "O" else ("bottom right", "left")
        return (
            f"a type 0 player {name} takes the first empty inner cell from the {corner}, "
            f"going {way}"
        )
    if position.saved.is_border(row, column):
        return (
            f"a type 1 player takes the first edge cell, clockwise, from which a push lowers the "
            f"score of {other}"
        )
    best = position.saved.value(row, column)
    same = [cell for cell in empty_cells(position.saved) if position.saved.value(*cell) == best]
    tie = ", the first of several" if len(same) > 1 else ""
    return (
        f"no push lowers the score of {other}, so a type 1 player takes the empty inner cell with "
        f"the highest value, {best}{tie}"
    )
