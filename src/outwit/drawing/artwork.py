"""The artwork that every game may use, and what a game without artwork gets.

Light falls from the top left; a shadow lies five units down and to the right.
"""

from __future__ import annotations

from html import escape

from outwit.core.board import Board, Square
from outwit.core.piece import Piece

# The corner of a square's inner edge, and the size of the square inside it.
STOREY = 9


def square(colour: str) -> str:
    """Return a square of a colour's role; crisp, so that no seam shows between two squares."""
    return f'<rect width="100" height="100" fill="{{{colour}}}" shape-rendering="crispEdges"/>'


ARTWORK = {
    "light": square("square_light"),
    "dark": square("square_dark"),
    "plain": square("line") + '<path d="M0 0H98V98H0Z" fill="{square_light}"/>',
    "last": '<rect width="100" height="100" fill="{accent}" fill-opacity=".42"/>',
    "selected": '<rect x="3.5" y="3.5" width="93" height="93" rx="6" fill="{accent}" '
    'fill-opacity=".3" stroke="{accent}" stroke-width="7"/>',
    "target": '<circle cx="50" cy="50" r="15" fill="{target}" fill-opacity=".8"/>',
    "capture": '<circle cx="50" cy="50" r="44" fill="none" stroke="{target}" stroke-width="8" '
    'stroke-opacity=".85"/>',
    "danger": '<circle cx="50" cy="50" r="49" fill="url(#{id}glow)"/>',
    "warning": '<path d="M84 5 97 29H71Z" fill="{danger}" stroke="{first_shine}" '
    'stroke-width="3" stroke-linejoin="round"/><path d="M84 13V20M84 24V24.6" fill="none" '
    'stroke="{first_shine}" stroke-width="3.4" stroke-linecap="round"/>',
    "obstacle": '<rect x="7" y="7" width="90" height="90" rx="9" fill="{shadow}" '
    'fill-opacity=".3"/>'
    '<rect x="4" y="4" width="90" height="90" rx="9" fill="{stone}" stroke="{stone_dark}" '
    'stroke-width="3"/><path d="M9 88V13Q9 9 13 9H88" fill="none" stroke="{stone_light}" '
    'stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>',
    "mark": '<circle cx="50" cy="50" r="34" fill="none" stroke="{line}" stroke-width="5"/>',
}
DEFINITIONS = (
    '<radialGradient id="{id}glow"><stop offset=".6" stop-color="{danger}" stop-opacity=".95"/>'
    '<stop offset="1" stop-color="{danger}" stop-opacity="0"/></radialGradient>'
)


def under(board: Board, square: Square) -> tuple[str, ...]:
    """Name the artwork of a square whose game has no artwork of its own."""
    ground = "light" if (square.row + square.column + board.rows) % 2 else "dark"
    thing = "obstacle" if square.obstacle else "mark" if square.mark else ""
    return ground, f"level:{square.level}" if square.level else "", thing


def over(board: Board, square: Square) -> tuple[str, ...]:
    """Name the mark over the piece of a square, for games without artwork of their own."""
    return (f"value:{square.value}",) if square.value else ()


def artwork(name: str) -> str:
    """Return the built-in artwork of a name, an empty text if there is none."""
    kind, _, text = name.partition(":")
    if kind == "level":
        return level(int(text))
    if kind == "value":
        return value(text)
    return ARTWORK.get(name, "")


def level(height: int) -> str:
    """Return storeys seen from above."""
    storeys = []
    for storey in range(height):
        inset = min(4 + STOREY * storey, 40)
        wide = 100 - 2 * inset
        storeys.append(
            f'<rect x="{inset + 3}" y="{inset + 3}" width="{wide}" height="{wide}" rx="4" '
            'fill="{shadow}" fill-opacity=".28"/>'
            f'<rect x="{inset}" y="{inset}" width="{wide}" height="{wide}" rx="4" '
            'fill="{stone_light}" stroke="{stone_dark}" stroke-width="2.5"/>'
        )
    return "".join(storeys)


def value(text: str) -> str:
    """Return a small number in the bottom right corner."""
    return (
        '<text x="93" y="93" font-size="24" font-weight="bold" text-anchor="end" fill="{ink}" '
        f'stroke="{{square_light}}" stroke-width="5" paint-order="stroke">{escape(text)}</text>'
    )


def token(piece: Piece) -> str:
    """Return a piece of a game without artwork: its letter on a disc, or on a tile."""
    shapes = (
        '<circle cx="{x}" cy="{y}" r="{r}" {paint}/>',
        '<rect x="{left}" y="{top}" width="{d}" height="{d}" rx="16" {paint}/>',
    )
    shape = shapes[piece.owner]

    def cut(x: float, y: float, r: float, paint: str) -> str:
        return shape.format(x=x, y=y, r=r, left=x - r, top=y - r, d=2 * r, paint=paint)

    return (
        cut(54, 55, 38, 'fill="{shadow}" fill-opacity=".32"')
        + cut(50, 50, 38, 'fill="{body}" stroke="{edge}" stroke-width="3"')
        + cut(50, 50, 31, 'fill="none" stroke="{shade}" stroke-width="3"')
        + '<text x="50" y="65" font-size="42" font-weight="bold" text-anchor="middle" '
        f'fill="{{detail}}">{escape(piece.letter.upper())}</text>'
    )
