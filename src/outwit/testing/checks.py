"""The contract of positions, one check for each promise.

A check raises GameFault with the broken promise, the position and, if there is one, the move. It
leaves the position as it was, unless the position is at fault.
"""

from __future__ import annotations

import pickle
from collections import Counter
from typing import TYPE_CHECKING

from outwit.core.numbers import NO_MOVE
from outwit.core.perft import perft
from outwit.core.side import SIDES
from outwit.core.symmetry import IDENTITY, Symmetry
from outwit.errors import GameFault, IllegalMove, NothingToUndo
from outwit.testing.snapshot import Snapshot, difference, snapshot

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random
    from typing import TypeVar

    from outwit.core.game import Game
    from outwit.core.move import Move
    from outwit.core.position import Position

    T = TypeVar("T")

# Lines of two moves are counted by hand where there are no more first moves than this.
FEW = 40
# Most moves or squares tried in checks that compare each with all others.
PROBED = 8
# Symmetries of a position tried at a time.
REFLECTED = 2
# No game reads these as moves.
GARBAGE = (
    "",
    " ",
    "\0",
    "nonsense",
    "no such move",
    "é",
    "٣",
    "-1",
    "9" * 100,
    "z99z99",
    ",,",
    "//",
)


def broken(promise: str, position: Position, move: str | None = None) -> GameFault:
    """Make the error for a broken promise."""
    by = "" if move is None else f"; move {move!r}"
    return GameFault(f"{promise}; position {position.text!r}{by}")


def spread(things: Sequence[T]) -> Sequence[T]:
    """Choose a few things, from all over a sequence."""
    return things[:: len(things) // PROBED + 1]


def check_facts(game: Game) -> None:
    """A game has a name, a title, two sides, and options that accept their own defaults."""
    if not game.name.isidentifier():
        raise GameFault(f"the name {game.name!r} must do as the name of a folder")
    if not game.title or len(game.title.splitlines()) != 1:
        raise GameFault("the title must be one line")
    if len(set(game.sides)) != len(SIDES):
        raise GameFault(f"there must be two sides with different names, not {game.sides}")
    names = [option.name for option in game.options]
    if len(set(names)) != len(names):
        raise GameFault(f"an option is there twice: {', '.join(names)}")
    if game.read_options(game.defaults()) != game.defaults():
        raise GameFault("an option does not accept its own default as it stands")


def check_options(game: Game, position: Position) -> None:
    """A position remembers exactly the rule options."""
    if set(position.options) != set(game.rules()):
        raise broken(
            f"options must hold the rules {sorted(game.rules())}, "
            f"but hold {sorted(position.options)}",
            position,
        )


def check_listing(position: Position) -> None:
    """The legal moves are texts without blanks, each listed once and counted once."""
    moves = list(position.legal_moves)
    for move, times in Counter(moves).items():
        if not move or move != "".join(move.split()):
            raise broken("a move must be a text without blanks", position, move)
        if times > 1:
            raise broken("legal_moves lists a move twice", position, move)
    if len(position.legal_moves) != len(moves):
        raise broken(
            f"len(legal_moves) is {len(position.legal_moves)}, but {len(moves)} are listed",
            position,
        )
    if bool(position.legal_moves) != bool(moves):
        raise broken("bool(legal_moves) disagrees with the moves listed", position)


def check_reading(position: Position) -> None:
    """A listed move is legal and reads back."""
    for move in position.legal_moves:
        if move not in position.legal_moves:
            raise broken("a listed move is not in legal_moves", position, move)
        if position.move(position.read_move(move)) != move:
            raise broken("a listed move does not read back", position, move)


def check_bound(position: Position) -> None:
    """A position never has more moves than it said it could have."""
    if position._room_needed() > position.most:
        raise broken(f"there are more legal moves than the bound of {position.most}", position)


def check_parts(position: Position) -> None:
    """The hopeful and the hopeless moves are the legal moves."""
    if sorted(position._parted_numbers()) != sorted(position.legal_numbers):
        raise broken("the hopeful and the hopeless moves are not the legal moves", position)


def check_win(position: Position) -> None:
    """A move that is said to win at once does."""
    number = position._quick_win()
    if number is None:
        return
    if number not in position.legal_numbers:
        raise broken(f"the move {number} that is said to win is not legal", position)
    if not wins(position, number):
        raise broken("a move that is said to win does not", position, position.move(number))


def check_answers(position: Position) -> None:
    """Where a win is said to threaten, every other move than the answers allows it."""
    answers = position._quick_answers()
    if answers is None:
        return
    for number in spread([each for each in position.legal_numbers if each not in answers]):
        after = position.copy()
        after.play_number(number)
        if not any(wins(after, reply) for reply in after.legal_numbers):
            raise broken(
                "a move prevents a win and is not hopeful", position, position.move(number)
            )


def wins(position: Position, number: int) -> bool:
    """Tell whether a legal move wins at once."""
    after = position.copy()
    after.play_number(number)
    return after.outcome is not None and after.outcome.winner is position.turn


def check_numbers(position: Position) -> None:
    """Numbers stand for the moves listed, and play and take back the same moves."""
    moves = position.legal_moves
    numbers = position.legal_numbers
    if [move.number for move in moves] != numbers.tolist():
        raise broken("legal_numbers are not the numbers of legal_moves", position)
    other = position.copy()
    for move in moves[:FEW]:
        if position.move(move.number) != move:
            raise broken("a number stands for another move", position, move)
        other.play_number(move.number)
        if other.last_move != move:
            raise broken(f"its number played {other.last_move!r}", position, move)
        if other.undo_number() != move.number:
            raise broken("undo_number did not return its number", position, move)
    for number in (
        -1,
        NO_MOVE,
        1 << 64,
        next(n for n in range(len(numbers) + 1) if n not in numbers),
    ):
        try:
            other.play_number(number)
        except IllegalMove:
            continue
        raise broken(f"the number {number} of no legal move was played", position)


def check_board(game: Game, position: Position) -> None:
    """If there is a board, its squares have different names, and pieces are the game's."""
    try:
        board = position.board
    except GameFault:
        return  # not every game has one
    if len({square.name for square in board}) != len(board) or not board:
        raise broken("the squares of the board must have different names", position)
    if len({(square.row, square.column) for square in board}) != len(board):
        raise broken("two squares of the board lie on the same place", position)
    for square in board:
        if not (0 <= square.row < board.rows and 0 <= square.column < board.columns):
            raise broken(f"square {square.name} lies outside the board", position)
        if board[square.name] != square or board.at(square.row, square.column) != square:
            raise broken(f"square {square.name} is not found by its name or place", position)
        if square.piece is not None and square.piece not in game.pieces:
            raise broken(f"the piece on {square.name} is none of the game's", position)
    for square in spread(board.squares):
        if position[square.name] != square:
            raise broken(f"square {square.name} is another one when asked for alone", position)


def check_descriptions(position: Position) -> None:
    """Every move has a kind, a label of one line, and squares of the board that tell it apart."""
    seen: dict[tuple[object, ...], str] = {}
    moves = position.legal_moves
    board = position.board if any(move.squares for move in moves) else None
    for move in moves:
        if not move.kind or not move.label.strip() or len(move.label.splitlines()) != 1:
            raise broken("a move must have a kind and a label of one line", position, move)
        if board is not None and any(name not in board for name in move.squares):
            raise broken("a move must be on squares of the board", position, move)
        other = seen.setdefault((move.kind, move.squares), move)
        if move.squares and other != move:
            raise broken(f"kind and squares are those of {other!r} too", position, move)
    for move in spread(moves):
        if position.read_typed(f" {move.text.upper()} ") != move:
            raise broken("the move is not understood when typed", position, move)


def check_symmetries(position: Position, rng: Random) -> None:
    """In the image of a position, the images of the legal moves are legal, and no others.

    Of many symmetries, only some are tried: play for long enough to see them all.
    """
    moves = list(position.legal_moves)
    symmetries = position.symmetries
    for symmetry in rng.sample(symmetries, min(REFLECTED, len(symmetries))):
        image = position.image(symmetry)
        if image.turn != position.turn or image.outcome != position.outcome:
            raise broken(f"turn or outcome differ under the symmetry {symmetry.name}", position)
        there = list(image.legal_moves)
        expected = places(position, moves, symmetry)
        found = dict(zip(places(image, there), there, strict=True))
        if {*expected} != {*found}:
            raise broken(f"the moves differ under the symmetry {symmetry.name}", position)
        for move, place in rng.sample([*zip(moves, expected, strict=True)], min(1, len(moves))):
            if move.squares and position.move_image(move, symmetry) != found[place]:
                raise broken(f"its image is wrong, symmetry {symmetry.name}", position, move)


def places(
    position: Position, moves: list[Move], symmetry: Symmetry = IDENTITY
) -> list[tuple[object, ...]]:
    """Return each move's kind with the images of its squares' places, with its text if none."""
    if not any(move.squares for move in moves):
        return [(move.kind, move.text) for move in moves]
    board = position.board
    images = {
        square.name: symmetry.image(square.row, square.column, board.rows, board.columns)
        for square in board
    }
    return [
        (move.kind, *(images[name] for name in move.squares), "" if move.squares else move.text)
        for move in moves
    ]


def check_counting(position: Position) -> None:
    """Counting moves, and lines of two moves, gives what playing them gives."""
    moves = list(position.legal_moves)
    if perft(position, 1) != len(moves):
        raise broken(
            f"perft 1 is {perft(position, 1)}, but {len(moves)} moves are listed: "
            "count() disagrees with generate()",
            position,
        )
    if len(moves) > FEW:
        return
    other = position.copy()
    by_hand = 0
    for move in moves:
        other.play(move)
        by_hand += len(list(other.legal_moves))
        other.undo()
    if perft(position, 2) != by_hand:
        raise broken(
            f"perft 2 is {perft(position, 2)}, but playing the moves gives {by_hand} lines",
            position,
        )


def check_score(game: Game, position: Position) -> None:
    """The score is None or two whole numbers; where the game has a unit, the higher one wins."""
    score = position.score
    if score is None:
        if game.unit:
            raise broken(f"the game counts {game.unit}, but the position has no score", position)
        return
    if type(score) is not tuple or [type(number) for number in score] != [int, int]:
        raise broken(f"the score is {score!r}, not two whole numbers", position)
    outcome = position.outcome
    if game.unit and outcome is not None and outcome.winner is not None:
        winner = outcome.winner
        if score[winner] < score[1 - winner]:
            raise broken(f"the score is {score}, but {game.sides[winner]} wins", position)


def check_end(game: Game, position: Position) -> None:
    """There are legal moves if and only if there is no outcome; its reason is a listed one."""
    outcome = position.outcome
    if outcome is None and not list(position.legal_moves):
        raise broken("there is no legal move, but no outcome either", position)
    if outcome is not None and list(position.legal_moves):
        raise broken(f"there are legal moves after the end, {game.sentence(outcome)!r}", position)
    if outcome is not None and outcome.termination not in position.terminations:
        raise broken(f"the game ended in an unforeseen way, {outcome.termination}", position)
    codes = [termination.code for termination in position.terminations]
    if len(set(codes)) != len(codes):
        raise broken(f"two ways to end have the same code: {', '.join(codes)}", position)


def check_text(game: Game, position: Position) -> None:
    """A position's text is one line and reads back to itself."""
    text = position.text
    if len(text.splitlines()) != 1 or text != text.strip():
        raise broken("the text must be one line without blanks around it", position)
    again = game.position(text, **position.options).text
    if again != text:
        raise broken(f"the text does not round-trip: it comes back as {again!r}", position)


def check_rereading(game: Game, position: Position) -> None:
    """A position read from its text plays on in the same way, whatever was played before."""
    reread = game.position(position.text, **position.options)
    if reread.turn != position.turn:
        raise broken(f"turn is {position.turn}, but {reread.turn} when read again", position)
    if position.outcome is not None and not game.text_shows_end:
        return  # only the moves played tell that it is over
    change = difference(
        snapshot(position)._replace(played=()), snapshot(reread)._replace(played=())
    )
    if change:
        raise broken(f"read again from its text, {change}", position)


def check_drawing(position: Position) -> None:
    """A position can be drawn, and shown to a programmer."""
    if not str(position).strip() or position.text not in repr(position):
        raise broken("str must draw the position, and repr must show its text", position)


def check_move(game: Game, position: Position, move: str, before: Snapshot) -> None:
    """A move passes the turn, leads where its text says, and can be taken back without a trace.

    ``before`` is the position as it is.
    """
    position.play(move)
    if position.turn != before.turn.other:
        raise broken(f"the turn stays with {position.turn}", position, move)
    if position.played != (*before.played, move):
        raise broken(f"played ends {position.played[-1:]} after a move", position, move)
    check_rereading(game, position)
    taken = position.undo()
    if taken != move:
        raise broken(f"undo returned {taken!r} instead of the move", position, move)
    change = difference(before, snapshot(position))
    if change:
        raise broken(f"after undo, {change}", position, move)


def check_line(position: Position, rng: Random, plies: int = 12) -> None:
    """A line of play tried out and taken back, as engines do, leaves no trace."""
    before = snapshot(position)
    tried: list[str] = []
    while len(tried) < plies and (moves := sorted(position.legal_moves)):
        tried.append(rng.choice(moves))
        position.play(tried[-1])
    for move in reversed(tried):
        if position.undo() != move:
            raise broken("undo did not return the last move", position, move)
    change = difference(before, snapshot(position))
    if change:
        raise broken(f"after {' '.join(tried)} and back, {change}", position)


def check_copy(position: Position) -> None:
    """A copy is the same game, on a board of its own, and can be taken back to the start."""
    before = snapshot(position)
    other = position.copy()
    if other is position:
        raise broken("copy must return another position", position)
    change = difference(before, snapshot(other))
    if change:
        raise broken(f"in a copy, {change}", position)
    for move in before.legal_moves[:1]:
        other.play(move)
        change = difference(before, snapshot(position))
        if change:
            raise broken(f"after a move on a copy, {change}", position, move)
        other.undo()
    for move in reversed(before.played):
        if other.undo() != move:
            raise broken("a copy cannot be taken back to the start", position, move)
    change = difference(before, snapshot(position))
    if change:
        raise broken(f"after taking a copy back to the start, {change}", position)
    for move in before.played:
        other.play(move)
    change = difference(before, snapshot(other))
    if change:
        raise broken(f"in a copy taken back and played again, {change}", position)


def check_pickle(position: Position) -> None:
    """A position survives being pickled."""
    restored: Position = pickle.loads(pickle.dumps(position))
    change = difference(snapshot(position), snapshot(restored))
    if change:
        raise broken(f"after pickling, {change}", position)


def check_refusals(position: Position, moves: Iterable[str]) -> None:
    """Moves that are not legal, and texts that are not moves, are refused and change nothing."""
    before = snapshot(position)
    spoilt = [
        text for move in before.legal_moves[:1] for text in (f"{move} ", f" {move}", move * 2)
    ]
    for move in [*GARBAGE, *spoilt, *moves]:
        if move in before.legal_moves:
            continue
        if move in position.legal_moves:
            raise broken("a move that is not listed is in legal_moves", position, move)
        try:
            position.play(move)
        except IllegalMove:
            if (position.text, position.played) != (before.text, before.played):
                raise broken("an illegal move was refused and yet made", position, move) from None
            continue
        over = "after the end " if before.outcome else ""
        raise broken(f"an illegal move was played {over}without IllegalMove", position, move)
    change = difference(before, snapshot(position))
    if change:
        raise broken(f"after illegal moves, {change}", position)


def check_takeback(position: Position, history: list[Snapshot]) -> None:
    """A game can be taken back to its start, each position being what it was on the way."""
    for before in reversed(history):
        move = position.played[-1]
        if position.undo() != move:
            raise broken("undo did not return the last move", position, move)
        change = difference(before, snapshot(position))
        if change:
            raise broken(f"taken back, {change}", position, move)
    try:
        position.undo()
    except NothingToUndo:
        return
    raise broken("undo at the start did not raise NothingToUndo", position)


def check_key(position: Position, seen: dict[int, Snapshot]) -> None:
    """Positions with the same key agree on turn, outcome and number of moves."""
    now = snapshot(position)
    other = seen.setdefault(now.key, now)
    for name, was, found in (
        ("turn", other.turn, now.turn),
        ("outcome", other.outcome, now.outcome),
        ("number of moves", len(other.legal_moves), len(now.legal_moves)),
    ):
        if was != found:
            raise broken(
                f"the key is that of another position, {other.text!r}, with another {name}",
                position,
            )
