"""All pieces of a game in one picture, as for a page on its rules."""

from __future__ import annotations

from html import escape

from outwit.core.argument import of_type, whole
from outwit.core.game import Game
from outwit.core.side import SIDES
from outwit.drawing.ground import SIDE
from outwit.drawing.studio import ID, studio_of
from outwit.drawing.svg import FONT
from outwit.drawing.view import LARGEST, SMALLEST

# Room for the name under a piece.
CAPTION = 30


def draw_pieces(game: Game, *, size: int = 80, theme: str = "light") -> str:
    """Return the pieces of a game as SVG, one row for each side.

    Args:
        game: The game.
        size: The side of a square in pixels.
        theme: ``light`` or ``dark``.

    >>> import outwit
    >>> draw_pieces(outwit.game("ataxx"))[:4]
    '<svg'
    """
    of_type("game", game, Game, "a game")
    whole("size", size, SMALLEST, LARGEST)
    studio = studio_of(game, of_type("theme", theme, str, "light or dark"))
    own = f"{game.name}-{theme}-gallery-"
    drawn = []
    rows = [[piece for piece in game.pieces if piece.owner == side] for side in SIDES]
    for row, pieces in enumerate(rows):
        for column, piece in enumerate(pieces):
            ground = studio.roles["square_dark" if (row + column) % 2 else "square_light"]
            x, y = column * SIDE, row * (SIDE + CAPTION)
            drawn.append(
                f'<g transform="translate({x} {y})"><rect width="{SIDE}" height="{SIDE}" '
                f'fill="{ground}"/>{studio.piece(piece)}'
                f'<text x="{SIDE / 2:.0f}" y="{SIDE + 20}" font-size="17" text-anchor="middle" '
                f'fill="{studio.roles["ink"]}">{escape(piece.name)}</text></g>'
            )
    wide, high = SIDE * max(map(len, rows)), len(rows) * (SIDE + CAPTION)
    scale = size / SIDE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img" '
        f'width="{wide * scale:.0f}" height="{high * scale:.0f}" font-family="{FONT}">'
        f"<title>The pieces of {escape(game.display_name)}</title>"
        f"<defs>{studio.definitions}</defs>"
        f'<rect width="{wide}" height="{high}" fill="{studio.roles["table"]}"/>'
        f"{''.join(drawn)}</svg>"
    ).replace(ID, own)
