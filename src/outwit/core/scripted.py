"""A game written in plain Python, played by the compiled engine all the same."""

from __future__ import annotations

from hashlib import blake2b

import cython
from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core import scripted_planes
from outwit.core.board import Board, from_rows
from outwit.core.move import MoveDetails
from outwit.core.moves import MoveStack
from outwit.core.outcome import Outcome, encode
from outwit.core.plane import Plane
from outwit.core.position import Position
from outwit.core.rules import Rules
from outwit.core.symmetry import IDENTITY, Symmetry
from outwit.errors import BadPosition, GameFault, UnreadableMove
from outwit.geometry import bits, grid, squares

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_MOVES = 4096
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#*+-?!"

# The search wants numbers: every move text ever generated gets one.
NUMBERS: dict[str, int] = {}
TEXTS: list[str] = []


class ScriptedPosition(Position):
    """A position of a game written in plain Python; the compiled engine plays it.

    A game keeps its state in one immutable value, the ``state`` of the methods below. It writes
    ``mover``, ``moves``, ``apply``, ``result`` and ``write``. As every game it also writes
    ``begin``, ``read`` and ``terminations``. Undo, keys, copies and search are provided. The other
    methods have defaults.

    Args:
        state: The state of the position.
        rules: The options that hold for the whole game.

    In its methods, ``move`` is the text of a legal move and ``symmetry`` one of ``symmetries``.

    >>> from outwit.core.outcome import Outcome, Termination
    >>> from outwit.core.side import SIDES
    >>> TAKEN = Termination("taken", "the last stone is taken")
    >>> class Stones(ScriptedPosition):
    ...     '''Take one or two stones; the side that takes the last one wins.'''
    ...     terminations = (TAKEN,)
    ...     @classmethod
    ...     def begin(cls, *args, **options):
    ...         return cls((5, 0))
    ...     def mover(self, state):
    ...         return state[1]
    ...     def moves(self, state):
    ...         return [str(number) for number in (1, 2) if number <= state[0]]
    ...     def apply(self, state, move):
    ...         return state[0] - int(move), 1 - state[1]
    ...     def result(self, state):
    ...         return None if state[0] else Outcome(SIDES[1 - state[1]], TAKEN)
    ...     def write(self, state):
    ...         return f"{state[0]} {'fs'[state[1]]}"
    >>> position = Stones.begin()
    >>> position.play("2")
    >>> position.state, position.text, position.legal_moves, position.score
    ((3, 1), '3 s', <2 legal moves: 1, 2>, None)
    >>> state = position.state
    >>> print(position.draw(state))
    3 s
    >>> position.identity(state), position.estimate(state)
    ('3 s', 0)
    >>> position.counted(state), position.rows(state), position.shows_board(state)
    (None, ['...'], True)
    >>> position.reflected(state, None) == state
    True
    >>> position.all_moves()
    Traceback (most recent call last):
    ...
    outwit.errors.GameFault: Stones has no actions: it does not write all_moves
    """

    def __init__(self, state: Any, **rules: Any) -> None:
        super().__init__(self.mover(state), MOST_MOVES, 0, dict(rules))
        self.states = [state]
        self.ready = True

    def mover(self, state: Any) -> int:
        """Return the side to move, 0 or 1. A game must write it; the default raises GameFault."""
        raise GameFault(f"{type(self).__name__} does not say who is to move")

    def moves(self, state: Any) -> list[str]:
        """Return the legal moves of a running game.

        A game must write it; the default raises GameFault.
        """
        raise GameFault(f"{type(self).__name__} has no moves")

    def apply(self, state: Any, move: str) -> Any:
        """Return the state after a legal move.

        A game must write it; the default raises GameFault.
        """
        raise GameFault(f"{type(self).__name__} does not say what a move does")

    def result(self, state: Any) -> Outcome | None:
        """Return how the game ended, None while it goes on.

        A game must write it; the default raises GameFault.
        """
        raise GameFault(f"{type(self).__name__} has no end")

    def write(self, state: Any) -> str:
        """Return a state as one line of text, from which ``read`` makes the same state.

        A game must write it; the default raises GameFault.
        """
        raise GameFault(f"{type(self).__name__} writes no text")

    def draw(self, state: Any) -> str:
        """Return a drawing of a state for people.

        Default: its board if that has several rows, else its text.
        """
        rows = self.rows(state)
        return grid.draw(rows) if len(rows) > 1 and self.shows_board(state) else self.write(state)

    def identity(self, state: Any) -> str:
        """Return a text of everything in a state that decides the further play. Default: its text.

        A game leaves out counters that do not matter for play.
        """
        return self.write(state)

    def estimate(self, state: Any) -> int:
        """Return the score of a running game for the side to move, for the search. Default: 0."""
        return 0

    def counted(self, state: Any) -> tuple[int, int] | None:
        """Return the count of the first and of the second side. Default: None, for no count."""
        return None

    def rows(self, state: Any) -> list[str]:
        """Return the rows of the board from the top, as letters; an empty square is ``.``.

        Default: the first field of the text.
        """
        try:
            return [
                grid.read_row(row, LETTERS, number)
                for number, row in enumerate(self.write(state).split(" ")[0].split("/"), 1)
            ]
        except BadPosition:
            return []

    def shows_board(self, state: Any) -> bool:
        """Tell whether ``rows`` makes a board: rows of equal length, columns with letters."""
        lengths = {*map(len, self.rows(state))}
        return len(lengths) == 1 and 0 < max(lengths) <= len(squares.COLUMNS)

    def reflected(self, state: Any, symmetry: Symmetry) -> Any:
        """Return the image of a state under a symmetry. Default: the state itself."""
        return state

    def all_moves(self) -> list[str]:
        """Return the texts of all moves that can occur with these options, in any order.

        Actions are numbers for them, in sorted order. The default raises GameFault: a game without
        a list has no actions.
        """
        raise GameFault(f"{type(self).__name__} has no actions: it does not write all_moves")

    @property
    def planes(self) -> tuple[Plane, ...]:
        """Return the planes of an observation, one for each kind of piece of each side.

        Default: by the letters of ``rows`` and the pieces of the game. A game that writes its own
        also writes ``plane_numbers``; the last plane is named ``second``.

        >>> import outwit
        >>> [plane.name for plane in outwit.game("ataxx").start().planes]
        ['own', 'other', 'blocks', 'jumps', 'second']
        """
        return scripted_planes.planes(self.game.pieces)

    def plane_numbers(self, state: Any) -> bytes:
        """Return the numbers of all planes, plane by plane, row by row from the top.

        Default: as the default of ``planes`` says.

        >>> list(scripted_planes.numbers((), ["x."], 1))  # of a game without pieces
        [1, 0, 1, 1]
        """
        return scripted_planes.numbers(self.game.pieces, self.rows(state), self.mover(state))

    def details(self, state: Any, move: str) -> MoveDetails:
        """Return the kind of a legal move, its squares, and its label in plain words.

        Default: the kind is ``move``, and the squares are those in the text.

        >>> import outwit
        >>> outwit.game("ataxx").start().legal_moves[0].details.kind
        'clone'
        """
        names = squares.split(move)
        on_board = self.shows_board(state) and all(name in self.board for name in names)
        clicks = tuple(names) if on_board else ()
        return MoveDetails("move", clicks, f"{self.game.sides[self.side]} plays {move}")

    # ------------------------------------------------------------------ provided for every game

    @property
    def state(self) -> Any:
        """Return the state as it is now."""
        self.check()
        return self.states[-1]

    @property
    def score(self) -> tuple[int, int] | None:
        """Return the count of the first and of the second side, None without a count."""
        self.check()
        return self.counted(self.states[-1])

    def view(self) -> Board:
        """Return the board as it is now."""
        if not self.shows_board(self.states[-1]):
            raise GameFault(f"{type(self).__name__} shows no board")
        return from_rows(self.rows(self.states[-1]), self.game.pieces)

    def reflect(self, symmetry: Symmetry) -> ScriptedPosition:
        """Return the image of the position under a symmetry, without moves played."""
        return type(self)(self.reflected(self.states[-1], symmetry), **self.rules)

    def write_text(self) -> str:
        """Write the position on one line."""
        return self.write(self.states[-1])

    def draw_text(self) -> str:
        """Draw the position for people."""
        return self.draw(self.states[-1])

    def write_move(self, move: u32) -> str:
        """Write a move."""
        return TEXTS[move]

    def parse_move(self, text: str) -> int:
        """Read a move; raise UnreadableMove for a text that has never been a legal move."""
        if text not in NUMBERS:
            self.list_moves()
        if text not in NUMBERS:
            raise UnreadableMove(f"move {text[:40]!r} is not legal here")
        return NUMBERS[text]

    def describe(self, move: u32) -> MoveDetails:
        """Say what kind of move a legal move is, on which squares, and name it in plain words."""
        return self.details(self.states[-1], TEXTS[move])

    def assign(self, other: Rules) -> None:
        """Become the same as another position."""
        # What a game keeps on itself goes first: interpreted, all that follows lies there too.
        vars(self).update(vars(other))
        Position.assign(self, other)
        assert isinstance(other, ScriptedPosition)
        scripted: ScriptedPosition = other
        self.states = scripted.states[:]

    def generate(self, moves: MoveStack, start: i32) -> i32:
        """Write the legal moves from ``start`` on and return where they stop."""
        with cython.gil:
            return self.fill(moves, start)

    def count(self) -> i32:
        """Count the legal moves."""
        with cython.gil:
            return self.tally()

    def make(self, move: u32) -> None:
        """Play a legal move."""
        with cython.gil:
            self.step(move)

    def unmake(self) -> None:
        """Take the last move back."""
        with cython.gil:
            self.step_back()

    def judge(self) -> i32:
        """Say whether and how the game is over."""
        with cython.gil:
            return self.verdict()

    def digest(self) -> u64:
        """Return a key, the same for positions from which play is the same."""
        with cython.gil:
            return self.stamp()

    def evaluate(self) -> i32:
        """Score a running game for the side to move."""
        with cython.gil:
            return self.worth()

    def action(self, move: u32) -> i32:
        """Return the action of a legal move."""
        with cython.gil:
            return self.place(move)

    def mark_actions(self, legal: memoryview[int]) -> None:
        """Set the bit of each legal action."""
        with cython.gil:
            self.mark(legal)

    def write_planes(self, planes: memoryview[int]) -> None:
        """Write every byte of all planes."""
        with cython.gil:
            self.show(planes)

    def write_action(self, action: i32, side: i32) -> str:
        """Write an action as the text of its move."""
        return list(self.action_numbers())[action]

    def parse_action(self, text: str, side: i32) -> int:
        """Return the action of a move's text."""
        try:
            return self.action_numbers()[text]
        except KeyError:
            raise UnreadableMove(f"move {text[:40]!r} is not among all_moves") from None

    def reflect_action(self, action: i32, symmetry: Symmetry) -> int:
        """Return the same action: a game with symmetries writes this for its own."""
        if symmetry != IDENTITY:
            raise GameFault(f"{type(self).__name__} does not write reflect_action")
        return action

    def read_planes(self, planes: bytes) -> ScriptedPosition:
        """Return the position of planes; by default there is none."""
        raise GameFault(f"{type(self).__name__} reads no planes")

    def action_numbers(self) -> dict[str, int]:
        """Return the action of each text of ``all_moves``."""
        own = vars(self)
        if "_actions" not in own:
            own["_actions"] = {text: i for i, text in enumerate(sorted({*self.all_moves()}))}
        found: dict[str, int] = own["_actions"]
        return found

    def _action_total(self) -> int:
        return len(self.action_numbers())

    # Below, nothing may be raised, for search cannot handle it: ``check`` raises it later.

    def listing(self) -> list[str]:
        """List the legal moves; none after an exception."""
        if self.fault is not None:
            return []
        texts = []
        try:
            state = self.states[-1]
            if self.result(state) is None:
                texts = list(self.moves(state))
            if len(texts) > MOST_MOVES:
                self.fault = GameFault(f"more than {MOST_MOVES} moves in {self.write(state)}")
            if not all(type(text) is str for text in texts):
                self.fault = GameFault(f"a move is not a text in {self.write(state)}")
        except BaseException as fault:
            self.fault = fault
        return [] if self.fault is not None else texts

    def tally(self) -> i32:
        """Count the legal moves; ``count`` under the GIL."""
        return len(self.listing())

    def fill(self, moves: MoveStack, start: i32) -> i32:
        """Write the legal moves; ``generate`` under the GIL."""
        for text in self.listing():
            if text not in NUMBERS:
                NUMBERS[text] = len(TEXTS)
                TEXTS.append(text)
            moves.data[start] = NUMBERS[text]
            start += 1
        return start

    def step(self, move: u32) -> None:
        """Play a legal move; ``make`` under the GIL."""
        state = self.states[-1]
        try:
            state = self.apply(state, TEXTS[move])
        except BaseException as fault:
            self.fault = fault
        self.states.append(state)
        self.side = 1 - self.side
        self.ply += 1

    def step_back(self) -> None:
        """Take the last move back; ``unmake`` under the GIL."""
        self.states.pop()
        self.side = 1 - self.side
        self.ply -= 1

    def verdict(self) -> i32:
        """Say how the game stands; ``judge`` under the GIL."""
        try:
            return encode(self.result(self.states[-1]), self.terminations)
        except BaseException as fault:
            self.fault = fault
        return 0

    def stamp(self) -> u64:
        """Return the key; ``digest`` under the GIL."""
        try:
            name = self.identity(self.states[-1]).encode()
            return int.from_bytes(blake2b(name, digest_size=8).digest(), "little")
        except BaseException as fault:
            self.fault = fault
        return 0

    def place(self, move: u32) -> i32:
        """Return the action of a move; ``action`` under the GIL."""
        try:
            return self.action_numbers()[TEXTS[move]]
        except KeyError:
            self.fault = GameFault(f"move {TEXTS[move]!r} is not among all_moves")
        except BaseException as fault:
            self.fault = fault
        return -1

    def mark(self, legal: memoryview[int]) -> None:
        """Set the bit of each legal action; ``mark_actions`` under the GIL."""
        for text in self.listing():
            try:
                number: i32 = self.action_numbers()[text]
                legal[number >> 6] |= bits.bit(number & 63)
            except KeyError:
                self.fault = GameFault(f"move {text!r} is not among all_moves")
            except BaseException as fault:
                self.fault = fault

    def show(self, planes: memoryview[int]) -> None:
        """Write all planes; ``write_planes`` under the GIL."""
        try:
            board = self.rows(self.states[-1])
            found = bytes(self.plane_numbers(self.states[-1]))
            if len(found) != len(self.planes) * sum(map(len, board)):
                self.fault = GameFault(f"{type(self).__name__}: plane_numbers has another length")
                return
            for i, number in enumerate(found):
                planes[i] = number
        except BaseException as fault:
            self.fault = fault

    def worth(self) -> i32:
        """Score the game; ``evaluate`` under the GIL."""
        try:
            return self.estimate(self.states[-1])
        except BaseException as fault:
            self.fault = fault
        return 0
