"""Turns a film into a file."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import PurePath
from typing import IO, Protocol

from outwit.errors import UsageError
from outwit.movies.film import Film
from outwit.movies.gif import GifWriter
from outwit.movies.mp4 import Mp4Writer
from outwit.movies.pace import Pace
from outwit.movies.painter import Painter
from outwit.movies.stage import Box, Stage, Style

TYPE_CHECKING = False
if TYPE_CHECKING:
    from PIL.Image import Image


class Writer(Protocol):
    """Takes the pictures of a film in order and keeps none of them."""

    def begin(self) -> None:
        """Write the data before the first picture."""

    def add(self, image: Image, boxes: list[Box], milliseconds: int) -> None:
        """Write a picture that differs from the one before in these boxes alone."""

    def finish(self) -> None:
        """Write the data after the last picture."""

    def close(self) -> None:
        """Release the writer's resources, also after an error."""


WRITERS: dict[str, Callable[[IO[bytes], Stage], Writer]] = {".gif": GifWriter, ".mp4": Mp4Writer}


def form_of(path: str) -> str:
    """Return the ending of a movie's file; raise UsageError if it is none of ours.

    >>> form_of("game.MP4")
    '.mp4'
    """
    ending = PurePath(path).suffix.lower()
    if ending not in WRITERS:
        raise UsageError(f"{path!r}: a movie's name ends in {' or '.join(WRITERS)}")
    return ending


def make_movie(
    film: Film, form: str, style: Style, pace: Pace, on_scene: Callable[[], object]
) -> bytes:
    """Return a film as a file; ``form`` is its ending. Call ``on_scene`` after each scene."""
    file = BytesIO()
    stage = Stage(film, style)
    painter = Painter(stage)
    writer = WRITERS[form](file, stage)
    try:
        writer.begin()
        for scene in film.scenes():
            image, boxes = painter.paint(scene)
            writer.add(image, boxes, pace.milliseconds(scene))
            on_scene()
        writer.finish()
    finally:
        writer.close()
    return file.getvalue()
