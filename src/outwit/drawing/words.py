"""A position in words, for people who do not see the picture."""

from __future__ import annotations

from outwit.core.board import Square
from outwit.core.position import Position


def title(position: Position) -> str:
    """Say the game, and who is to move or how it ended.

    >>> import outwit
    >>> title(outwit.game("ataxx").start())
    'Ataxx: Red to move'
    """
    return f"{position.game.display_name}: {position.status}"


def description(position: Position) -> str:
    """Say what is where, one sentence for each side and kind of thing.

    >>> import outwit
    >>> description(outwit.game("ataxx").start())
    'Red: stone a7, g1. Blue: stone g7, a1.'
    """
    board = position.board
    kept: str | None = vars(board).get("description")
    if kept is None:
        kept = vars(board)["description"] = _describe(position)
    return kept


def _describe(position: Position) -> str:
    owned: tuple[dict[str, list[str]], ...] = ({}, {})
    things: dict[str, list[str]] = {}
    marks: dict[str, list[str]] = {}
    for square in position.board:
        name, piece = square.name, square.piece
        if piece is not None:
            owned[piece.owner].setdefault(piece.name, []).append(name)
        if square.obstacle:
            things.setdefault(square.obstacle.capitalize(), []).append(name)
        if square.level:
            things.setdefault(f"Level {square.level}", []).append(name)
        if square.value:
            things.setdefault(f"Worth {square.value}", []).append(name)
        if square.mark:
            marks.setdefault(square.mark.capitalize(), []).append(name)
    # Where names have commas, blanks keep them apart: 1,1 2,3.
    between = " " if "," in position.board.squares[0].name else ", "
    sentences = []
    for side, places in zip(position.game.sides, owned, strict=True):
        pieces = "; ".join([f"{name} {between.join(found)}" for name, found in places.items()])
        sentences.append(f"{side}: {pieces or 'no pieces'}.")
    # Things that never change come last.
    found = sorted(things.items()) + sorted(marks.items())
    sentences += [f"{thing}: {between.join(names)}." for thing, names in found]
    return " ".join(sentences)


def of_square(position: Position, square: Square) -> str:
    """Say what is on a square, nothing if there is nothing.

    >>> import outwit
    >>> start = outwit.game("ataxx").start()
    >>> of_square(start, start["a7"]), of_square(start, start["d4"])
    ('Red stone', '')
    """
    # Boards share squares, and squares belong to one game.
    kept: str | None = vars(square).get("words")
    if kept is None:
        kept = vars(square)["words"] = _say(position, square)
    return kept


def _say(position: Position, square: Square) -> str:
    said = []
    if square.piece is not None:
        said.append(f"{position.game.sides[square.piece.owner]} {square.piece.name}")
    said += [thing for thing in (square.obstacle, square.mark) if thing]
    if square.level:
        said.append(f"level {square.level}")
    if square.value:
        said.append(f"worth {square.value}")
    return ", ".join(said)
