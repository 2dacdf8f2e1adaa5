"""A record of a position with its moves, and the position of a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from outwit.core.argument import POSITION, RECORD, of_type
from outwit.core.game import Game
from outwit.core.outcome import Outcome
from outwit.core.position import Position
from outwit.errors import BadRecord, IllegalMove, OutwitError
from outwit.games import game as find_game
from outwit.records.record import DRAWN, FIRST_WON, SECOND_WON, UNFINISHED, GameRecord, PlayedMove

# Looking for the folders of games once per record would be slow.
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
    comment: str = "",
) -> GameRecord:
    """Return the record of the game that led to a position.

    Args:
        game: The game.
        position: The last position, with the moves played.
        players: The names of the first and the second player.
        moves: The position's moves with times, scores or comments. Default: the moves alone.
        result: The result. Default: by the rules, ``*`` for an unfinished game.
        termination: The code of the end. Default: by the rules.
        tags: Everything else by name, such as a date.
        comment: A comment on the whole game.

    >>> import outwit
    >>> position = outwit.game("ataxx").start()
    >>> position.play("f1")
    >>> record = from_position(position.game, position, ("Ada", "Bo"))
    >>> record.result, [played.move for played in record.moves]
    ('*', ['f1'])
    """
    of_type("game", game, Game, "a game")
    of_type("position", position, Position, POSITION)
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
        comment,
    )


def result_of(outcome: Outcome | None) -> str:
    """Return the result of an outcome, ``*`` for None."""
    if outcome is None:
        return UNFINISHED
    if outcome.winner is None:
        return DRAWN
    return SECOND_WON if outcome.winner else FIRST_WON


def option_text(value: object) -> str:
    """Write the value of an option as ``Game.read_options`` reads it."""
    return ",".join(value) if isinstance(value, tuple) else str(value)


def first_position(record: GameRecord) -> Position:
    """Return the position a game began with: the start position of its options if it names none.

    Args:
        record: The game.

    Raises:
        BadRecord: The options or the first position are wrong.

    >>> from outwit.records.reader import read_records
    >>> record = next(read_records(['[Game "ataxx"]', "", "1. f1 a2 *"]))
    >>> first_position(record).status, replay(record).played
    ('Red to move', ('f1', 'a2'))
    """
    of_type("record", record, GameRecord, RECORD)
    game = game_named(of_type("game", record.game, str, "the name of a game"))
    of_type("options", record.options, Mapping, "a dictionary")
    of_type("moves", record.moves, Sequence, "a tuple of PlayedMove")
    game.read_options({**record.options})  # a foreign name might be that of an argument
    if record.start:
        return game.position(record.start, **record.options)
    return game.start(**record.options)


def replay(record: GameRecord) -> Position:
    """Return the position a game ended in, with its moves played.

    Args:
        record: The game.

    Raises:
        BadRecord: The record does not follow the rules of its game.

    >>> from outwit.records.reader import read_records
    >>> replay(next(read_records(['[Game "ataxx"]', "", "1. f1 f1 *"])))
    Traceback (most recent call last):
    ...
    outwit.errors.BadRecord: move 2: move 'f1' is not legal here
    """
    try:
        position = first_position(record)
    except OutwitError as error:
        raise BadRecord(str(error)) from None
    for played in record.moves:
        play_recorded(position, played)
    return position


def play_recorded(position: Position, played: PlayedMove) -> None:
    """Play the next move of a record; raise BadRecord, with its number, if it is not legal."""
    of_type("moves", played, PlayedMove, "a PlayedMove")
    try:
        position.play(played.move)
    except IllegalMove as error:
        raise BadRecord(f"move {len(position.played) + 1}: {error}") from None
