"""Games of self-play, and the files that keep them: about three bytes a position."""

from __future__ import annotations

import json
import os
import struct

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.core.value import Value
from outwit.errors import BadFile
from outwit.files import parse_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

FORMAT = "outwit games 1"
# Of a game: the bytes of its start, twice the points of the first side, the bytes of a move's
# index, and the number of plies. Then come the start, the indices and the scores.
HEAD = struct.Struct("<HBBH")
MOST_PLIES = 65_535
LONGEST_FACTS = 1 << 16
# In place of the points of a side line, which has no result.
NO_RESULT = 3
# An index takes one byte where this is enough for all of the game.
MOST_IN_A_BYTE = 255


class PlayedGame(Value):
    """A game that the engine played against itself.

    ``moves`` are indices into the sorted numbers of the legal moves. ``scores`` are the engine's at
    each of these positions, for the side to move; ``points`` are twice those of the first side. A
    side line begins after a move that the engine did not choose, and has ``NO_RESULT`` for points.
    """

    start: str
    moves: tuple[int, ...]
    scores: tuple[int, ...]
    points: int

    @property
    def is_side_line(self) -> bool:
        """Tell whether these are moves that left a game, not a game."""
        return self.points == NO_RESULT

    def encode(self) -> bytes:
        """Write the game for a file."""
        start = self.start.encode()
        width = 1 if max(self.moves, default=0) <= MOST_IN_A_BYTE else 2
        return b"".join(
            (
                HEAD.pack(len(start), self.points, width, len(self.moves)),
                start,
                struct.pack(f"<{len(self.moves)}{' BH'[width]}", *self.moves),
                struct.pack(f"<{len(self.scores)}h", *self.scores),
            )
        )

    def replay(self, game: Game) -> Iterator[tuple[Position, int]]:
        """Yield the positions in which the engine moved, and its scores; raise BadFile if damaged.

        It is the same position each time, which the next step changes.
        """
        text, _, options = self.start.partition("\t")
        position = game.position(text, **json.loads(options or "{}"))
        for index, score in zip(self.moves, self.scores, strict=True):
            numbers = sorted(position.legal_numbers)
            if index >= len(numbers):
                raise BadFile(f"a game from {text!r} has a move that there is not: it is damaged")
            number = numbers[index]
            yield position, score
            position.play_number(number)


def start_of(position: Position) -> str:
    """Write a position and those of its options that are not the usual ones."""
    usual = position.game.rules()
    options = {key: value for key, value in position.options.items() if usual[key] != value}
    return f"{position.text}\t{json.dumps(options)}" if options else position.text


def first_line(facts: dict[str, object]) -> bytes:
    """Write the first line of a file, with facts on how its games were played."""
    return json.dumps({"format": FORMAT, **facts}).encode() + b"\n"


def read_facts(path: str) -> tuple[dict[str, object], int]:
    """Return the facts on the first line of a file, and how long the line is.

    Raise BadFile if it is no file of games.
    """
    with open(path, "rb") as file:
        line = file.readline(LONGEST_FACTS)
    try:
        facts: object = parse_json(line) if line.endswith(b"\n") else None
    except BadFile:
        facts = None
    if not isinstance(facts, dict) or facts.get("format") != FORMAT:
        raise BadFile(f"{path!r} holds no games of self-play")
    return facts, len(line)


def read_games(path: str) -> Iterator[PlayedGame]:
    """Yield the games of a file, each after its side lines, but none that was cut short."""
    for _, game in _read(path):
        yield game


def mend(path: str) -> int:
    """Cut off what comes after the last complete game, and return how many games there are."""
    ends = [end for end, played in _read(path) if not played.is_side_line]
    os.truncate(path, ends[-1] if ends else read_facts(path)[1])
    return len(ends)


def _read(path: str) -> Iterator[tuple[int, PlayedGame]]:
    """Yield where each game ends in the file, and the game."""
    at = read_facts(path)[1]
    with open(path, "rb") as file:
        file.seek(at)
        while len(head := file.read(HEAD.size)) == HEAD.size:
            length, points, width, plies = HEAD.unpack(head)
            if points > NO_RESULT or not 1 <= width <= 2:
                raise BadFile(f"{path!r} is damaged at byte {at}")
            size = length + (width + 2) * plies
            body = file.read(size)
            if len(body) < size:
                return
            at += HEAD.size + size
            middle = length + width * plies
            moves = struct.unpack(f"<{plies}{' BH'[width]}", body[length:middle])
            scores = struct.unpack(f"<{plies}h", body[middle:])
            try:
                start = body[:length].decode()
            except UnicodeDecodeError:
                raise BadFile(f"{path!r} is damaged before byte {at}") from None
            yield at, PlayedGame(start, moves, scores, points)
