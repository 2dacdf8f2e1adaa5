"""Reads moves as people type them: any case, any separators, and a game's other spellings."""

from __future__ import annotations

from outwit.errors import IllegalMove, UnreadableMove

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.move import Move
    from outwit.core.position import Position

# Most characters of a typed move; the rest is ignored.
LONGEST = 200
# The one separator that some games give a meaning.
STAR = "*"


def words(text: str) -> tuple[str, ...]:
    """Cut a text into runs of letters, runs of digits and stars, all in lower case.

    >>> words(" A7-b7 "), words("1 , 1"), words("b1*b2")
    (('a', '7', 'b', '7'), ('1', '1'), ('b', '1', '*', 'b', '2'))
    """
    found: list[str] = []
    kind = ""
    for character in text[:LONGEST].lower():
        before, kind = kind, kind_of(character)
        if not kind:
            continue
        if kind == before != STAR:
            found[-1] += character
        else:
            found.append(character)
    return tuple(found)


def kind_of(character: str) -> str:
    """Tell letters from digits and stars; nothing for whatever only separates them."""
    if character.isalpha():
        return "letter"
    if character.isdecimal():
        return "digit"
    return STAR if character == STAR else ""


def read_typed(position: Position, text: str) -> Move:
    """Return the legal move that a person means; raise IllegalMove if there is none, or several.

    A text that is a move to the letter is that move. The word for a kind of move will do where
    there is only one of the kind, such as ``pass``.
    """
    if not isinstance(text, str):
        raise UnreadableMove(f"a move is a text, not {type(text).__name__}")
    moves = position.legal_moves
    if text.strip() in moves:
        return position.move(text.strip())
    typed = words(text)
    meant = [move for move in moves if typed and typed == words(move)]
    if not meant and typed:
        # To ask for details takes longer.
        meant = [move for move in moves if typed in map(words, move.details.spellings)]
    if not meant and len(typed) == 1:
        meant = [move for move in moves if move.kind == typed[0]]
    if len(meant) > 1:
        raise UnreadableMove(f"{text.strip()[:40]!r} may mean {' or '.join(meant[:3])}")
    if meant:
        return meant[0]
    if not moves:
        raise IllegalMove("the game is over")
    position.read_move(text.strip()[:LONGEST])  # of what is no move at all, it says how moves look
    raise IllegalMove(f"move {text.strip()[:40]!r} is not legal here")
