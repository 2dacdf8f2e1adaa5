"""The positions of played games, as arrays to learn from."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from multiprocessing import get_context
from typing import TYPE_CHECKING

import numpy as np

from outwit.core.game import Game
from outwit.core.value import Value
from outwit.engine.score import MOST_EVALUATED
from outwit.errors import UsageError
from outwit.games import game as find_game
from training.networks.played import NO_RESULT, PlayedGame, read_facts, read_games

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from outwit.core.features import Features
    from outwit.core.position import Position

# One game in this many is held out of training, to measure the loss.
HELD_OUT = 50
# Games converted to arrays at a time.
GAMES_AT_A_TIME = 500


class Dataset(Value):
    """Positions, one in each row, those of a game in a row.

    ``states`` are those of the slots as the side to move sees them, then as the other side does.
    ``scores`` and ``points`` are the side to move's; points are 0, 1 for a draw, 2 for a win, and
    NO_RESULT in a side line, each position of which is a game of its own.
    ``guesses`` are what the network is added to: the evaluation written by hand, or nothing.
    ``keys`` are the positions' own, and ``is_held`` marks those of games that are held out.
    ``sides`` are those to move, and ``is_last`` marks the last position of a game.
    """

    states: NDArray[np.uint8]
    buckets: NDArray[np.uint8]
    scores: NDArray[np.int16]
    points: NDArray[np.uint8]
    guesses: NDArray[np.int32]
    keys: NDArray[np.uint64]
    is_held: NDArray[np.bool_]
    sides: NDArray[np.uint8]
    is_last: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.scores)

    def take(self, rows: NDArray[np.generic]) -> Dataset:
        """Return some of the positions, given by their numbers or a mask."""
        return Dataset(*(getattr(self, name)[rows] for name in self.fields))

    def distinct(self) -> NDArray[np.int64]:
        """Return the numbers of the positions, of equal ones only the first."""
        _, first = np.unique(self.keys, return_index=True)
        found: NDArray[np.int64] = np.sort(first)
        return found


def features_of(game: Game) -> Features:
    """Return the features of a game; raise UsageError if it has none."""
    features = game.parts.features
    if features is None:
        raise UsageError(f"{game.name} has no features to learn from")
    return features


def seen_by_mover(position: Position) -> array[int]:
    """Return the states of the slots as the side to move sees them, then as the other side does."""
    states = position.slot_states
    if position.turn:
        half = len(states) // 2
        return states[half:] + states[:half]
    return states


def joined(parts: Iterable[Dataset]) -> Dataset:
    """Return the positions of several data sets in one."""
    every = list(parts)
    return Dataset(
        *(np.concatenate([getattr(part, name) for part in every]) for name in Dataset.fields)
    )


def load(game: Game, paths: list[str], processes: int = 1) -> Dataset:
    """Replay the games of files, and return their positions.

    Positions with a forced score are left out: there the search needs no evaluation.
    """
    features_of(game)
    for path in paths:
        facts, _ = read_facts(path)
        if facts.get("game") != game.name:
            raise UsageError(f"{path!r} holds no games of {game.name}")
    convert = partial(read_file, game.name)
    if processes == 1:
        return joined(map(convert, paths))
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        return joined(pool.map(convert, paths))


def read_file(name: str, path: str) -> Dataset:
    """Return the positions of one file of games."""
    game = find_game(name)
    games = list(numbered(read_games(path)))
    pieces = range(0, len(games), GAMES_AT_A_TIME)
    # Without any game, an empty data set.
    return joined(
        convert(game, games[i : i + GAMES_AT_A_TIME]) for i in chain(pieces, [len(games)])
    )


def numbered(games: Iterable[PlayedGame]) -> Iterator[tuple[int, PlayedGame]]:
    """Number the games of a file; a side line has the number of the game that it left."""
    number = 0
    for played in games:
        yield number, played
        number += not played.is_side_line


def convert(game: Game, games: list[tuple[int, PlayedGame]]) -> Dataset:
    """Return the positions of games with their numbers."""
    features = features_of(game)
    seen: list[bytes] = []
    facts: list[tuple[int, int, int, int, int, bool, int]] = []
    last: list[int] = []
    for number, played in games:
        for position, score in played.replay(game):
            if abs(score) > MOST_EVALUATED:
                continue
            if played.is_side_line:
                points = NO_RESULT
                last.append(len(facts))
            else:
                points = 2 - played.points if position.turn else played.points
            seen.append(seen_by_mover(position).tobytes())
            guess = position.evaluation if features.corrects else 0
            is_held = number % HELD_OUT == 0
            key, side = position.key, int(position.turn)
            facts.append((position.phase, score, points, guess, key, is_held, side))
        last.append(len(facts) - 1)
    buckets, scores, points_won, guesses, keys, held, sides = (
        zip(*facts, strict=True) if facts else [()] * 7
    )
    is_last = np.zeros(len(facts), np.bool_)
    is_last[[number for number in last if number >= 0]] = True
    return Dataset(
        np.frombuffer(b"".join(seen), np.uint8).reshape(-1, 2 * features.slots),
        np.array(buckets, np.uint8),
        np.array(scores, np.int16),
        np.array(points_won, np.uint8),
        np.array(guesses, np.int32),
        np.array(keys, np.uint64),
        np.array(held, np.bool_),
        np.array(sides, np.uint8),
        is_last,
    )
