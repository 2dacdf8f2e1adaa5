"""The viewer of games on a tournament's page: a board, buttons, and the list of moves.

The page's one script, ``viewer.js``, puts artworks on squares as the data says. It knows no rules.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from outwit.core.counting import counted
from outwit.core.value import Value
from outwit.drawing.frames import Backdrop
from outwit.drawing.palette import style_sheet
from outwit.drawing.svg import FONT
from outwit.reports.album import Album

SCRIPT = (Path(__file__).parent / "viewer.js").read_text("utf-8")
# Hash of the only script that the page's security policy allows.
SCRIPT_HASH = "sha256-" + b64encode(sha256(SCRIPT.encode()).digest()).decode("ascii")


class Viewer(Value):
    """What the viewer shows; ``kind`` is the class that gives it the colours of a game.

    ``selection`` says how many games of how many it has, if not all.
    """

    kind: str
    selection: str
    definitions: str
    backdrops: Sequence[Backdrop]
    data: Mapping[str, Any]
    font: str = FONT


def viewer_style(album: Album) -> str:
    """Return the colours of the boards for a style sheet."""
    if album.game is None:
        return ""
    return style_sheet(album.game.parts.look, f".outwit-{album.game.name}")


def viewer(album: Album) -> Viewer | None:
    """Return the viewer, if a game can be stepped through."""
    if album.game is None or not album.shown:
        return None
    selection = ""
    if len(album.shown) < len(album.played):
        selection = f"{len(album.shown):,} of {counted(len(album.played), 'game')}"
    kind = f"outwit-{album.game.name}"
    return Viewer(kind, selection, album.definitions, album.backdrops, album.data)
