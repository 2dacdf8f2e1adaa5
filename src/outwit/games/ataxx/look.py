"""What Ataxx looks like: two kinds of pebbles in the hollows of a wooden board."""

from __future__ import annotations

from outwit.core.look import Look

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.board import Board, Square

# A broad round pebble for Red, a narrower and more angular one for Blue.
RED = "M51 12C72 12 88 29 88 50 88 72 70 88 49 88 28 88 12 71 12 50 12 28 29 12 51 12Z"
BLUE = "M47 12C65 9 86 22 88 42 90 63 80 84 58 88 37 92 14 80 12 57 10 37 25 15 47 12Z"
STAR = "M50 27Q53.5 46.5 73 50 53.5 53.5 50 73 46.5 53.5 27 50 46.5 46.5 50 27Z"


def pebble(outline: str) -> str:
    """Return a polished pebble without its carving; gradients would be slow to render."""
    return (
        f'<path d="{outline}" transform="translate(5 6)" fill="{{shadow}}" fill-opacity=".3"/>'
        f'<path d="{outline}" fill="{{body}}" stroke="{{edge}}" stroke-width="3"/>'
        '<path d="M85.5 38C90 62 76 86 50 86.5 36 86.5 25 81 19 72 32 80 51 80 64 71 77 62 84 51 '
        '85.5 38Z" fill="{shade}"/>'
        '<path d="M22 40Q27 22 48 19 46 25 37 29 28 33 22 40Z" fill="{shine}"/>'
    )


def carved(path: str, dark: str, light: str) -> str:
    """Return a carving: its far wall catches the light."""
    return (
        f'<path d="{path}" transform="translate(1.5 1.5)" fill="{light}"/>'
        f'<path d="{path}" fill="{dark}"/>'
    )


PIECES = {
    "x": pebble(RED)
    + '<circle cx="51.5" cy="51.5" r="18" fill="none" stroke="{shine}" stroke-width="5.5"/>'
    '<circle cx="50" cy="50" r="18" fill="none" stroke="{detail}" stroke-width="5.5"/>',
    "o": pebble(BLUE) + carved(STAR, "{detail}", "{edge}"),
}
ARTWORK = {
    "hollow": '<circle cx="50" cy="50" r="31" fill="{hollow}"/>'
    '<circle cx="51.5" cy="51.5" r="29.5" fill="{square_dark}"/>',
    "block": '<path d="M12 10H98V96L92 98H14L10 94Z" fill="{shadow}" fill-opacity=".3"/>'
    '<path d="M6 6H94L50 50Z" fill="{stone_light}"/><path d="M6 6 50 50 6 94Z" fill="{stone}"/>'
    '<path d="M94 6V94L50 50Z" fill="{stone_shade}"/><path d="M6 94 50 50 94 94Z" '
    'fill="{stone_dark}"/><rect x="6" y="6" width="88" height="88" rx="3" fill="none" '
    'stroke="{stone_edge}" stroke-width="3" stroke-linejoin="round"/>',
}


def under(board: Board, square: Square) -> tuple[str, ...]:
    """Name the artwork of a square: a tile, with a hollow unless a block or a stone is there."""
    if square.obstacle:
        return "plain", "block"
    return ("plain",) if square.piece else ("plain", "hollow")


LOOK = Look(
    pieces=PIECES,
    artwork=ARTWORK,
    under=under,
    light={
        "square_light": "#e9d5ae",
        "square_dark": "#dcc498",
        "hollow": "#c7ab7c",
        "line": "#c3a577",
        "stone_shade": "#75706a",
        "stone_edge": "#45413c",
        "first_body": "#e0745a",
        "first_shade": "#c65b42",
        "first_shine": "#fcd5c6",
        "first_edge": "#5e2216",
        "first_detail": "#8a3020",
        "second_body": "#2e4c7a",
        "second_shade": "#213a61",
        "second_shine": "#9dbce6",
        "second_edge": "#0c172b",
        "second_detail": "#bcd3f0",
    },
    dark={
        "square_light": "#6d563e",
        "square_dark": "#5f4a35",
        "hollow": "#463525",
        "line": "#503d2a",
        "target": "#86cf97",
        "stone": "#8a847b",
        "stone_dark": "#4b4741",
        "stone_light": "#b5aea3",
        "stone_shade": "#68635c",
        "stone_edge": "#1f1c19",
        "first_body": "#e8806a",
        "first_shade": "#cb604a",
        "first_shine": "#fddccf",
        "first_edge": "#3c130b",
        "first_detail": "#86301f",
        "second_body": "#2c4a78",
        "second_shade": "#1e365b",
        "second_shine": "#a4c2ea",
        "second_edge": "#070e1b",
        "second_detail": "#c5daf4",
    },
    glyphs={"x": "●", "o": "○"},
    signs={"block": "■"},
)
