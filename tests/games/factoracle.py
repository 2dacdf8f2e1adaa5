"""Whether what a game says about a move is true, slowly and by other ways than the game's."""

from __future__ import annotations

import re
from collections.abc import Callable

from outwit.core.board import Square
from outwit.core.move import Move
from outwit.core.position import Position
from tests.oracles import advance as oracle


def passed(position: Position) -> Position:
    """Return a position in which the side to move has passed."""
    board, side, *rest = position.text.split(" ")
    text = " ".join([board, "b" if side == "w" else "w", *rest])
    return position.game.position(text, **position.options)


def advance(before: Position, move: Move, after: Position, said: str) -> bool:
    """Look at Generals as the oracle does, and for captures were it the mover's turn again."""
    boards = [oracle.board_from(each.text.split(" ")[0]) for each in (before, after)]
    if said == "It attacks the General.":
        return oracle.is_in_danger(boards[1], 1 - before.turn)
    if said == "It brings your General out of danger.":
        return oracle.is_in_danger(boards[0], before.turn)
    if match := re.fullmatch(r"It gives the (\w+) on (\w\d) (\d+) more moves\.", said):
        name, square, number = match.groups()
        counts = [
            sum(each.startswith(square) for each in line.legal_moves)
            for line in (before, passed(after))
        ]
        return before[square] == after[square] and counts[1] - counts[0] == int(number)
    match = re.fullmatch(r"It (attacks|defends) the (\w+) on (\w\d)\.", said)
    assert match, said
    what, name, square = match.groups()
    piece = after[square].piece
    assert piece is not None
    if piece.name != name:
        return False
    if what == "defends":
        enemies = passed(before)
        return piece.owner == before.turn and any(
            taken_back(after, each, square) and not taken_back(enemies, each, square)
            for each in after.legal_moves
            if each[2:] == square and enemies.is_legal(each)
        )
    acting = move[:2] if "*" in move else move[-2:]
    was = [each[-2:] for each in before.legal_moves if each[:2] == move[:2]]
    now = [each[-2:] for each in passed(after).legal_moves if each[:2] == acting]
    return piece.owner == 1 - before.turn and square in now and square not in was


def taken_back(position: Position, move: Move, square: str) -> bool:
    """Tell whether the captor on a square can be captured."""
    end = position.after(move)
    assert end[square].owner == position.turn
    return any(each[-2:] == square for each in end.legal_moves)


def ataxx(before: Position, _: Move, after: Position, said: str) -> bool:
    """Only a pass is possible."""
    name = before.game.sides[1 - before.turn]
    return said == f"{name} cannot move and must pass." and [*after.legal_moves] == ["0000"]


def jesonmor(before: Position, move: Move, after: Position, said: str) -> bool:
    """Leap to the centre and away from it."""
    middle = after.board.rows // 2
    centre = after.board.at(middle, middle)
    assert centre is not None
    was, now = before[centre.name], after[centre.name]

    def knight(square: Square, side: int) -> bool:
        return square.piece is not None and square.piece.letter == "Kk"[side]

    side = before.turn
    if said == "The knight takes the centre square.":
        return knight(now, side) and not knight(was, side)
    if said == "The enemy knight on the centre square is gone.":
        return knight(was, 1 - side) and not knight(now, 1 - side)
    if said == "Its next leap can reach the centre square.":
        landed = after[move.squares[1]]
        again = [each.squares for each in passed(after).legal_moves]
        return knight(landed, side) and (landed.name, centre.name) in again
    assert said == "An enemy knight that leaps to the centre square can be captured there at once."
    leaps = [
        each
        for each in after.legal_moves
        if each.squares[1] == centre.name and knight(after[each.squares[0]], 1 - side)
    ]
    return bool(leaps) and all(
        centre.name in [answer.squares[1] for answer in after.after(each).legal_moves]
        for each in leaps
    )


def push(before: Position, move: Move, after: Position, said: str) -> bool:
    """Look at the cells, and try all pushes."""
    free = [each.value for each in before.board if not each.piece and each.mark != "border"]
    if said == "No free cell is worth more.":
        return after[move].value == max(free)
    if said == "No answer can push this stone away.":
        return all(after.after(each)[move].owner == before.turn for each in after.legal_moves)
    worths = re.findall(r"\d+", said.replace(f"stone of {before.game.sides[1 - before.turn]}", ""))
    more, less = map(int, worths)
    lost, won, side = more, less, before.turn
    owner = side if said.startswith("It pushes your own") else 1 - side
    left = [each for each in before.board if each.owner == owner and each.value == lost]
    reached = [each for each in after.board if each.owner == owner and each.value == won]
    better = won > lost if owner == side else won < lost
    gone = next(iter(move.squares)).split(",")
    lines = [each for each in left if gone[0] == str(each.row) or gone[1] == str(each.column)]
    return better and bool(lines) and bool(reached)


def santorini(before: Position, _: Move, after: Position, said: str) -> bool:
    """Step up with each worker, were it that side's turn."""
    side = before.turn
    match = re.fullmatch(r"(?:(\w+) can no longer climb|It opens a way up) to (.*)\.", said)
    assert match, said
    named = set(re.findall(r"[a-e]\d", match[2]))
    looked = 1 - side if match[1] else side
    ways = [ups(each, looked) for each in (before, after)]
    if match[1]:
        ways.reverse()
        assert match[1] == before.game.sides[1 - side]
    return bool(named) and named <= ways[1] and not named & ways[0]


def ups(position: Position, side: int) -> set[str]:
    """List the squares one level above a worker of a side next to it, free of workers."""
    found = set()
    for own in position.board:
        for near in position.board:
            apart = max(abs(own.row - near.row), abs(own.column - near.column))
            up = near.level == own.level + 1 and near.level < 4
            if own.owner == side and apart == 1 and near.piece is None and up:
                found.add(near.name)
    return found


FACTS: dict[str, Callable[[Position, Move, Position, str], bool]] = {
    "advance": advance,
    "ataxx": ataxx,
    "jesonmor": jesonmor,
    "push": push,
    "santorini": santorini,
}
