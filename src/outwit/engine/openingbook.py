"""The opening book of a game: a small text of known positions, with their good moves.

    outwit book 1
    game ataxx
    margin 20
    rules clock=100
    start blocks=c3
    00f3c2a94be81d57 g2=12 f1=-3 | f2 b1

An entry is the key of a position, its moves with their scores in hundredths, the best one first,
and the line of moves from the start by which the position comes about. A position whose image under
a symmetry of the game is known is known, too, and so is one under other rules that the book names.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp

from outwit.core.value import Value
from outwit.engine.score import MATE
from outwit.errors import BadFile, IllegalMove, UsageError
from outwit.files import read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from outwit.core.game import Game
    from outwit.core.position import Position

FORMAT = "outwit book 1"
LARGEST_FILE = 1 << 20
KEY_DIGITS = 16
# A move below the best by the whole margin is less likely by the factor e to the power of this.
STEEPNESS = 2.0


class BookMove(Value):
    """A move of a book, and the score it has for the side to move."""

    move: str
    score: int


class Entry(Value):
    """A known position: the options of its start, the line that leads to it, and its moves."""

    start: tuple[tuple[str, str], ...]
    line: tuple[str, ...]
    moves: tuple[BookMove, ...]

    def stand(self, game: Game) -> Position | None:
        """Return the position, None if there is no such line."""
        try:
            position = game.start(**dict(self.start))
            for move in self.line:
                position.play(move)
        except (IllegalMove, UsageError):
            return None
        return position


class OpeningBook:
    """The entries of a book by the keys of their positions.

    A move is played if it is worse than the best one by no more than ``margin`` hundredths.
    """

    def __init__(
        self, margin: int, entries: dict[int, Entry], rules: tuple[dict[str, str], ...] = ()
    ) -> None:
        self.margin = margin
        self.entries = entries
        self.rules = rules

    def find(self, position: Position, rng: Random | None = None) -> tuple[BookMove, ...]:
        """Return the known moves of a position, the best one first; none if it is not known.

        Of a position that is its own image under some symmetry, each move has images that are as
        good; ``rng`` decides which of them are meant.
        """
        if {name: str(value) for name, value in position.options.items()} in self.rules:
            position = position.game.position(position.text)
        images = (position.image(symmetry) for symmetry in position.symmetries)
        image = next((image for image in images if image.key in self.entries), None)
        if image is None:
            return ()
        entry = self.entries[image.key]
        own = entry.stand(position.game)
        ways = [back for back in image.symmetries if image.image(back).text == position.text]
        if own is None or own.key != image.key or not ways:
            return ()
        back = ways[0] if rng is None else rng.choice(ways)
        # Positions with the same key may call their pieces by other names, so that a move is known
        # by where it leads.
        here = {key_after(image, move): move for move in image.legal_moves}
        known = [
            (here.get(key_after(own, found.move)), found.score)
            for found in entry.moves
            if own.is_legal(found.move)
        ]
        return tuple(
            BookMove(image.move_image(move, back).text, score)
            for move, score in known
            if move is not None
        )

    def choose(self, position: Position, rng: Random) -> BookMove | None:
        """Return one of the good moves, a better one more often; None if no move is known."""
        known = self.find(position, rng)
        if not known:
            return None
        best = max(found.score for found in known)
        good = [found for found in known if best - found.score <= self.margin]
        steep = STEEPNESS / max(1, self.margin)
        return rng.choices(good, [exp((found.score - best) * steep) for found in good])[0]


def key_after(position: Position, move: str) -> int:
    """Return the key of where a legal move leads."""
    position.play(move)
    key = position.key
    position.undo()
    return key


@lru_cache(maxsize=8)
def load_book(path: str) -> OpeningBook | None:
    """Return the book of a file, None if there is no such file; raise BadFile if it is wrong."""
    try:
        data = read_bytes(path, LARGEST_FILE)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadFile(f"{path!r} cannot be read: {error.strerror or error}") from None
    if len(data) > LARGEST_FILE:
        raise BadFile(f"{path!r} is too large for a book")
    lines = data.decode("utf-8", "replace").splitlines()
    if lines[:1] != [FORMAT]:
        raise BadFile(f"{path!r} is no opening book")
    margin = 0
    rules = []
    start: dict[str, str] = {}
    entries: dict[int, Entry] = {}
    for number, line in enumerate(lines[1:], 2):
        word, _, rest = line.partition(" ")
        try:
            if word == "margin":
                margin = read_number(rest, 0)
            elif word == "rules":
                rules.append(read_options(rest))
            elif word == "start":
                start = read_options(rest)
            elif word not in ("game", ""):
                key, moves, played = read_entry(word, rest)
                entries[key] = Entry(tuple(start.items()), played, moves)
        except ValueError:
            raise BadFile(f"{path!r} is damaged: line {number} is no entry") from None
    return OpeningBook(margin, entries, tuple(rules))


def read_options(text: str) -> dict[str, str]:
    """Read options, each with its value."""
    return {name: value for name, _, value in (pair.partition("=") for pair in text.split())}


def read_entry(word: str, rest: str) -> tuple[int, tuple[BookMove, ...], tuple[str, ...]]:
    """Read a key, the moves after it and the line; raise ValueError if they are none."""
    if len(word) != KEY_DIGITS:
        raise ValueError(word)
    moves = []
    pairs, _, line = rest.partition("|")
    for pair in pairs.split():
        move, equals, score = pair.rpartition("=")
        if not equals or not move:
            raise ValueError(pair)
        moves.append(BookMove(move, read_number(score, -MATE)))
    if not moves:
        raise ValueError(rest)
    return int(word, 16), tuple(moves), tuple(line.split())


def read_number(text: str, least: int) -> int:
    """Read a number that a score may be; raise ValueError if it is none."""
    number = int(text)
    if not least <= number <= MATE:
        raise ValueError(text)
    return number


def write_entry(key: int, moves: tuple[BookMove, ...], line: tuple[str, ...]) -> str:
    """Write an entry as ``read_entry`` reads it.

    >>> write_entry(0xF3, (BookMove("g2", 12), BookMove("f1", -3)), ("f2", "b1"))
    '00000000000000f3 g2=12 f1=-3 | f2 b1'
    """
    pairs = " ".join(f"{found.move}={found.score}" for found in moves)
    return f"{key:0{KEY_DIGITS}x} {pairs} | {' '.join(line)}".rstrip()
