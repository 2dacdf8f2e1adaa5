"""Checks whether a game keeps the contract: random games, every check at every position."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from outwit.core.argument import POSITION, listed, of_type, whole
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import GameFault
from outwit.testing import checks
from outwit.testing.snapshot import Snapshot, snapshot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

P = ParamSpec("P")
T = TypeVar("T")

# How many moves of every position are played and taken back.
SAMPLE = 6
# The share of the positions for the slow checks, of descriptions and symmetries.
DESCRIBED = 0.1


def check_game(
    game: Game,
    *,
    starts: Iterable[Mapping[str, object]] = ({},),
    seed: int = 0,
    playouts: int = 6,
    plies: int = 60,
) -> None:
    """Check a game on random games, and its positions on the way.

    Args:
        game: The game.
        starts: Options of the start positions to begin from. Default: the start position.
        seed: The same seed plays the same games.
        playouts: Random games from each start.
        plies: Most moves of a game.

    Raises:
        GameFault: The game breaks its contract; the message names the position.

    >>> import outwit
    >>> check_game(outwit.game("santorini"), starts=[{}], playouts=1, plies=4)
    """
    of_type("game", game, Game, "a game")
    starts = listed("starts", starts, "dictionaries of options")
    for each in starts:
        of_type("starts", each, Mapping, "a dictionary of options")
    seed, playouts = whole("seed", seed), whole("playouts", playouts, 0)
    plies = whole("plies", plies, 0)
    checks.check_facts(game)
    for options in starts:
        seen: dict[int, Snapshot] = {}
        for number in range(playouts):
            where = f"{game.name}, start options {dict(options)}, seed {seed}, playout {number}"
            position = located(where.strip, game.start, **options)
            Playout(game, position, Random(f"{seed} {number}"), seen, where).play(plies)


def check_play(game: Game, position: Position, *, seed: int = 0, plies: int = 60) -> None:
    """Check a game on one random game from a position.

    Args:
        game: The game.
        position: Where the random game begins.
        seed: The same seed plays the same game.
        plies: Most moves of the game.

    Raises:
        GameFault: The game breaks its contract; the message names the position.

    >>> import outwit
    >>> game = outwit.game("santorini")
    >>> check_play(game, game.start(), plies=4)
    """
    of_type("game", game, Game, "a game")
    of_type("position", position, Position, POSITION)
    seed, plies = whole("seed", seed), whole("plies", plies, 0)
    where = f"{game.name}, from {position.text!r}, seed {seed}"
    Playout(game, position, Random(seed), {}, where).play(plies)


class Playout:
    """One random game, checked as it goes on."""

    def __init__(
        self, game: Game, position: Position, rng: Random, seen: dict[int, Snapshot], where: str
    ) -> None:
        self.game = game
        self.position = position
        self.rng = rng
        self.seen = seen
        self.where = where
        self.history: list[Snapshot] = []
        self.elsewhere: list[str] = []

    def play(self, plies: int) -> None:
        """Play ``plies`` moves or to the end, and take all of them back."""
        for _ in range(plies):
            self.check_position()
            before = snapshot(self.position)
            if not before.legal_moves:
                break
            self.history.append(before)
            self.elsewhere += self.some(before.legal_moves)
            self.run(self.position.play, self.rng.choice(before.legal_moves))
        self.check_position()
        self.run(checks.check_takeback, self.position, self.history)

    def check_position(self) -> None:
        """Run every check on the position as it stands, the simple ones first."""
        game, position = self.game, self.position
        self.run(checks.check_options, game, position)
        self.run(checks.check_bound, position)
        self.run(checks.check_parts, position)
        self.run(checks.check_win, position)
        self.run(checks.check_answers, position)
        self.run(checks.check_listing, position)
        self.run(checks.check_reading, position)
        self.run(checks.check_counting, position)
        self.run(checks.check_end, game, position)
        self.run(checks.check_score, game, position)
        self.run(checks.check_text, game, position)
        self.run(checks.check_rereading, game, position)
        self.run(checks.check_drawing, position)
        before = snapshot(position)
        for move in self.some(before.legal_moves):
            self.run(checks.check_move, game, position, move, before)
        self.run(checks.check_line, position, self.rng)
        self.run(checks.check_copy, position)
        self.run(checks.check_numbers, position)
        self.run(checks.check_board, game, position)
        if self.rng.random() < DESCRIBED:
            self.run(checks.check_descriptions, position)
            if position.outcome is None or game.text_shows_end:
                self.run(checks.check_symmetries, position, self.rng)
        self.run(checks.check_pickle, position)
        self.run(checks.check_refusals, position, self.some(self.elsewhere))
        self.run(checks.check_key, position, self.seen)

    def some(self, moves: list[str] | tuple[str, ...]) -> list[str]:
        """Draw a few moves."""
        return self.rng.sample(moves, min(SAMPLE, len(moves)))

    def run(self, check: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
        """Run a check at this point of the game."""
        located(self.place, check, *args, **kwargs)

    def place(self) -> str:
        """Say where in which game this is."""
        moves = " ".join(self.position.played[-len(self.history) :] if self.history else ())
        return f"{self.where}, moves {moves or 'none'}"


def located(
    where: Callable[[], str], action: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Call a function; turn any exception into a GameFault that says where, asked only then."""
    try:
        return action(*args, **kwargs)
    except GameFault as fault:
        raise GameFault(f"{fault}; {where()}") from fault
    except Exception as error:
        raise GameFault(f"{type(error).__name__} was raised: {error}; {where()}") from error
