"""Reasons for moves of Advance."""

from __future__ import annotations

from collections import Counter

from outwit.core.move import Move
from outwit.core.position import Position
from outwit.core.reasons import Reasons
from outwit.games.advance.danger import danger

# As in the rules; the General is never captured.
WORTH = {"Z": 1, "B": 2, "J": 3, "M": 4, "S": 5, "C": 6, "D": 7}
CHECKS = "It attacks the General."
ESCAPES = "It brings your General out of danger."
ATTACKS = "It attacks the {piece} on {square}."
DEFENDS = "It defends the {piece} on {square}."
OPENS = "It gives the {piece} on {square} {number} more moves."
# Fewest new moves of a piece that are worth a sentence.
MANY = 3
# Pieces that move where they act; the others act without moving.
MOVING = ("move", "capture", "swap", "mine")


def material(position: Position, side: int) -> int:
    """Return the value of a side's pieces less that of the other side's."""
    board = position.text.partition(" ")[0]
    white = sum(board.count(letter) * worth for letter, worth in WORTH.items())
    black = sum(board.count(letter.lower()) * worth for letter, worth in WORTH.items())
    return black - white if side else white - black


def facts(before: Position, move: Move, after: Position) -> tuple[str, ...]:
    """Say what a move endangers, attacks, defends or opens."""
    side = before.turn
    found = []
    if any(before[square].owner == side for square in danger(before)):
        found.append(ESCAPES)
    if any(after[square].owner != side for square in danger(after)):
        return (*found, CHECKS)
    again = passed(after)
    place = move.squares[1] if move.kind in MOVING else move.squares[0]
    found += attacks(before, move, again, place)
    # A General in danger lets the other side make no free move.
    if not found:
        found += defends(passed(before), after)
    if not found:
        found += opens(before, again, (move.squares[0], move.squares[1]))
    return tuple(found)


def attacks(before: Position, move: Move, again: Position, place: str) -> list[str]:
    """Say which piece the mover attacks, if it is worth more or nobody can capture back."""
    new = targets(again, place) - targets(before, move.squares[0])
    mover = letter_on(again, place)
    found = []
    for name in new:
        worth = WORTH.get(letter_on(again, name), 0)
        capture = next(each for each in again.legal_moves if is_from_to(each, place, name))
        if worth > WORTH.get(mover, 0) or (worth and not captures(again.after(capture), name)):
            found.append((worth, name))
    if not found:
        return []
    square = max(found)[1]
    return [ATTACKS.format(piece=name_on(again, square), square=square)]


def defends(passed_before: Position, after: Position) -> list[str]:
    """Say which attacked piece can now be avenged, and could not be before."""
    side = 1 - after.turn
    attacked = {each[-2:]: each for each in after.legal_moves if after[each[-2:]].owner == side}
    found = []
    for square, capture in attacked.items():
        same = passed_before[square].piece == after[square].piece
        if not same or not passed_before.is_legal(capture) or "*" in capture:
            continue
        if captures(passed_before.after(capture), square):
            continue
        if captures(after.after(capture), square):
            found.append((WORTH.get(letter_on(after, square), 0), square))
    if not found:
        return []
    square = max(found)[1]
    return [DEFENDS.format(piece=name_on(after, square), square=square)]


def opens(before: Position, again: Position, acted: tuple[str, str]) -> list[str]:
    """Say which other piece gets the most new moves, if it gets many."""
    then, now = (Counter(each[:2] for each in line.legal_moves) for line in (before, again))
    more = [(now[name] - then[name], name) for name in now if name not in acted]
    if not more or max(more)[0] < MANY:
        return []
    number, square = max(more)
    return [OPENS.format(piece=name_on(again, square), square=square, number=number)]


def captures(position: Position, square: str) -> bool:
    """Tell whether the side to move can capture on a square."""
    return any(
        move[-2:] == square and position[square].owner == 1 - position.turn
        for move in position.legal_moves
    )


def is_from_to(move: str, origin: str, target: str) -> bool:
    """Tell whether a move leads from a square, or acts from there, to another."""
    return move[:2] == origin and move[-2:] == target


def passed(position: Position) -> Position:
    """Return a position with the other side to move."""
    board, turn, made = position.text.split(" ")
    text = f"{board} {'b' if turn == 'w' else 'w'} {made}"
    return position.game.position(text, **position.options)


def targets(position: Position, origin: str) -> set[str]:
    """Return the squares of the enemies that the piece on a square can capture."""
    found = (move[-2:] for move in position.legal_moves if move.startswith(origin))
    return {name for name in found if position[name].owner == 1 - position.turn}


def letter_on(position: Position, square: str) -> str:
    """Return the letter of the piece on a square, as a capital."""
    piece = position[square].piece
    return "" if piece is None else piece.letter.upper()


def name_on(position: Position, square: str) -> str:
    """Return the name of the piece on a square."""
    piece = position[square].piece
    return "" if piece is None else piece.name


REASONS = Reasons(
    holding=material,
    safe=(
        "It wins material worth 1, and no answer wins any material.",
        "It wins material worth {number}, and no answer wins any material.",
    ),
    partly=(
        "After every answer you are still ahead of now by material worth at least 1.",
        "After every answer you are still ahead of now by material worth at least {number}.",
    ),
    ahead=(
        "In the line that the engine expects, you win material worth 1.",
        "In the line that the engine expects, you win material worth {number}.",
    ),
    most="After every other move, the best answer wins more material.",
    facts=facts,
)
