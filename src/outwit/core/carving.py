"""Artwork of carved pieces: outlines become wood, with light, shade and a shadow.

A piece stands on a plinth, round for the first side and stepped for the second, so that the sides
differ without colours too.
"""

from __future__ import annotations

from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.side import Side

# Definitions of carved pieces for ``Look.definitions``; all parts of a piece share one light.
WOODS = "".join(
    f'<linearGradient id="{{id}}wood-{side}" gradientUnits="userSpaceOnUse" x1="20" y1="10" '
    f'x2="82" y2="90"><stop offset=".05" stop-color="{{{side}_shine}}"/><stop offset="{middle}" '
    f'stop-color="{{{side}_body}}"/><stop offset="1" stop-color="{{{side}_shade}}"/>'
    "</linearGradient>"
    for side, middle in (("first", 0.45), ("second", 0.75))
)
# Their tops lie at y = 79.
PLINTHS = (
    "M18 92Q17 86 24 85 27 79 36 79H64Q73 79 76 85 83 86 82 92Z",
    "M16 92V85.5H24V79H76V85.5H84V92Z",
)
# The line on a plinth.
MOULDING = "M32 85.5H68"


class Solid(Value):
    """An outline that is filled; it must go clockwise."""

    path: str


class Rod(Value):
    """Lines as thick rods with round ends; without a width, they are all edge."""

    path: str
    width: float = 0


def carve(side: Side, *parts: Solid | Rod, engraving: str = "", inlay: str = "") -> str:
    """Return the artwork of a piece, its parts from the back to the front.

    The last part is a solid that ends where the plinth begins, at y = 79, and becomes one with it.
    ``engraving`` is a path of lines, ``inlay`` one that is filled; both lie on top of all.
    """
    *others, front = parts
    parts = (*others, Solid(front.path + PLINTHS[side]))
    wood = f"url(#{{id}}wood-{'second' if side else 'first'})"
    return (
        _shadow(parts)
        + f'<g fill="{wood}" stroke="{{edge}}" stroke-width="3" stroke-linecap="round" '
        'stroke-linejoin="round">'
        + "".join(_body(part, wood) for part in parts)
        + f'<path d="{engraving}{MOULDING}" fill="none" stroke="{{detail}}"/>'
        + (f'<path d="{inlay}" fill="{{detail}}" stroke="none"/>' if inlay else "")
        + "</g>"
    )


def disc(x: float, y: float, radius: float) -> str:
    """Return a circle as part of a path.

    >>> disc(50, 40, 10)
    'M40 40a10 10 0 0 1 20 0a10 10 0 0 1 -20 0Z'
    """
    arc = f"a{radius} {radius} 0 0 1 "
    return f"M{x - radius} {y}{arc}{2 * radius} 0{arc}{-2 * radius} 0Z"


def _shadow(parts: tuple[Solid | Rod, ...]) -> str:
    """Return the shadow. All solids are one path, because each path takes time to draw."""
    solids = "".join(part.path for part in parts if isinstance(part, Solid))
    rods = "".join(
        f'<path d="{part.path}" fill="none" stroke="{{shadow}}" stroke-opacity=".3" '
        f'stroke-width="{part.width + 1}" stroke-linecap="round"/>'
        for part in parts
        if isinstance(part, Rod) and part.width
    )
    return (
        f'<g transform="translate(5 5.5)"><path d="{solids}" fill="{{shadow}}" fill-opacity=".3"/>'
        f"{rods}</g>"
    )


def _body(part: Solid | Rod, wood: str) -> str:
    if isinstance(part, Solid):
        # Its edge hides how crisp the filling is, which is drawn faster so.
        filling = f'<path d="{part.path}" stroke="none" shape-rendering="crispEdges"/>'
        return f'{filling}<path d="{part.path}" fill="none"/>'
    lines = f'<path d="{part.path}" fill="none" '
    edge = f'{lines}stroke-width="{part.width + 3}"/>'
    core = f'{lines}stroke="{wood}" stroke-width="{part.width - 3}"/>' if part.width else ""
    return edge + core
