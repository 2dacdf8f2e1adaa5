"""A contact sheet: the key positions of a game on one page."""

from __future__ import annotations

from html import escape

from outwit.drawing.palette import colours
from outwit.drawing.svg import FONT, sketch
from outwit.drawing.view import View
from outwit.movies.film import Film, Scene
from outwit.movies.lettering import fit, name_or, shrink, width
from outwit.movies.moments import Moment, moments
from outwit.movies.stage import Style

COLUMNS, MOST = 3, 9
# Lengths in pixels: a board's longer side, the gap between boards, the text below one, the title.
BOARD, GAP, TEXT, TITLE = 320, 28, 58, 84
SIZE, SMALL, LARGE = 15, 13, 24
BETWEEN = " – "


def sheet_of(film: Film, style: Style) -> str:
    """Return the sheet as SVG."""
    roles = colours(film.game.parts.look, style.check().theme)
    chosen = {moment.number: moment for moment in moments(film, MOST)}
    cells: list[str] = []
    definitions: list[str] = []
    columns = min(COLUMNS, len(chosen))
    wide = high = 0
    for scene in film.scenes():
        if scene.ending or scene.number not in chosen:
            continue
        view = View(theme=style.theme, flipped=style.flipped, prefix=f"s{scene.number}-")
        board = sketch(scene.position, view)
        scale = BOARD / max(board.width, board.height)
        wide, high = round(board.width * scale), round(board.height * scale)
        row, column = divmod(len(cells), columns)
        step = max(wide, BOARD * 3 // 4)
        x, y = GAP + column * (step + GAP), TITLE + row * (high + TEXT)
        definitions.append(board.definitions)
        cells.append(
            f'<g transform="translate({x} {y})">'
            f'<g transform="scale({scale:.6g})">{board.body}</g>'
            f"{words(scene, chosen[scene.number], roles, step, high)}</g>"
        )
    rows = -(-len(cells) // columns)
    across = GAP + columns * (max(wide, BOARD * 3 // 4) + GAP)
    height = TITLE + rows * (high + TEXT) + GAP // 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {height}" '
        f'width="{across}" height="{height}" font-family="{FONT}">'
        f"<defs>{''.join(definitions)}</defs>"
        f'<rect width="{across}" height="{height}" fill="{roles["table"]}"/>'
        f"{heading(film, roles, across)}{''.join(cells)}</svg>"
    )


def words(scene: Scene, moment: Moment, roles: dict[str, str], wide: int, below: int) -> str:
    """Write the move below its board, and why it is shown."""
    move = f"{scene.number}. {scene.caption}" if scene.number else "The start"
    size, small = shrink(move, SIZE, wide), shrink(moment.reason, SMALL, wide)
    return (
        f'<text y="{below + 24}" font-size="{size:.2f}" fill="{roles["ink"]}">'
        f"{escape(fit(move, size, wide))}</text>"
        f'<text y="{below + 43}" font-size="{small:.2f}" fill="{roles["soft"]}">'
        f"{escape(fit(moment.reason, small, wide))}</text>"
    )


def heading(film: Film, roles: dict[str, str], across: int) -> str:
    """Write the players and the result."""
    room = across - 2 * GAP
    title = title_of(film, room)
    ending = f"{film.game.display_name}. {film.ending}."
    size = shrink(ending, SIZE, room)
    below = fit(ending, size, room)
    return (
        f'<text x="{GAP}" y="40" font-size="{LARGE}" font-weight="bold" fill="{roles["ink"]}">'
        f'{escape(title)}</text><text x="{GAP}" y="64" font-size="{size:.2f}" '
        f'fill="{roles["soft"]}">{escape(below)}</text>'
    )


def title_of(film: Film, room: float) -> str:
    """Return the players; of names too long for the room, each gets half of it at least."""
    players = zip(film.record.players, film.game.sides, strict=True)
    names = [name_or(player, side) for player, side in players]
    room -= width(BETWEEN, LARGE, bold=True)
    wide = [width(name, LARGE, bold=True) for name in names]
    rooms = (max(room / 2, room - wide[1]), max(room / 2, room - wide[0]))
    shown = (fit(name, LARGE, most, bold=True) for name, most in zip(names, rooms, strict=True))
    return BETWEEN.join(shown)
