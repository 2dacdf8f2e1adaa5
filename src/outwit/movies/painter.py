"""Paints the scenes of a film one after the other, drawing only what has changed."""

from __future__ import annotations

import re
from functools import lru_cache
from io import BytesIO
from math import ceil, floor
from typing import TYPE_CHECKING

from outwit.drawing.png import to_png
from outwit.drawing.svg import SIDE, Drawing
from outwit.errors import UsageError
from outwit.movies.film import Scene
from outwit.movies.stage import Box, Stage

if TYPE_CHECKING:
    from PIL.Image import Image

# As ``drawing.svg`` writes them: a copy of an artwork on a square, and a coordinate beside it.
USE = re.compile(r'<use href="#([^"]*)" x="(-?\d+)" y="(-?\d+)"[^>]*/>')
LABEL = re.compile(r'<text id="[^"]*" x="(-?\d+)" y="(-?\d+)">[^<]*</text>')
# What else changes with the pieces, and what nobody sees.
PIECE = re.compile(r'<g id="[^"]*" class="piece"[^>]*>|</g>')
UNSEEN = re.compile(r'<rect id="[^"]*" class="square"[^>]*/>')
# Artwork may reach this far beyond its square.
REACH = 14
# Where the edge of a picture cuts a shape, its outline is a little different; so we cut it later.
SPARE = 3
# Names, and squares that change to and fro, are drawn once.
KEPT = 64

Places = dict[tuple[int, int], list[str]]


class Painter:
    """Holds one picture, and paints each scene over the one before."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.image: Image | None = None
        self.parts: list[str] = []
        self.places: Places = {}
        self.rest = ""

    def paint(self, scene: Scene) -> tuple[Image, list[Box]]:
        """Return the picture of a scene, and where it differs from the one before.

        The picture is the same object every time; copy it to keep it.
        """
        stage = self.stage
        board = stage.sketch(scene.position)
        places, rest = places_in(board), USE.sub("", PIECE.sub("", board.body))
        parts = stage.parts(scene)
        if self.image is None:
            boxes = [Box(0, 0, stage.width, stage.height)]
            self.image = rendered(stage.svg(scene)).copy()
        else:
            boxes = self._board_boxes(places, rest)
            for box in boxes:
                near = stage.placed(self._near(board.body, box))
                self._paste(box, board.definitions, near, SPARE)
            for part, before in zip(parts, self.parts, strict=True):
                if part.body != before:
                    self._paste(part.box, "", part.body)
                    boxes.append(part.box)
        self.parts = [part.body for part in parts]
        self.places, self.rest = places, rest
        return self.image, boxes

    def _board_boxes(self, places: Places, rest: str) -> list[Box]:
        """Return the rectangles of the board that have changed, none touching another."""
        if rest != self.rest:
            return [self.stage.board]
        changed = [
            place
            for place in {**places, **self.places}
            if places.get(place) != self.places.get(place)
        ]
        return apart([self._box(x - REACH, y - REACH, SIDE + 2 * REACH) for x, y in changed])

    def _box(self, x: float, y: float, side: float) -> Box:
        """Return the pixels that a square of the drawing touches, as far as the board goes."""
        board, scale = self.stage.board, self.stage.scale
        left, top = max(0, floor(x * scale)), max(0, floor(y * scale))
        right = min(board.width, ceil((x + side) * scale))
        bottom = min(board.height, ceil((y + side) * scale))
        return Box(board.x + left, board.y + top, right - left, bottom - top)

    def _near(self, body: str, box: Box) -> str:
        """Return the body of a board without artwork and coordinates that are far from a box."""
        board, scale = self.stage.board, self.stage.scale
        left, top = (box.x - board.x) / scale, (box.y - board.y) / scale
        right, bottom = left + box.width / scale, top + box.height / scale

        def is_near(x: float, y: float) -> bool:
            far = SIDE + REACH
            return left - far < x < right + REACH and top - far < y < bottom + REACH

        def art(use: re.Match[str]) -> str:
            return use[0] if is_near(int(use[2]), int(use[3])) else ""

        def label(text: re.Match[str]) -> str:
            half = SIDE / 2
            return text[0] if is_near(int(text[1]) - half, int(text[2]) - half) else ""

        return LABEL.sub(label, USE.sub(art, UNSEEN.sub("", body)))

    def _paste(self, box: Box, definitions: str, body: str, spare: int = 0) -> None:
        """Draw a box of the picture; ``spare`` pixels around it are drawn, too, and cut off."""
        assert self.image is not None
        outer = Box(box.x - spare, box.y - spare, box.width + 2 * spare, box.height + 2 * spare)
        image = rendered(self.stage.cut(outer, definitions, body))
        area = (spare, spare, spare + box.width, spare + box.height)
        self.image.paste(image.crop(area) if spare else image, (box.x, box.y))


def places_in(board: Drawing) -> Places:
    """Return the artworks on each square, from the bottom up, by place."""
    places: Places = {}
    for name, x, y in USE.findall(board.body):
        places.setdefault((int(x), int(y)), []).append(name)
    return places


def apart(boxes: list[Box]) -> list[Box]:
    """Join boxes that overlap, until none do."""
    found: list[Box] = []
    for box in boxes:
        joined = box
        while touching := [other for other in found if overlap(joined, other)]:
            for other in touching:
                found.remove(other)
                joined = around(joined, other)
        found.append(joined)
    return found


def overlap(one: Box, other: Box) -> bool:
    """Tell whether two boxes share a pixel."""
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def around(one: Box, other: Box) -> Box:
    """Return the smallest box that holds two.

    >>> around(Box(0, 0, 2, 2), Box(3, 1, 2, 2))
    Box(x=0, y=0, width=5, height=3)
    """
    x, y = min(one.x, other.x), min(one.y, other.y)
    right = max(one.x + one.width, other.x + other.width)
    bottom = max(one.y + one.height, other.y + other.height)
    return Box(x, y, right - x, bottom - y)


@lru_cache(KEPT)
def rendered(svg: str) -> Image:
    """Return an SVG as a picture, which nobody may change.

    Raise UsageError if a library for it is missing.
    """
    try:
        from PIL import Image
    except ImportError:
        raise UsageError("movies need Pillow: pip install 'outwit[pictures]'") from None
    with Image.open(BytesIO(to_png(svg))) as image:
        return image.convert("RGB")
