"""The pictures that are compared byte by byte; ``python -m tests.drawing.golden`` writes them.

Look at every picture that has changed before committing it: ``--png FOLDER`` also writes PNGs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import outwit
from outwit.core.position import Position
from outwit.drawing.gallery import draw_pieces
from outwit.drawing.png import to_png
from outwit.records.reader import read_records
from outwit.records.record import GameRecord
from outwit.records.replay import first_position

HERE = Path(__file__).parent
FOLDER = HERE / "golden"
EXAMPLES = HERE.parents[1] / "examples" / "games.txt"
THEMES = ("light", "dark")


def records() -> list[GameRecord]:
    """Return a game of each kind; players and times are invented."""
    with open(EXAMPLES) as file:
        return list(read_records(file))


def position_after(record: GameRecord, plies: int) -> Position:
    """Return the position of a recorded game after so many moves."""
    position = first_position(record)
    for played in record.moves[:plies]:
        position.play(played.move)
    return position


def pictures() -> Iterator[tuple[str, str]]:
    """Yield file name and SVG of each picture."""
    for record in records():
        number = len(record.moves)
        for theme in THEMES:
            for name, plies in (("start", 0), ("middle", number // 2), ("end", number)):
                position = position_after(record, plies)
                yield f"{record.game}-{name}-{theme}.svg", position.svg(theme=theme)
            yield f"{record.game}-marks-{theme}.svg", marked(record, theme)
            game = outwit.game(record.game)
            yield f"{record.game}-pieces-{theme}.svg", draw_pieces(game, theme=theme)


def marked(record: GameRecord, theme: str) -> str:
    """Return a flipped board with everything that can be marked on it."""
    position = position_after(record, len(record.moves) // 3)
    move = position.legal_moves[0]
    origin = move.ways[-1][0]
    targets = {
        way[1] for move in position.legal_moves for way in move.ways if way[0] == origin if way[1:]
    }
    # A move of a single square goes there from the board's first square.
    arrow = (
        move.squares[0] if move.squares[1:] else position.board.squares[0].name,
        move.squares[-1],
    )
    return position.svg(
        theme=theme,
        flipped=True,
        selected=[origin],
        targets=sorted(targets),
        arrows=[arrow],
        danger=[position.board.squares[-1].name],
        prefix="second-",
    )


def main() -> None:
    """Write the pictures."""
    FOLDER.mkdir(exist_ok=True)
    wanted = dict(pictures())
    for path in FOLDER.glob("*.svg"):
        if path.name not in wanted:
            path.unlink()
    folder = Path(sys.argv[2]) if sys.argv[1:2] == ["--png"] else None
    for name, svg in wanted.items():
        (FOLDER / name).write_text(svg + "\n")
        if folder is not None:
            folder.mkdir(exist_ok=True, parents=True)
            (folder / name).with_suffix(".png").write_bytes(to_png(svg))


if __name__ == "__main__":
    main()
