"""What Santorini looks like: white terraces and blue domes on an island, seen from above."""

from __future__ import annotations

from outwit.core.look import Look

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.board import Board, Square
    from outwit.core.position import Position

GOAL = 3
DOME = 4
# How far each storey stands from the edge of its square.
INSETS = (8, 17, 26)
DOME_RADIUS = 20
# How far a shadow falls for each storey that it falls down.
SHADOW = 13


def square(start: float, stop: float, colour: str) -> str:
    """Return a square in the middle of a board's square."""
    return f'<path d="M{start} {start}H{stop}V{stop}H{start}Z" fill="{{{colour}}}"/>'


def storey(number: int) -> str:
    """Return a storey from above: a roof, and around it walls in the light and in the shade."""
    a, d = INSETS[number - 1] + 1.25, 98.75 - INSETS[number - 1]
    left, top, right, bottom = a + 2.75, a + 2.75, d - 2.75, d - 4.75
    return (
        square(a - 2.5, d + 2.5, "stone_edge")
        + square(a, d, "wall_light")
        + f'<path d="M{d} {a}V{d}H{a}L{left} {bottom}H{right}V{top}Z" fill="{{wall_shade}}"/>'
        f'<path d="M{left} {top}H{right}V{bottom}H{left}Z" fill="{{roof_{number}}}"/>'
    )


def shade(level: int, plane: int) -> str:
    """Return the shadow that a building casts on everything as high as its storey ``plane``."""
    far = SHADOW * (level - plane)
    near = 100 - INSETS[min(plane, GOAL - 1)]
    if level < DOME:
        a, b = INSETS[level - 1] + far, 100 - INSETS[level - 1] + far
        tip = f"L{b} {a}V{b}H{a}"
    else:
        r = DOME_RADIUS
        a, b = round(50 - 0.7 * r) + far, round(50 + 0.7 * r) + far
        tip = f"L{b} {a}A{r} {r} 0 0 1 {a} {b}"
    return (
        f'<path d="M{100 - near} {100 - near}H{near}{tip}L{100 - near} {near}Z" fill="{{shadow}}" '
        'fill-opacity=".2"/>'
    )


DOME_ART = (
    f'<circle cx="49" cy="48" r="{DOME_RADIUS}" fill="url(#{{id}}cupola)" stroke="{{dome_edge}}" '
    'stroke-width="3"/><ellipse cx="42" cy="39" rx="7" ry="4" transform="rotate(-40 42 39)" '
    'fill="#fff" fill-opacity=".6"/>'
)
SHADOW_OF_FIGURE = '<ellipse cx="56" cy="78" rx="22" ry="8" fill="{shadow}" fill-opacity=".3"/>'
WHITE = (
    SHADOW_OF_FIGURE
    + '<path d="M50 35C59 35 64 40 65 48L69 75Q69 81 63 82 50 85 37 82 31 81 31 75L35 48'
    'C36 40 41 35 50 35Z" fill="url(#{id}white)" stroke="{edge}" stroke-width="3"/>'
    '<path d="M40 40Q50 49 60 40" fill="none" stroke="{shade}" stroke-width="3.5" '
    'stroke-linecap="round"/><circle cx="50" cy="26" r="11.5" fill="url(#{id}white)" '
    'stroke="{edge}" stroke-width="3"/>'
)
BLUE = (
    SHADOW_OF_FIGURE + '<path d="M39 38H61L70 82H30Z" fill="url(#{id}navy)" stroke="{edge}" '
    'stroke-width="3" stroke-linejoin="round"/>'
    '<circle cx="50" cy="29" r="10" fill="{shine}" stroke="{edge}" stroke-width="3"/>'
    '<path d="M29 27Q41 24 50 11 59 24 71 27 50 33 29 27Z" fill="url(#{id}navy)" stroke="{edge}" '
    'stroke-width="3" stroke-linejoin="round"/>'
)


def letter(text: str) -> str:
    """Return the letter on a worker's robe."""
    return (
        '<text x="50" y="75" font-size="31" font-weight="bold" text-anchor="middle" '
        f'fill="{{detail}}">{text}</text>'
    )


ARTWORK = {
    # Also a frame, because a building covers all but the edge of a square.
    "last": '<rect x="4" y="4" width="92" height="92" fill="{accent}" fill-opacity=".42" '
    'stroke="{accent}" stroke-width="8"/>',
    # A ring, because a glow would hide the storeys.
    "danger": '<circle cx="50" cy="50" r="43" fill="{danger}" fill-opacity=".2" stroke="{danger}" '
    'stroke-width="6"/>',
    **{f"storey {number}": storey(number) for number in range(1, GOAL + 1)},
    "dome": DOME_ART,
    **{
        f"shadow {level} {plane}": shade(level, plane)
        for level in range(1, DOME + 1)
        for plane in range(level)
    },
}
DEFINITIONS = (
    '<linearGradient id="{id}white" x1=".1" y1="0" x2=".9" y2="1"><stop '
    'stop-color="{first_shine}"/><stop offset=".5" stop-color="{first_body}"/>'
    '<stop offset="1" stop-color="{first_shade}"/></linearGradient>'
    '<linearGradient id="{id}navy" x1=".1" y1="0" x2=".9" y2="1"><stop '
    'stop-color="{second_shine}"/><stop offset=".5" stop-color="{second_body}"/>'
    '<stop offset="1" stop-color="{second_shade}"/></linearGradient>'
    '<radialGradient id="{id}cupola" cx=".36" cy=".3" r=".8"><stop stop-color="{dome_shine}"/>'
    '<stop offset=".45" stop-color="{dome}"/><stop offset="1" stop-color="{dome_shade}"/>'
    "</radialGradient>"
)


def under(board: Board, square: Square) -> tuple[str, ...]:
    """Name the artwork of a square, from the ground up: shadow, storey, shadow, storey.

    So a shadow falls on whatever is low enough, on the squares beside it as well.
    """
    names = ["plain"]
    for plane in range(square.level):
        top = f"storey {plane + 1}" if plane < GOAL else "dome"
        names += [f"shadow {square.level} {plane}", top]
    return tuple(names)


def danger(position: Position) -> tuple[str, ...]:
    """Name the squares from which the opponent could step to the goal now."""
    board = position.board
    goals = [
        (square.row, square.column)
        for square in board
        if square.level == GOAL and square.piece is None
    ]
    if not goals or position.is_over:
        return ()
    return tuple(
        square.name
        for square in board
        if square.owner == position.turn.other
        and square.level == GOAL - 1
        and any(abs(square.row - row) <= 1 >= abs(square.column - column) for row, column in goals)
    )


LOOK = Look(
    pieces={
        "A": WHITE + letter("A"),
        "B": WHITE + letter("B"),
        "Y": BLUE + letter("Y"),
        "Z": BLUE + letter("Z"),
    },
    artwork=ARTWORK,
    definitions=DEFINITIONS,
    under=under,
    danger=danger,
    light={
        "frame": "#3d7d86",
        "frame_edge": "#2b616a",
        "frame_ink": "#eef8f7",
        "square_light": "#d9cba9",
        "line": "#bba983",
        "stone_edge": "#7b6f5d",
        "roof_1": "#ebe3d0",
        "roof_2": "#f3eee0",
        "roof_3": "#fbf8f0",
        "wall_light": "#ffffff",
        "wall_shade": "#c6bba4",
        "dome": "#2f74b5",
        "dome_shine": "#8fc3ee",
        "dome_shade": "#184a7d",
        "dome_edge": "#0f2f52",
        "first_body": "#fbf4e6",
        "first_shade": "#d9c6a2",
        "first_edge": "#4d3826",
        "first_detail": "#5a3f27",
        "second_body": "#2f4674",
        "second_shade": "#1a2947",
        "second_shine": "#6580b3",
        "second_edge": "#0d1628",
        "second_detail": "#f0f5ff",
    },
    dark={
        "frame": "#1d4047",
        "frame_edge": "#122d33",
        "frame_ink": "#c6dedd",
        "square_light": "#6f6552",
        "line": "#544b3b",
        "stone_edge": "#3a3327",
        "target": "#8fdba3",
        "roof_1": "#9c927d",
        "roof_2": "#b0a691",
        "roof_3": "#c4bba7",
        "wall_light": "#d6cdb9",
        "wall_shade": "#7b715e",
        "dome": "#2f74b5",
        "dome_shine": "#8fc3ee",
        "dome_shade": "#154270",
        "dome_edge": "#081d35",
        "first_body": "#fbf4e6",
        "first_shade": "#d2bf9b",
        "first_edge": "#2a1d12",
        "first_detail": "#5a3f27",
        "second_body": "#283d68",
        "second_shade": "#15213b",
        "second_shine": "#6580b3",
        "second_edge": "#080e1a",
        "second_detail": "#f0f5ff",
    },
    signs={"dome": "∩"},
)
