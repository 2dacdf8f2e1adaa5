"""Games that are not sound, each with what the kit must say of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from outwit.core.move import Move
from outwit.core.moves import LegalMoves
from outwit.core.outcome import Outcome, Termination
from outwit.core.side import FIRST, Side
from outwit.errors import IllegalMove
from tests.testing.pile import TAKEN, Pile, State

BROKEN: list[tuple[type[Pile], str]] = []


def fault(message: str) -> Callable[[type[Pile]], type[Pile]]:
    """Mark a broken game with what the kit must say of it."""

    def mark(position_class: type[Pile]) -> type[Pile]:
        BROKEN.append((position_class, message))
        return position_class

    return mark


# Score


@fault("the score is (1.5, 2), not two whole numbers; position '12 a'")
class HalfPoints(Pile):
    def counted(self, state: State) -> tuple[int, int] | None:
        return (1.5, 2)  # type: ignore[return-value]


# Moves


@fault("legal_moves lists a move twice; position '12 a'; move 'take1'")
class Twice(Pile):
    def moves(self, state: State) -> list[str]:
        return [*super().moves(state), "take1"]


@fault("a move must be a text without blanks; position '12 a'; move 'take 1'")
class Blank(Pile):
    def moves(self, state: State) -> list[str]:
        return ["take 1"]


@fault("len(legal_moves) is 4, but 3 are listed")
class Miscounted(Pile):
    def count_moves(self) -> int:
        return super().count_moves() + 1


class Falsy(LegalMoves):
    def __bool__(self) -> bool:
        return False


@fault("bool(legal_moves) disagrees")
class Denied(Pile):
    @property
    def legal_moves(self) -> LegalMoves:
        return Falsy(self)


@fault("a listed move is not in legal_moves; position '12 a'; move 'take2'")
class Unknown(Pile):
    def is_legal(self, move: object) -> bool:
        return move != "take2" and super().is_legal(move)


@fault("a listed move does not read back; position '12 a'; move 'take2'")
class Misread(Pile):
    def read_move(self, text: str) -> int:
        return super().read_move(text.replace("2", "1"))


@fault("the hopeful and the hopeless moves are not the legal moves")
class Omitting(Pile):
    def _parted_numbers(self) -> list[int]:
        return super()._parted_numbers()[1:]


@fault("the move 99 that is said to win is not legal")
class Cheating(Pile):
    def _quick_win(self) -> int | None:
        return 99


@fault("a move that is said to win does not; position '12 a'")
class Boastful(Pile):
    def _quick_win(self) -> int | None:
        return self.legal_numbers[0]


@fault("a move prevents a win and is not hopeful; position '12 a'")
class Fearful(Pile):
    def _quick_answers(self) -> list[int] | None:
        return []


@fault("there are more legal moves than the bound of 2")
class Unbounded(Pile):
    @property
    def most(self) -> int:
        return 2

    @most.setter
    def most(self, value: int) -> None:
        """Let the base class believe it could set it."""


@fault("perft 1 is 3, but 2 moves are listed: count() disagrees with generate()")
class Unlisted(Pile):
    def _all_moves(self) -> list[Move]:
        return super()._all_moves()[:-1]

    def count_moves(self) -> int:
        return len(self._all_moves())


@fault("perft 2 is 9, but playing the moves gives 6 lines")
class Forgetful(Pile):
    tired = False

    def play(self, move: str) -> None:
        super().play(move)
        self.tired = True

    def undo(self) -> Move:
        self.tired = False
        return super().undo()

    def moves(self, state: State) -> list[str]:
        return super().moves(state)[: 2 if self.tired else 3]


# The end


@fault("there is no legal move, but no outcome either; position '0 ")
class Endless(Pile):
    def result(self, state: State) -> Outcome | None:
        return None


@fault("there are legal moves after the end, 'Ann wins: the last one is taken'")
class Hasty(Pile):
    @property
    def outcome(self) -> Outcome | None:
        return Outcome(FIRST, TAKEN)


@fault("the game ended in an unforeseen way")
class Unforeseen(Pile):
    @property
    def outcome(self) -> Outcome | None:
        return super().outcome and Outcome(FIRST, Termination("else", "of something else"))


@fault("two ways to end have the same code: taken, taken")
class Ambiguous(Pile):
    @property
    def terminations(self) -> tuple[Termination, ...]:
        return (TAKEN, Termination("taken", "the same again"))


# Texts


@fault("the text must be one line without blanks around it")
class Padded(Pile):
    @classmethod
    def read(cls, text: str) -> Self:
        return super().read(text.strip())

    def write(self, state: State) -> str:
        return f"{super().write(state)} "


@fault("the text does not round-trip: it comes back as '11 a'; position '12 a'")
class Lossy(Pile):
    @classmethod
    def read(cls, text: str) -> Self:
        return super().read("11 a" if text == "12 a" else text)


@fault("turn is SECOND, but FIRST when read again")
class Unturned(Pile):
    def apply(self, state: State, move: str) -> State:
        return super().apply(state, move)[0], 0


@fault("read again from its text, key is")
class Historic(Pile):
    def identity(self, state: State) -> str:
        return f"{self.write(state)} {self.played}"


@fault("read again from its text, legal_moves is")
class Secretive(Pile):
    def apply(self, state: State, move: str) -> State:
        return *super().apply(state, move), int(move[-1])

    def moves(self, state: State) -> list[str]:
        return [move for move in super().moves(state) if int(move[-1]) not in state[2:]] or [
            "take1"
        ]


@fault("str must draw the position")
class Undrawn(Pile):
    def draw(self, state: State) -> str:
        return ""


# Taking back


@fault("the turn stays with FIRST; position '10 b'; move 'take2'")
class Greedy(Pile):
    @property
    def turn(self) -> Side:
        return FIRST


@fault("played ends ('take2',) after a move; position '10 b'; move 'take2'")
class Stuttering(Pile):
    @property
    def played(self) -> tuple[str, ...]:
        return super().played * 2


@fault("undo returned '' instead of the move")
class Mute(Pile):
    def undo(self) -> Move:
        return Move("", super().undo().number, self)


class Scarred(Pile):
    """Leaves a trace in its text after so many moves have been taken back in a row."""

    deep = 1

    def __init__(self, state: State, scars: int = 0) -> None:
        self.scars = scars
        self.taken = 0
        super().__init__(state)

    @classmethod
    def read(cls, text: str) -> Self:
        left, side, scars = text.split(" ")
        return cls((int(left), "ab".index(side)), int(scars))

    def write(self, state: State) -> str:
        return f"{super().write(state)} {self.scars}"

    def play(self, move: str) -> None:
        self.taken = 0
        super().play(move)

    def undo(self) -> Move:
        move = super().undo()
        self.taken += 1
        self.scars += self.taken == self.deep
        return move


@fault("after undo, text is '12 a 1', was '12 a 0'")
class ScarredAtOnce(Scarred):
    deep = 1


@fault("and back, text is")
class ScarredByLines(Scarred):
    deep = 4


@fault("taken back, text is")
class ScarredByGames(Scarred):
    deep = 13

    @classmethod
    def begin(cls) -> Self:
        return cls((15, 0))

    def moves(self, state: State) -> list[str]:
        return ["take1"]

    def copy(self) -> Self:
        twin = super().copy()
        twin.deep = 99
        return twin


@fault("undo at the start did not raise NothingToUndo")
class Bottomless(Pile):
    def undo(self) -> Move:
        return super().undo() if self.played else Move("", 0, self)


# Copies


@fault("in a copy taken back and played again, text is '12 a 1', was '12 a 0'")
class ScarredCopy(Scarred):
    deep = 99

    def copy(self) -> Self:
        twin = super().copy()
        twin.deep = 1
        return twin


@fault("copy must return another position")
class Clinging(Pile):
    def copy(self) -> Self:
        return self


@fault("in a copy, played is (), was ('take")
class Amnesiac(Pile):
    def copy(self) -> Self:
        return self.read(self.text)


@fault("after a move on a copy, text is")
class Entangled(Pile):
    score_sheet: list[int]

    def __init__(self, state: State, tally: int = 0) -> None:
        self.score_sheet = [tally]
        super().__init__(state)

    @classmethod
    def read(cls, text: str) -> Self:
        left, side, tally = text.split(" ")
        return cls((int(left), "ab".index(side)), int(tally))

    def write(self, state: State) -> str:
        return f"{super().write(state)} {self.score_sheet[0]}"

    def play(self, move: str) -> None:
        super().play(move)
        self.score_sheet[0] += 1

    def undo(self) -> Move:
        self.score_sheet[0] -= 1
        return super().undo()


@fault("after pickling, played is ()")
class Unpicklable(Pile):
    def __reduce__(self) -> tuple[object, ...]:
        return type(self).read, (self.text,)


# Refusals


@fault("an illegal move was played without IllegalMove; position '12 a'; move ''")
class Lenient(Pile):
    def play(self, move: str) -> None:
        if move in self.legal_moves:
            super().play(move)


@fault("a move that is not listed is in legal_moves; position '12 a'; move 'take1 '")
class Sloppy(Pile):
    def read_move(self, text: str) -> int:
        return super().read_move(text.strip())


@fault("an illegal move was refused and yet made")
class Rash(Pile):
    def play(self, move: str) -> None:
        if move not in self.legal_moves:
            super().play("take1")
            raise IllegalMove("too late")
        super().play(move)


@fault("an illegal move was played after the end without IllegalMove; position '0 ")
class Restless(Pile):
    def play(self, move: str) -> None:
        if self.outcome is None:
            super().play(move)


@fault("KeyError was raised: 'nonsense'")
class Unforgiving(Pile):
    def play(self, move: str) -> None:
        if move == "nonsense":
            raise KeyError(move)
        super().play(move)


# Keys and faults


@fault("the key is that of another position")
class Keyless(Pile):
    def identity(self, state: State) -> str:
        return "always the same"


@fault("ZeroDivisionError was raised")
class Crashing(Pile):
    def moves(self, state: State) -> list[str]:
        return [move for move in super().moves(state) if 100 // (state[0] - 5)]


@fault("has no start position")
class Startless(Pile):
    @classmethod
    def begin(cls) -> Self:
        return super(Pile, cls).begin()
