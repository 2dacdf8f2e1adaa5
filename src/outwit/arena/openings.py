"""Openings: the positions that games begin with, each played with both colours.

What suits a game is among its parts: ``core/openings.py``.
"""

from __future__ import annotations

from random import Random

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.core.value import Value
from outwit.engine.limits import Limits
from outwit.errors import UsageError
from outwit.files import read_bytes
from outwit.players.engine import engine_for

MOST_PLIES = 200
# A drawn opening that is over, or too good for a side, is drawn again so many times.
TRIES = 50
LONGEST_FILE = 1 << 26


class Book(Value):
    """Where openings come from.

    ``texts`` are positions to take in turn; without any, the game's start, its options drawn by
    the game where it has a way to, and ``plies`` random moves on. With ``balance`` an opening is
    taken only if a short search finds nobody that much better, in hundredths.
    """

    plies: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    texts: tuple[str, ...] = ()
    balance: int | None = None
    balance_nodes: int = 2_000


def read_book(path: str, game: Game, options: tuple[tuple[str, str], ...] = ()) -> tuple[str, ...]:
    """Return the positions of a file, one a line, that games under these options begin with.

    Raise BadPosition, BadOption or UsageError if one is none.
    """
    try:
        lines = read_bytes(path, LONGEST_FILE).decode("utf-8", "replace").splitlines()
    except OSError as error:
        raise UsageError(f"{path!r} cannot be read: {error.strerror or error}") from None
    texts = tuple(text for line in lines if (text := line.strip()) and text[0] != "#")
    if not texts:
        raise UsageError(f"{path!r} has no positions")
    for text in texts:
        if game.position(text, **dict(options)).outcome is not None:
            raise UsageError(f"{path!r}: the game is over in {text[:60]!r}")
    return texts


def draw_opening(game: Game, book: Book, seed: int, number: int) -> Position:
    """Return the opening of a number, the same for the same seed; no move has been played in it."""
    if book.texts:
        return game.position(book.texts[number % len(book.texts)], **dict(book.options))
    rng = Random(f"{seed}/{number}")
    for _ in range(TRIES):
        position = _draw(game, book, rng)
        if position is not None and _is_balanced(game, book, position):
            return position
    hint = "fewer plies" if book.balance is None else "fewer plies or a wider balance"
    raise UsageError(f"no opening of {game.name} found in {TRIES} tries: {hint} may help")


def _draw(game: Game, book: Book, rng: Random) -> Position | None:
    usual = game.parts.openings
    drawn = usual.options(rng) if usual.options is not None and not book.options else {}
    position = game.start(**{**drawn, **dict(book.options)})
    plies = usual.plies if book.plies is None else book.plies
    for _ in range(plies):
        if position.outcome is not None:
            return None
        position.play(rng.choice(sorted(position.legal_moves)))
    if position.outcome is not None:
        return None
    if not position.played:
        return position
    return type(position).read(position.text, **position.options)


def _is_balanced(game: Game, book: Book, position: Position) -> bool:
    if book.balance is None:
        return True
    found = engine_for(game, mebibytes=1).best(position, Limits(nodes=book.balance_nodes))
    return abs(found.score.value) <= book.balance
