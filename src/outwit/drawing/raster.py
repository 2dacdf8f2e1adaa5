"""A position as PNG, put together from artworks that are rendered once.

To render the whole SVG takes longer, and half of that goes into compressing the picture.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from math import ceil, floor
from typing import TYPE_CHECKING

from outwit.core.position import Position
from outwit.drawing.frames import GROUND, UNDER, Frame, FrameMaker
from outwit.drawing.ground import SIDE, placed
from outwit.drawing.palette import VARIABLE
from outwit.drawing.png import to_png
from outwit.drawing.studio import ID
from outwit.drawing.svg import FONT, Sketch, draw
from outwit.drawing.view import View
from outwit.errors import UsageError

if TYPE_CHECKING:
    from typing import Unpack

    from PIL.Image import Image

    from outwit.core.look import ViewOptions

# How far artwork may reach beyond its square.
REACH = 40
# Zlib's level: a higher one takes twice as long and saves a twentieth.
COMPRESSION = 3
NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'


def draw_png(position: Position, **options: Unpack[ViewOptions]) -> bytes:
    """Return a position as PNG.

    Args:
        position: The position.
        options: The options of ``Position.svg``; ``theme`` is ``light`` or ``dark``.

    Raises:
        UsageError: An option has no such value, or a library is missing.
        UnknownSquare: An option names a square that is not on the board.

    >>> import outwit
    >>> draw_png(outwit.game("ataxx").start(), size=64)[1:4]
    b'PNG'
    """
    view = View(**options).check(position)
    if view.theme in VARIABLE:
        raise UsageError(f"theme {view.theme} is only for SVG; choose light or dark for PNG")
    if view.arrows or not has_pillow():
        return to_png(draw(position, **options))
    file = BytesIO()
    paint(position, view).save(file, "PNG", compress_level=COMPRESSION)
    return file.getvalue()


def has_pillow() -> bool:
    """Tell whether the library that puts pictures together is there."""
    from importlib.util import find_spec

    return find_spec("PIL") is not None


def paint(position: Position, view: View) -> Image:
    """Return a position as a picture; of the view, arrows are left out."""
    sketch = Sketch(position, view)
    maker = FrameMaker(position.game, view.theme, view.style)
    last = position.last_move if view.last_move else None
    cells = maker.frame(position, () if last is None else last.squares, view)
    corners = [sketch.place(square) for square in position.board]
    scale = view.size / max(sketch.ground.width, sketch.ground.height)
    image = backed(ground(sketch, maker, cells, corners)).copy()
    turning = frozenset(maker.turning if view.flipped else ())
    definitions = maker.studio.definitions.replace(ID, maker.own)
    for (layer, number), art in sorted(cells.items()):
        if layer != GROUND:
            source = maker.artwork(art)
            if art in turning:
                source = f'<g transform="rotate(180 {SIDE // 2} {SIDE // 2})">{source}</g>'
            x, y = ((corner - REACH) * scale for corner in corners[number])
            if layer >= UNDER:
                # So that it is rendered once for all squares; what fills a square must fit it.
                x, y = round(x), round(y)
            stamp, right, down = stamped(cut(source, definitions, scale, x % 1, y % 1))
            left, top = floor(x) + right, floor(y) + down
            image.alpha_composite(stamp, (max(0, left), max(0, top)), (max(0, -left), max(0, -top)))
    return image


def ground(sketch: Sketch, maker: FrameMaker, cells: Frame, corners: list[tuple[int, int]]) -> str:
    """Return the fixed part of a game's pictures as SVG: frame, empty squares and coordinates."""
    turning = frozenset(maker.turning if sketch.view.flipped else ())
    arts = {art for (layer, _), art in cells.items() if layer == GROUND}
    kept = "".join(f'<g id="{art}">{maker.artwork(art)}</g>' for art in sorted(arts))
    uses = [
        placed(art, corners[number], turns=art in turning)
        for (layer, number), art in sorted(cells.items())
        if layer == GROUND
    ]
    wide, high = sketch.ground.width, sketch.ground.height
    scale = sketch.view.size / max(wide, high)
    return (
        f'<svg {NAMESPACE} viewBox="0 0 {wide} {high}" width="{wide * scale:.0f}" '
        f'height="{high * scale:.0f}" font-family="{FONT}">'
        f"<defs>{maker.studio.definitions.replace(ID, maker.own)}{kept}</defs>"
        f"{sketch.frame()}{''.join(uses)}{sketch.labels()}</svg>"
    )


def cut(source: str, definitions: str, scale: float, right: float, down: float) -> str:
    """Return an artwork with its surroundings as SVG, moved by a part of a pixel."""
    side = ceil((SIDE + 2 * REACH) * scale) + 1
    used = definitions if "url(#" in source else ""
    return (
        f'<svg {NAMESPACE} width="{side}" height="{side}" font-family="{FONT}"><defs>{used}</defs>'
        f'<g transform="translate({right + REACH * scale:.2f} {down + REACH * scale:.2f}) '
        f'scale({scale:.6f})">{source}</g></svg>'
    )


@lru_cache(512)
def stamped(svg: str) -> tuple[Image, int, int]:
    """Return what is to be seen of an artwork, and how far it lies to the right and down."""
    whole = rendered(svg)
    left, top, right, bottom = whole.getbbox() or (0, 0, 1, 1)
    return whole.crop((left, top, right, bottom)), left, top


@lru_cache(8)
def backed(svg: str) -> Image:
    """Return an empty board as a picture, which the caller must not change."""
    return rendered(svg)


def rendered(svg: str) -> Image:
    """Return an SVG as a picture."""
    from PIL import Image

    with Image.open(BytesIO(to_png(svg))) as image:
        return image.convert("RGBA")
