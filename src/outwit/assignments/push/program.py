"""The program ``push2310 typeO typeX fname``."""

from __future__ import annotations

from outwit.assignments.console import Console, EndOfInput, Leave, run
from outwit.errors import BadFile
from outwit.files import read_bytes, write_bytes
from outwit.games.push.bots import HUMAN, TYPES
from outwit.games.push.rules import Push
from outwit.games.push.save import LONGEST_FILE, read_save, write_save

LONGEST_MOVE = 80


def play(console: Console, words: list[str]) -> int:
    """Play a game."""
    if len(words) != 3:
        raise Leave(1, "Usage: push2310 typeO typeX fname")
    *types, path = words
    if any(kind not in (*TYPES, HUMAN) for kind in types):
        raise Leave(2, "Invalid player type")
    position = load(path)
    show(console, position)
    while position.outcome is None:
        kind = types[position.turn]
        if kind == HUMAN:
            position.play(ask(console, position))
        else:
            name = "OX"[position.turn]
            move = TYPES[kind](position)
            position.play(move)
            console.write(f"Player {name} placed at {move.replace(',', ' ')}\n")
        show(console, position)
    o, x = position.score
    console.write(f"Winners:{' O' * (o >= x)}{' X' * (x >= o)}\n")
    return 0


def load(path: str) -> Push:
    """Read the save file."""
    try:
        data = read_bytes(path, LONGEST_FILE)
    except IsADirectoryError:
        raise Leave(4, "Invalid file contents") from None
    except OSError:
        raise Leave(3, "No file to load from") from None
    try:
        position = Push(read_save(data))
    except BadFile:
        raise Leave(4, "Invalid file contents") from None
    if position.outcome is not None:
        raise Leave(6, "Full board in load")
    return position


def ask(console: Console, position: Push) -> str:
    """Prompt until a legal move is entered; saving on request."""
    while True:
        console.write(f"{'OX'[position.turn]}:(R C)> ")
        try:
            line = console.line()
        except EndOfInput:
            line = b""
        if not line.endswith(b"\n"):
            raise Leave(5, "End of file")
        entry = line[:-1]
        if entry[:1] == b"s" and len(entry) > 1:
            save(console, position, entry[1:])
            continue
        move = read_entry(entry)
        if move in position.legal_moves:
            return move


def read_entry(entry: bytes) -> str:
    """Return the move that a person entered, or a text that is not a move."""
    row, space, column = entry.partition(b" ")
    if len(entry) > LONGEST_MOVE or not space or not row.isdigit() or not column.isdigit():
        return ""
    return f"{int(row)},{int(column)}"


def save(console: Console, position: Push, path: bytes) -> None:
    """Save the game, or say that it failed."""
    try:
        write_bytes(path, write_save(position.saved))
    except OSError:
        console.complain("Save failed")


def show(console: Console, position: Push) -> None:
    """Print the board as a save file has it."""
    console.write("".join(f"{line}\n" for line in position.saved.lines()))


def main() -> None:
    """Run it."""
    run(play)
