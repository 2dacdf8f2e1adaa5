"""The viewer of games on a tournament's page: a board, buttons, and the list of moves.

The page's one script, ``viewer.js``, puts artworks on squares as the data says. It knows no rules.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from outwit.drawing.palette import style_sheet
from outwit.drawing.svg import FONT
from outwit.reports.album import Album
from outwit.reports.markup import count, data

SCRIPT = (Path(__file__).parent / "viewer.js").read_text("utf-8")
# What the page's security policy allows to run: this text and nothing else.
SCRIPT_HASH = "sha256-" + b64encode(sha256(SCRIPT.encode()).digest()).decode("ascii")
# The buttons: id, name, key, and the shape on a square of 24 by 24.
BUTTONS = (
    ("first", "First position", "Home", "M6 5v14M19 5 9 12l10 7z"),
    ("back", "One move back", "←", "M16 5 6 12l10 7z"),
    ("forward", "One move forward", "→", "M8 5l10 7-10 7z"),
    ("last", "Last position", "End", "M18 5v14M5 5l10 7-10 7z"),
    ("flip", "Flip the board", "f", "M8 4v15m0 0-4-4m4 4 4-4M16 20V5m0 0-4 4m4-4 4 4"),
)


def viewer_style(album: Album) -> str:
    """Return the colours of the boards for a style sheet."""
    if album.game is None:
        return ""
    return style_sheet(album.game.parts.look, f".outwit-{album.game.name}")


def viewer(album: Album) -> Iterator[str]:
    """Yield the viewer, and below it data and script."""
    if album.game is None or not album.shown:
        return
    yield '<section id="games" aria-labelledby="games-title"><h2 id="games-title">Games</h2>'
    yield '<noscript><p class="soft">To step through games, allow this page its script.</p>'
    yield "</noscript>"
    if len(album.shown) < len(album.played):
        yield (
            f'<p class="soft small">{len(album.shown):,} of {count(len(album.played), "game")} '
            "can be stepped through: the greatest surprises, the longest and the latest. "
            "All are in the tournament's file.</p>"
        )
    # The class gives the seats the colours of the sides.
    kind = f"viewer outwit-{album.game.name}"
    yield f'<div id="viewer" class="{kind}" role="group" aria-label="Game" tabindex="-1" hidden>'
    yield '<div class="play"><div class="seat" id="seat-above"></div>'
    yield from _board(album)
    yield '<div class="seat" id="seat-below"></div>'
    yield '<div class="buttons" role="toolbar" aria-label="Steps">'
    for name, title, key, path in BUTTONS:
        yield (
            f'<button type="button" id="{name}" title="{title} ({key})" aria-label="{title}">'
            f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{path}"/></svg></button>'
        )
    yield "</div></div>"
    yield (
        '<div class="score"><div class="choose">'
        '<button type="button" id="earlier" aria-label="Previous game" '
        'title="Previous game (p)">‹</button>'
        '<select id="choice" aria-label="Game"></select>'
        '<button type="button" id="later" aria-label="Next game" title="Next game (n)">›</button>'
        '</div><p id="result" class="result"></p><p id="note" class="soft small"></p>'
        '<ol id="moves" class="moves" aria-label="Moves"></ol>'
        '<p id="said" class="said" aria-live="polite"></p>'
        '<p class="soft small keys">Keys: <kbd>←</kbd> <kbd>→</kbd> step, <kbd>Home</kbd> '
        "<kbd>End</kbd> in the list of moves, <kbd>f</kbd> flip, <kbd>n</kbd> <kbd>p</kbd> "
        "next and previous game</p></div></div></section>"
    )
    yield f'<script type="application/json" id="data">{data(album.data)}</script>'


def script(album: Album) -> str:
    """Return the script, if the page has a viewer."""
    return f"<script>{SCRIPT}</script>" if album.shown else ""


def _board(album: Album) -> Iterator[str]:
    assert album.game is not None
    kind = f"outwit outwit-{album.game.name}"
    yield (
        f'<svg id="board" class="{kind}" role="img" aria-labelledby="board-title" '
        f'font-family="{FONT}"><title id="board-title">Board</title>'
        f"<defs>{album.definitions}</defs>"
    )
    for number, backdrop in enumerate(album.backdrops):
        yield f'<g id="backdrop-{number}" hidden="">{backdrop.frame}</g>'
    yield '<g id="layers"></g>'
    for number, backdrop in enumerate(album.backdrops):
        yield f'<g id="labels-{number}" hidden="">{backdrop.labels}</g>'
        yield f'<g id="flipped-{number}" hidden="">{backdrop.flipped_labels}</g>'
    yield '</svg><pre id="text" hidden></pre>'
