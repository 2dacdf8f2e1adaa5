"""Positions that were never set up, or are to be set up twice, and moves that nobody may play."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random

import pytest

import outwit
from outwit.core.game import Game
from outwit.core.playouts import playouts
from outwit.core.position import Position
from outwit.core.randomgames import RandomGames
from outwit.core.rules import Rules
from outwit.core.scripted import ScriptedPosition
from outwit.errors import BadOption, GameFault, IllegalMove, OutwitError, UnreadableMove, UsageError
from outwit.games.advance.field import Field
from outwit.games.advance.rules import Advance
from outwit.games.ataxx.rules import Ataxx
from outwit.games.push.rules import Push
from tests.core.surface import GAMES, HUGE, attempt, public_names, strangers
from tests.mode import many
from tests.testing.pile import Pile


class Forgetful(Advance):
    """Does not set up what it derives from."""

    def __init__(self) -> None:
        """Forget it."""


class Half(Advance):
    """Sets up only what lies below Advance."""

    def __init__(self) -> None:
        Field.__init__(self, ["." * 9] * 7 + ["G........", "g........"], 0, {})


POSITIONS: tuple[type[Position], ...] = (
    *(game.position_class for game in GAMES),
    Position,
    ScriptedPosition,
    Field,
    Forgetful,
)
# What is known of a position before it is set up: nothing here reads the board.
KNOWN_BEFORE = {
    "agrees",
    "begin",
    "from_file",
    "game",
    "read",
    "symmetries",
    "terminations",
    "turn",
}
KNOWN_BEFORE |= {
    "lead",
    "most",
    "moves_made",
    "ply",
    "slots",
    "protected_moves",
    "ready",
    "score",
    "to_file",
}
KNOWN_BEFORE |= {"action_numbers", "all_moves", "piece", "planes", "turn_number"}
# What a game written in Python says of a state that it is given.
OF_A_STATE = {"apply", "details", "draw", "identity", "mover", "moves", "reflected", "result"}
OF_A_STATE |= {"counted", "estimate", "plane_numbers", "rows", "shows_board", "write"}

# The arguments by which each class makes a position that can be played.
RIGHT: dict[str, tuple[object, ...]] = {
    "Advance": (["g........", *["........."] * 7, "G........"], 0, 0),
    "Ataxx": (["x.....o", *["......."] * 5, "o.....x"], 0, 0, 1),
    "JesonMor": (["k.k", "...", "K.K"], 0, 0, 0, (0, 0)),
    "Pile": ((12, 0),),
    "Push": (outwit.game("push").start().saved,),  # type: ignore[attr-defined]
    "Santorini": (["0A", "0B", "0Y", "0Z", *["0"] * 21], 0, 1),
    "TicTacToe": ("." * 9,),
}

in_compiled_code = pytest.mark.compiled_only


@in_compiled_code
@pytest.mark.parametrize("cls", [Rules, *POSITIONS], ids=lambda cls: cls.__name__)
def test_what_is_not_set_up_says_so(cls: type[Rules]) -> None:
    blank = cls.__new__(cls)
    for name in sorted({*public_names(cls)} - KNOWN_BEFORE - OF_A_STATE):
        for arguments in ((), (0,), (0, 0), ("b7",), ("b7", outwit.Symmetry("odd"))):
            found = attempt(blank, name, *arguments)
            # What is no text is no move, whatever the position.
            fine = isinstance(found, GameFault | TypeError | UnreadableMove) or found is False
            assert fine, (name, found)
    for name in sorted({*public_names(cls)} & (KNOWN_BEFORE | OF_A_STATE)):
        attempt(blank, name, "b7", "b7")


@in_compiled_code
@pytest.mark.parametrize("cls", POSITIONS, ids=lambda cls: cls.__name__)
def test_what_is_not_set_up_has_no_operators(cls: type[Position]) -> None:
    blank = cls.__new__(cls)
    asking: list[Callable[[], object]] = [
        lambda: repr(blank),
        lambda: str(blank),
        lambda: blank < cls.__new__(cls),  # type: ignore[operator]
        lambda: blank["b7"],
        lambda: "b7" in blank,  # type: ignore[operator]
        lambda: list(blank),  # type: ignore[call-overload]
        lambda: hash(blank),
        lambda: pickle.dumps(blank),
        lambda: copy.copy(blank),
        lambda: copy.deepcopy(blank),
        lambda: outwit.perft(blank, 1),
        lambda: playouts(blank),
        lambda: outwit.best(blank, depth=1),
    ]
    for ask in asking:
        with pytest.raises((GameFault, TypeError)):
            ask()


@in_compiled_code
def test_rules_set_up_halfway_stay_closed() -> None:
    for half in (Forgetful(), Half(), Position(0, 1, 0, {}), Rules(0, 1, 0, {})):
        assert not half.ready
        for name in ("legal_moves", "legal_numbers", "text", "copy", "undo", "key", "board"):
            if hasattr(type(half), name):
                assert isinstance(attempt(half, name), GameFault)


@pytest.mark.parametrize("numbers", [(2, 1, 0), (-1, 1, 0), (0, -1, 0), (0, 1, -1)])
def test_rules_cannot_be_set_up_with_such_numbers(numbers: tuple[int, int, int]) -> None:
    with pytest.raises(GameFault, match="cannot be set up"):
        Position(*numbers, {})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_position_is_set_up_once(game: Game) -> None:
    position = game.start()
    position.play(position.legal_moves[0])
    before = position.text
    for base in type(position).__mro__[:-1]:
        if "__init__" not in vars(base):
            continue
        for arguments in (RIGHT[type(position).__name__], (0, 1, 0, {}), (1, 100, 5, {})):
            with pytest.raises((GameFault, TypeError, AttributeError)):
                vars(base)["__init__"](position, *arguments)
    with pytest.raises(GameFault, match="is set up already"):
        type(position).__init__(position, *RIGHT[type(position).__name__])  # type: ignore[arg-type]
    assert position.text == before
    assert position.undo() == game.start().legal_moves[0]


@in_compiled_code
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_wrong_arguments_set_nothing_up(game: Game) -> None:
    cls = game.position_class
    right = RIGHT[cls.__name__]
    rng = Random(1)
    things = strangers()
    for _ in range(600):
        arguments = list(right)
        for place in rng.sample(range(len(right)), rng.randint(1, len(right))):
            arguments[place] = rng.choice(things)
        blank = cls.__new__(cls)
        try:
            blank.__init__(*arguments)  # type: ignore[misc]
        except Exception:  # noqa: BLE001  # a constructor may raise what it likes, but not crash
            if not isinstance(blank, ScriptedPosition):
                assert isinstance(attempt(blank, "legal_moves"), GameFault)
                cls.__init__(blank, *right)  # type: ignore[arg-type]
                assert blank.legal_moves
        else:
            if not isinstance(blank, ScriptedPosition):
                attempt(blank, "legal_numbers")


def test_a_second_class_cannot_be_set_up_in_place_of_the_first() -> None:
    ataxx = Ataxx.__new__(Ataxx)
    with pytest.raises(TypeError):
        Push.__init__(ataxx, *RIGHT["Push"])  # type: ignore[arg-type]


# What played unchecked on raw memory, and must not come back.
def test_there_is_no_way_to_play_unchecked() -> None:
    for game in outwit.all_games():
        names = {*dir(game.start())}
        assert "replay" not in names
        if not hasattr(game.start(), "make"):  # interpreted, Python reaches everything
            assert not names & {
                "generate",
                "make",
                "unmake",
                "push",
                "pop",
                "make_null",
                "unmake_null",
            }


def test_the_smallest_board_refuses_pushes_from_beside_it() -> None:
    position = outwit.game("push").position("0./0.5.0./0. O")
    position.play("1,1")
    for move in ("0,1",) * 60:
        with pytest.raises(IllegalMove):
            position.play(move)
    assert position.text == "0./0.5O0./0. X"


@pytest.mark.parametrize("game", outwit.all_games(), ids=lambda game: game.name)
def test_illegal_sequences_change_nothing(game: Game) -> None:
    rng = Random(7)
    vocabulary = sorted(every_move(game))
    for _ in range(many(60, 15)):
        position = game.start()
        for _ in range(rng.randint(1, 20)):
            move = rng.choice(vocabulary)
            before = position.text, position.ply
            if move in position.legal_moves:
                position.play(move)
                continue
            with pytest.raises(IllegalMove):
                position.play(move)
            with pytest.raises(IllegalMove):
                position.play_number(rng.randrange(2**32))
            assert (position.text, position.ply) == before
        while position.ply:
            position.undo()
        assert position == game.start()


def every_move(game: Game) -> set[str]:
    """Collect the moves of some random games, most of which are illegal at the start."""
    rng = Random(3)
    found: set[str] = set()
    for _ in range(3):
        position = game.start()
        while position.ply < 30 and (moves := position.legal_moves):
            found |= {move.text for move in moves}
            position.play(rng.choice(moves))
    return found


def test_blocks_of_ataxx_are_set_before_the_first_move() -> None:
    position = Ataxx.begin()
    assert position.is_legal("b6")
    position.set_block("b6")
    assert "b6" not in position.legal_moves
    assert len(position.legal_numbers) == position.count_moves()
    position.play("b7")
    with pytest.raises(BadOption, match="a move has been played"):
        position.set_block("d4")


@pytest.mark.parametrize(
    "place", [(0, 10**6), (10**6, 0), (-1, 0), (0, -1), (2**99, 0), (0, 2**99)]
)
def test_beside_the_board_a_push_costs_nothing(place: tuple[int, int]) -> None:
    position = outwit.game("push").start()
    assert isinstance(position, Push)
    assert position.loss(*place) == 0


@pytest.mark.parametrize("size", [0, -1, 2**31, 2**99])
def test_boards_of_impossible_sizes_are_refused(size: int) -> None:
    for game, option in (("push", "rows"), ("jesonmor", "size")):
        begin = outwit.game(game).position_class.begin
        if size > 0 or game == "jesonmor":
            with pytest.raises(OutwitError):
                begin(**{option: size})


def test_random_games_must_be_set_up() -> None:
    position = outwit.game("ataxx").start()
    with pytest.raises((GameFault, AttributeError)):  # interpreted, there is nothing to ask for
        RandomGames.__new__(RandomGames).play()
    for plies in (-1, 2**31 - 2, HUGE):
        with pytest.raises(UsageError, match="plies"):
            RandomGames(position, 0, plies)
    games = RandomGames(position, 0, 5)
    with pytest.raises(UsageError, match="plies"):
        games.__init__(position, 0, 2**31 - 1)  # type: ignore[misc]
    assert games.play() == 0


def test_a_copy_of_ones_own_does_not_reach_the_random_games() -> None:
    class Odd(Pile):
        def copy(self) -> Odd:
            return Odd.__new__(Odd)

    assert playouts(Odd.begin(), 3).wins != (0, 0)
