"""The pictures that are compared byte by byte; ``python -m tests.drawing.golden`` writes them.

Look at every picture that has changed before committing it: ``--png FOLDER`` also writes PNGs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import outwit
from docs.pictures import after, records
from outwit.drawing.gallery import draw_pieces
from outwit.drawing.png import to_png
from outwit.records.record import GameRecord

HERE = Path(__file__).parent
FOLDER = HERE / "golden"
THEMES = ("light", "dark")


def pictures() -> Iterator[tuple[str, str]]:
    """Yield file name and SVG of each picture."""
    for record in records():
        number = len(record.moves)
        for theme in THEMES:
            for name, plies in (("start", 0), ("middle", number // 2), ("end", number)):
                position = after(record, plies)
                yield f"{record.game}-{name}-{theme}.svg", position.svg(theme=theme)
            yield f"{record.game}-marks-{theme}.svg", marked(record, theme)
            game = outwit.game(record.game)
            yield f"{record.game}-pieces-{theme}.svg", draw_pieces(game, theme=theme)


def marked(record: GameRecord, theme: str) -> str:
    """Return a flipped board with everything that can be marked on it."""
    position = after(record, len(record.moves) // 3)
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
