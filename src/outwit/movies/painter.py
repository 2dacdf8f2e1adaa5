"""Paints the scenes of a film in order, drawing only the changed parts."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from outwit.drawing import raster
from outwit.errors import UsageError
from outwit.movies.film import Scene
from outwit.movies.stage import Box, Stage

if TYPE_CHECKING:
    from PIL.Image import Image

# Names and captions are drawn once.
KEPT = 64


class Painter:
    """Holds one picture, and paints each scene over the one before.

    Raise UsageError if a library for it is missing.
    """

    def __init__(self, stage: Stage) -> None:
        if not raster.has_pillow():
            raise UsageError("movies need Pillow: pip install 'outwit[pictures]'")
        from PIL import Image

        self.stage = stage
        table = stage.roles["table"]
        self.image = Image.new("RGB", (stage.width, stage.height), table)
        self.empty = Image.new("RGBA", (stage.board.width, stage.board.height), table)
        self.board = self.empty.copy()
        self.parts: list[str] = []

    def paint(self, scene: Scene) -> tuple[Image, list[Box]]:
        """Return the picture of a scene, and the area that differs from the one before.

        The picture is the same object every time; copy it to keep it.
        """
        stage = self.stage
        parts = stage.parts(scene)
        is_first = not self.parts
        boxes = self._paint_board(scene)
        for number, part in enumerate(parts):
            if is_first or part.body != self.parts[number]:
                picture = rendered(stage.cut(part.box, part.body))
                self.image.paste(picture, (part.box.x, part.box.y))
                boxes.append(part.box)
        self.parts = [part.body for part in parts]
        if is_first:
            boxes = [Box(0, 0, stage.width, stage.height)]
        return self.image, boxes

    def _paint_board(self, scene: Scene) -> list[Box]:
        """Paint the board; return the rectangle that has changed, if any has."""
        from PIL import ImageChops

        place = self.stage.board
        board = self.empty.copy()
        board.alpha_composite(raster.paint(scene.position, self.stage.view))
        changed = ImageChops.difference(board.convert("RGB"), self.board.convert("RGB")).getbbox()
        self.board = board
        if changed is None:
            return []
        left, top, right, bottom = changed
        self.image.paste(board.crop(changed), (place.x + left, place.y + top))
        return [Box(place.x + left, place.y + top, right - left, bottom - top)]


@lru_cache(KEPT)
def rendered(svg: str) -> Image:
    """Return an SVG as a picture, which the caller must not change."""
    return raster.rendered(svg).convert("RGB")
