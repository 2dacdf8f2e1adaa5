"""Draws the pictures of the README and of the rules: ``python -m docs.pictures``."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from outwit.arena.livegame import LiveGame
from outwit.arena.seat import PERSON, level_seat
from outwit.cli.draw import find_targets
from outwit.core.position import Position
from outwit.games import game as find_game
from outwit.records.reader import read_records
from outwit.records.record import GameRecord
from outwit.records.replay import first_position
from outwit.terminal.application import OutwitApp
from outwit.terminal.boardview import BoardView
from outwit.terminal.kept import Keeper

PAGES = Path(__file__).parent
FOLDER = PAGES / "pictures"
GAMES = PAGES.parent / "examples" / "games.txt"
SIZE = 300
# The terminal shows this game, after this many moves, in so many columns and rows.
SHOWN, PLIES, SCREEN = "santorini", 16, (88, 26)
# For the page of a game's rules: the title of one of its examples, and the square whose moves are
# marked in it.
MARKED = {
    "advance": ("A Dragon needs distance", "d4"),
    "ataxx": ("A jump goes two squares", "b6"),
    "jesonmor": ("Knights have legs", "d3"),
    "push": ("Push from the border", "2,0"),
    "santorini": ("Two levels are too high", "b2"),
}


def records() -> list[GameRecord]:
    """Return the example of each game."""
    with open(GAMES) as file:
        return list(read_records(file))


def after(record: GameRecord, plies: int) -> Position:
    """Return the position after some moves of a game."""
    position = first_position(record)
    for played in record.moves[:plies]:
        position.play(played.move)
    return position


def rules(name: str) -> dict[str, str]:
    """Return the pictures of a game's rules: the start, and where a piece may go."""
    game = find_game(name)
    title, square = MARKED[name]
    position = next(each for each in game.parts.examples if each.title == title).start(game)
    selected, targets = find_targets(position, square)
    marked = position.svg(size=SIZE, selected=selected, targets=targets)
    return {
        f"rules-{name}-start.svg": game.start().svg(size=SIZE),
        f"rules-{name}-moves.svg": marked,
    }


def pictures() -> dict[str, str]:
    """Return the pictures by the names of their files."""
    # The same picture whatever terminal this is run from.
    os.environ["COLORTERM"] = "truecolor"
    drawn = {
        f"{record.game}.svg": after(record, len(record.moves) * 2 // 3).svg(size=SIZE)
        for record in records()
    }
    for name in MARKED:
        drawn |= rules(name)
    record = next(record for record in records() if record.game == SHOWN)
    drawn["terminal.svg"] = asyncio.run(screen(after(record, PLIES)))
    return drawn


async def screen(position: Position) -> str:
    """Return the terminal application as a picture, with a piece picked up."""
    live = LiveGame(position.game, position, (PERSON, level_seat(3)))
    with TemporaryDirectory() as folder:
        app = OutwitApp(live, keeper=Keeper(Path(folder)))
        async with app.run_test(size=SCREEN) as pilot:
            await pilot.pause()
            view = app.screen.query_one(BoardView)
            origin = position.legal_moves[0].squares[0]
            await pilot.click(view, offset=view.place_of(origin))
            await pilot.pause()
            return still(app, f"outwit play {position.game.name}")


def still(app: OutwitApp, title: str | None = None) -> str:
    """Return the application's screen as SVG, without what changes from run to run."""
    drawn = re.sub(r"terminal-\d+", "terminal", app.export_screenshot(title=title, simplify=True))
    # The fonts would be loaded from elsewhere.
    return re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (FOLDER / name).write_text(f"{picture}\n")
