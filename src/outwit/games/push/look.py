"""What Push looks like: a tray of numbers, a rail around it, and stones with a hole.

Through the hole one reads what the cell under a stone is worth.
"""

from __future__ import annotations

from outwit.core.look import Look

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.board import Board, Square

HOLE = "M70 50A20 20 0 0 0 30 50 20 20 0 0 0 70 50Z"
RING = "M89 50A39 39 0 0 1 11 50 39 39 0 0 1 89 50Z"
RING_SHADE = "M77.6 22.4A39 39 0 0 1 22.4 77.6L35.9 64.1A20 20 0 0 0 64.1 35.9Z"
RING_GROOVE = "M79.5 50A29.5 29.5 0 0 1 20.5 50 29.5 29.5 0 0 1 79.5 50Z"
# Four corners, and sides that bend inwards.
CROSS = (
    "M24 13Q50 27 76 13 82 10 86 14 90 18 87 24 73 50 87 76 90 82 86 86 82 90 76 87 "
    "50 73 24 87 18 90 14 86 10 82 13 76 27 50 13 24 10 18 14 14 18 10 24 13Z"
)
CROSS_SHADE = (
    "M86 14Q90 18 87 24 73 50 87 76 90 82 86 86 82 90 76 87 50 73 24 87 18 90 14 86"
    "L35.9 64.1A20 20 0 0 0 64.1 35.9Z"
)
CROSS_GROOVES = "M68 68 78 78M32 68 22 78M32 32 22 22M68 32 78 22"


def stone(outline: str, shade: str, carving: str) -> str:
    """Return a stone with a hole and a carving.

    The half away from the light is darker; a gradient would be slow to render.
    """
    return (
        f'<path d="{outline}{HOLE}" transform="translate(5 6)" fill="{{shadow}}" '
        'fill-opacity=".3"/>'
        f'<path d="{outline}{HOLE}" fill="{{body}}"/><path d="{shade}" fill="{{shade}}"/>'
        f'<path d="{outline}{HOLE}" fill="none" stroke="{{edge}}" stroke-width="3" '
        'stroke-linejoin="round"/>'
        f'<path d="{carving}" fill="none" stroke="{{detail}}" stroke-width="3.5" '
        'stroke-linecap="round"/>'
    )


def number(value: int) -> str:
    """Return what a cell is worth, in its middle."""
    return (
        '<circle cx="50" cy="50" r="22" fill="{seat}"/>'
        '<text x="50" y="61" font-size="31" font-weight="bold" text-anchor="middle" '
        f'fill="{{number}}">{value}</text>'
    )


# The arrow of a border cell points inwards.
ARROW = (
    '<path d="M34 40 50 56 66 40" transform="rotate({} 50 50)" fill="none" stroke="{{arrow}}" '
    'stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>'
)
TURNS = {"down": 0, "left": 90, "up": 180, "right": 270}
ARTWORK = {
    "rail": '<path d="M0 0H100V100H0Z" fill="{rail_shade}"/><path d="M0 0H98V98H0Z" '
    'fill="{rail}"/>',
    # A ring, because a dot would hide the number.
    "target": '<circle cx="50" cy="50" r="29" fill="none" stroke="{target}" stroke-width="7" '
    'stroke-opacity=".8"/>',
    **{way: ARROW.format(degrees) for way, degrees in TURNS.items()},
    **{f"worth {value}": number(value) for value in range(1, 10)},
}


def under(board: Board, square: Square) -> tuple[str, ...]:
    """Name the artwork of a square: a cell and its number, or a rail and its arrow."""
    if not square.mark:
        return "plain", f"worth {square.value}"
    if square.row in (0, board.rows - 1):
        return "rail", "up" if square.row else "down"
    return "rail", "left" if square.column else "right"


def over(board: Board, square: Square) -> tuple[str, ...]:
    """Name what lies over a stone: nothing."""
    return ()


LOOK = Look(
    pieces={
        "O": stone(RING, RING_SHADE, RING_GROOVE),
        "X": stone(CROSS, CROSS_SHADE, CROSS_GROOVES),
    },
    artwork=ARTWORK,
    under=under,
    over=over,
    turning=tuple(TURNS),
    light={
        "square_light": "#e2cb9f",
        "seat": "#f5e9cf",
        "line": "#c3a577",
        "number": "#4a3826",
        "rail": "#b48d60",
        "rail_shade": "#94704a",
        "arrow": "#94704a",
        "first_shade": "#e6d8bb",
        "first_detail": "#bfa67d",
        "second_body": "#574437",
        "second_shade": "#392b22",
    },
    dark={
        "square_light": "#917a60",
        "seat": "#5d4936",
        "line": "#6d583f",
        "number": "#fdf3e0",
        "rail": "#5c4836",
        "rail_shade": "#463626",
        "arrow": "#8b7259",
        "first_shade": "#d8c7a5",
        "first_detail": "#ae9569",
        "second_body": "#49382c",
        "second_shade": "#2b201a",
        "target": "#86cf97",
    },
    glyphs={"O": "○", "X": "×"},
    signs={"border": "·"},
)
