"""One piece or one square as a small picture, for tables of what is on a board."""

from __future__ import annotations

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.drawing.palette import PAGE
from outwit.drawing.studio import ID, Studio, studio_of
from outwit.drawing.words import of_square
from outwit.errors import GameFault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Most pictures of one thing, such as the workers of both sides or the levels of a building.
MOST = 4


def samples(game: Game, thing: str, prefix: str, theme: str = PAGE) -> list[str]:
    """Return pictures of a thing by its name: a piece of each side, or squares with that on them.

    Squares are those of the start and of the examples of the rules. The pictures are for readers
    who have the name beside them; their ids begin with the prefix. There may be none.
    """
    studio = studio_of(game, theme)
    drawn = [
        f'<rect width="100" height="100" rx="12" fill="{studio.roles["square_light"]}"/>'
        + studio.piece(piece)
        for piece in game.pieces
        if is_named(thing, piece.name)
    ]
    if not drawn:
        drawn = list(dict.fromkeys(square_pictures(game, thing, studio)))
    return [
        '<svg xmlns="http://www.w3.org/2000/svg" class="sample" viewBox="0 0 100 100" '
        f'aria-hidden="true"><defs>{studio.definitions}</defs>{body}</svg>'.replace(
            ID, f"{prefix}{number}-"
        )
        for number, body in enumerate(drawn[:MOST])
    ]


def square_pictures(game: Game, thing: str, studio: Studio) -> Iterator[str]:
    """Draw the squares, without a piece, that have a thing on them; the lowest come first."""
    found = []
    for position in known_positions(game):
        try:
            board = position.board
        except GameFault:
            continue  # a game without a board
        for square in board:
            if square.piece is not None or square.obstacle not in ("", thing):
                continue
            if any(is_named(thing, part) for part in of_square(position, square).split(", ")):
                names = (*studio.under(board, square), *studio.over(board, square))
                art = "".join(studio.artwork(name) for name in names if name)
                found.append((square.level, square.value, art))
    yield from (art for _, _, art in sorted(found))


def known_positions(game: Game) -> Iterator[Position]:
    """Return the start, and the examples of the rules before and after their moves."""
    yield game.start()
    for example in game.parts.examples:
        position = example.start(game)
        yield position.copy()
        position.play(example.moves[0])
        yield position


def is_named(thing: str, words: str) -> bool:
    """Tell whether words name a thing.

    >>> is_named("worker", "Blue worker Y"), is_named("work", "Blue worker Y")
    (True, False)
    """
    return f" {thing} " in f" {words.lower()} "
