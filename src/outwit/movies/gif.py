"""Films as GIF: one palette for all pictures, and only the changed part of each picture."""

from __future__ import annotations

from itertools import chain
from operator import sub
from struct import pack
from typing import IO, TYPE_CHECKING

from outwit.movies.painter import Painter
from outwit.movies.stage import Box, Stage

if TYPE_CHECKING:
    from PIL.Image import Image

# The last of the 256 entries of the palette means that a pixel stays as it was.
COLOURS = 255
UNCHANGED = 255
# Palette entries of the most frequent colours, which are kept exactly.
EXACT, NEAR = 64, 7
# Scenes from which the palette is made, as shares of the film.
SAMPLES = (0.0, 0.5, 1.0)
FOREVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
END = b"\x3b"


class GifWriter:
    """Writes pictures to a file as they come."""

    def __init__(self, file: IO[bytes], stage: Stage) -> None:
        self.file = file
        self.stage = stage
        self.palette = palette_of(stage)
        self.canvas: Image | None = None

    def begin(self) -> None:
        """Write the size, the palette, and that the film begins again."""
        colours = (self.palette.getpalette() or [])[: 3 * COLOURS]
        table = bytes(colours).ljust(3 * 256, b"\0")
        size = pack("<HH", self.stage.width, self.stage.height)
        self.file.write(b"GIF89a" + size + b"\xf7\x00\x00" + table + FOREVER)

    def add(self, image: Image, boxes: list[Box], milliseconds: int) -> None:
        """Write a picture that differs from the one before in these boxes alone."""
        from PIL import GifImagePlugin, ImageChops
        from PIL.Image import Dither, new

        before = self.canvas
        canvas = new("P", image.size) if before is None else before.copy()
        for box in boxes:
            area = (box.x, box.y, box.x + box.width, box.y + box.height)
            piece = image.crop(area).quantize(palette=self.palette, dither=Dither.NONE)
            canvas.paste(piece, area[:2])
        self.canvas = canvas
        shown, corner = canvas, (0, 0)
        if before is not None:
            changed = ImageChops.difference(_numbers(canvas), _numbers(before))
            mask = changed.point([0] + [255] * 255)
            # A picture must have a pixel, even if nothing has changed.
            area = mask.getbbox() or (0, 0, 1, 1)
            shown = new("P", (area[2] - area[0], area[3] - area[1]), UNCHANGED)
            shown.paste(canvas.crop(area), (0, 0), mask.crop(area))
            corner = area[:2]
        for data in GifImagePlugin.getdata(
            shown, corner, duration=milliseconds, transparency=UNCHANGED, disposal=1
        ):
            self.file.write(data)

    def finish(self) -> None:
        """Write the end."""
        self.file.write(END)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


def palette_of(stage: Stage) -> Image:
    """Return a picture with the colours of a film."""
    from PIL.Image import Quantize, new

    last = len(stage.film) - 1
    wanted = {round(share * last) for share in SAMPLES}
    samples = new("RGB", (stage.width, stage.height * len(wanted)))
    row = 0
    for number, scene in enumerate(stage.film.scenes()):
        if number in wanted:
            image, _ = Painter(stage).paint(scene)
            samples.paste(image, (0, row))
            row += stage.height
    counted = samples.getcolors(samples.width * samples.height) or []
    most = sorted(counted, reverse=True)[:EXACT]
    frequent = [colour for _, colour in most if isinstance(colour, tuple)]
    rest = samples.quantize(COLOURS - len(frequent), method=Quantize.MEDIANCUT, kmeans=1)
    flat = rest.getpalette() or []
    # Pillow may take a near colour for an exact one, so those that are nearly the same go.
    others = [
        colour
        for colour in zip(flat[::3], flat[1::3], flat[2::3], strict=True)
        if all(max(map(abs, map(sub, colour, kept))) > NEAR for kept in frequent)
    ]
    palette = new("P", (1, 1))
    palette.putpalette(bytes(chain(*frequent, *others)))
    return palette


def _numbers(image: Image) -> Image:
    """Return a picture whose grey values are the numbers of the colours of another."""
    from PIL.Image import frombytes

    return frombytes("L", image.size, image.tobytes())
