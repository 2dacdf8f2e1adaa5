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
# How often to draw again when the game is over in an opening, or a side is too much better.
TRIES = 50
LONGEST_FILE = 1 << 26


class Book(Value):
    """Where openings come from.

    ``texts`` are positions, taken in turn. Without any, an opening is the start position, with
    options drawn at random where the game supports that, after ``plies`` random moves. With
    ``balance``, a search of ``balance_nodes`` must score it within that many hundredths of 0.
    """

    plies: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    texts: tuple[str, ...] = ()
    balance: int | None = None
    balance_nodes: int = 2_000


def read_book(path: str, game: Game, options: tuple[tuple[str, str], ...] = ()) -> tuple[str, ...]:
    """Return the positions of a file, one a line, checked under the options of a game.

    Raise BadPosition or BadOption if a line is not a position, UsageError if the file cannot be
    read or the game is over in one.
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


def draw_opening(
    game: Game, book: Book, seed: int, number: int, *, varied: bool = False
) -> Position:
    """Return an opening by its number, with no moves played; the same for the same seed.

    ``varied``: draw options as for games to learn from, where the game has such options.
    Raise UsageError if none is found.
    """
    if book.texts:
        return game.position(book.texts[number % len(book.texts)], **dict(book.options))
    rng = Random(f"{seed}/{number}")
    for _ in range(TRIES):
        position = _draw(game, book, rng, varied=varied)
        if position is not None and is_balanced(game, book, position):
            return position
    hint = "fewer plies" if book.balance is None else "fewer plies or a wider balance"
    raise UsageError(f"no opening of {game.name} found in {TRIES} tries: {hint} may help")


def is_balanced(game: Game, book: Book, position: Position) -> bool:
    """Tell whether a search scores a position within the balance of a book, if it has one."""
    if book.balance is None:
        return True
    found = engine_for(game, mebibytes=1).best(position, Limits(nodes=book.balance_nodes))
    return abs(found.score.value) <= book.balance


def _draw(game: Game, book: Book, rng: Random, *, varied: bool) -> Position | None:
    usual = game.parts.openings
    draw = (varied and usual.varied) or usual.options
    drawn = draw(rng) if draw and not book.options else {}
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
