"""What Jeson Mor looks like: horses and archers of the steppe, and the square they race for."""

from __future__ import annotations

from outwit.core.board import Board, Square
from outwit.core.carving import WOODS, Rod, Solid, carve, disc
from outwit.core.look import Look
from outwit.core.position import Position
from outwit.core.side import SIDES, Side
from outwit.games.jesonmor.rules import JesonMor


def knight(side: Side) -> str:
    """Carve the head of a horse of the steppe, its mane short and upright."""
    return carve(
        side,
        Solid("M44 12C60 9 74 18 80 36 85 50 86 66 83 79H66C66 50 60 26 44 24Z"),
        Solid(
            "M27 79C29 67 45 61 47 50 42 54 36 56 32 62 29 67 22 67 18 63 13 60 13 55 16 49 "
            "20 42 25 36 28 28 30 22 32 18 36 15L39 5C44 9 48 13 49 18 64 26 72 50 70 79Z"
        ),
        engraving="M58 19 61 15M67 30 73 26M72 44 79 42M75 58 82 57M27 42 38 52M40 22 47 50"
        "M31 46Q39 42 45 39M24 62Q28 61 29 58" + disc(35, 31, 1.7) + disc(20, 54, 1),
    )


def archer(side: Side) -> str:
    """Carve the bow of a mounted archer, an arrow on its string."""
    return carve(
        side,
        Rod("M13 46 50 70 87 46"),
        Solid("M50 60 60 67V79H40V67Z"),
        Rod("M50 82V20", 8),
        Rod("M10 40C15 50 23 48 28 40 34 30 42 30 50 36 58 30 66 30 72 40 77 48 85 50 90 40", 11),
        Solid("M50 2 62 22 50 18 38 22Z"),
        engraving="M29 33 33 38M71 33 67 38M46 36H54",
    )


CARVERS = {"K": knight, "A": archer}

CENTRE = '<rect width="100" height="100" fill="{centre}" shape-rendering="crispEdges"/>'
# An endless knot between four horns.
HORN = "M9 34V15Q9 9 15 9H34Q40 9 40 15 40 21 34 21 29 21 29 17"
KNOT = "M50 27 73 50 50 73 27 50ZM38.5 38.5 61.5 61.5M61.5 38.5 38.5 61.5"
ORNAMENT = (
    '<g fill="none" stroke="{ornament}" stroke-width="4" stroke-linecap="round" '
    'stroke-linejoin="round">'
    + "".join(f'<path d="{HORN}" transform="rotate({turn} 50 50)"/>' for turn in (0, 90, 180, 270))
    + f'<path d="{KNOT}" stroke-width="8"/><path d="{KNOT}" stroke="{{centre}}" '
    'stroke-width="3"/></g>'
)


def under(board: Board, square: Square) -> tuple[str, ...]:
    """Name the artwork of a square; what marks the last move lies between ground and ornament."""
    if square.mark:
        return "centre", "ornament"
    return ("light" if (square.row + square.column) % 2 != board.rows % 2 else "dark",)


def danger(position: Position) -> tuple[str, ...]:
    """Return the centre if a knight on it wins unless the side to move does something about it."""
    assert isinstance(position, JesonMor)
    board = position.board
    square = board.at(board.rows // 2, board.columns // 2)
    if square is None or square.piece is None or square.piece.name != "knight":
        return ()
    # The first moves may be protected: leaving the centre does not win then.
    winning = position.moves_made + 2 > position.protected_moves
    threatened = square.owner != position.turn and winning and not position.is_over
    return (square.name,) if threatened else ()


LOOK = Look(
    pieces={
        letter if side == 0 else letter.lower(): carver(side)
        for side in SIDES
        for letter, carver in CARVERS.items()
    },
    artwork={"centre": CENTRE, "ornament": ORNAMENT},
    definitions=WOODS,
    under=under,
    danger=danger,
    light={
        "square_light": "#efe7c8",
        "square_dark": "#cfc795",
        "line": "#9b9058",
        "centre": "#e8cf8c",
        "ornament": "#94773a",
    },
    dark={
        "square_light": "#9b916a",
        "square_dark": "#7a704d",
        "line": "#45432a",
        "centre": "#a98f4e",
        "ornament": "#4a3a1a",
    },
    signs={"centre": "◇"},
)
