"""From a game in progress to its record, and back."""

from __future__ import annotations

from functools import lru_cache

from outwit.core.game import Game
from outwit.core.outcome import Outcome
from outwit.core.position import Position
from outwit.errors import BadRecord, IllegalMove, OutwitError
from outwit.games import game as find_game
from outwit.records.record import DRAWN, FIRST_WON, SECOND_WON, UNFINISHED, GameRecord, PlayedMove

# Which folders there are is not looked up again for every record.
game_named = lru_cache(64)(find_game)


def from_position(
    game: Game,
    position: Position,
    players: tuple[str, str] = ("", ""),
    *,
    moves: tuple[PlayedMove, ...] | None = None,
    result: str | None = None,
    termination: str | None = None,
    tags: dict[str, str] | None = None,
) -> GameRecord:
    """Return the record of a game as played so far.

    ``moves`` are the position's own, if more is known of them than their texts. The result and
    the termination are the rules' unless given.
    """
    outcome = position.outcome
    if moves is None:
        moves = tuple([PlayedMove(move) for move in position.played])
    code = "" if outcome is None else outcome.termination.code
    return GameRecord(
        game.name,
        players,
        position.beginning,
        {name: option_text(value) for name, value in position.options.items() if value is not None},
        moves,
        result_of(outcome) if result is None else result,
        code if termination is None else termination,
        {} if tags is None else tags,
    )


def result_of(outcome: Outcome | None) -> str:
    """Return the result of an outcome."""
    if outcome is None:
        return UNFINISHED
    if outcome.winner is None:
        return DRAWN
    return SECOND_WON if outcome.winner else FIRST_WON


def option_text(value: object) -> str:
    """Write an option's value so that the option reads it."""
    return ",".join(value) if isinstance(value, tuple) else str(value)


def first_position(record: GameRecord) -> Position:
    """Return the position a game began with; raise what is wrong with game, options or start.

    Without a start, the options say what it is.
    """
    game = game_named(record.game)
    game.read_options({**record.options})  # a foreign name might be that of an argument
    if record.start:
        return game.position(record.start, **record.options)
    return game.start(**record.options)


def replay(record: GameRecord) -> Position:
    """Return the position a game ended in, with the moves played; raise BadRecord if it cannot."""
    try:
        position = first_position(record)
    except OutwitError as error:
        raise BadRecord(str(error)) from None
    for number, played in enumerate(record.moves, 1):
        try:
            position.play(played.move)
        except IllegalMove as error:
            raise BadRecord(f"move {number}: {error}") from None
    return position
