"""Records as JSON, one game a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Any

from outwit.core.argument import RECORD, of_type
from outwit.errors import BadRecord
from outwit.records.entry import Entry
from outwit.records.record import RESULTS, GameRecord, PlayedMove
from outwit.records.syntax import LONGEST_GAME

KEYS = frozenset(GameRecord.fields)
MOVE_KEYS = frozenset(PlayedMove.fields)


def to_json(record: GameRecord) -> str:
    """Return a game as one line of JSON, without the line end.

    Args:
        record: The game.

    Raises:
        BadRecord: A field cannot be written, or the line would be too long.

    >>> record = GameRecord("ataxx", ("Ada", "Bo"), "", {}, (PlayedMove("f1"),), "*", "", {})
    >>> from_json(to_json(record)) == record
    True
    """
    of_type("record", record, GameRecord, RECORD)
    values = {name: getattr(record, name) for name in GameRecord.fields}
    values["moves"] = [move_object(played) for played in record.moves]
    try:
        text = json.dumps(values, allow_nan=False, separators=(",", ":"))
    except ValueError as error:
        raise BadRecord(str(error)) from None
    if len(text) > LONGEST_GAME:
        raise BadRecord(f"a record of {len(text):,} characters is too long")
    return text


def move_object(played: PlayedMove) -> str | dict[str, object]:
    """Return a move as JSON: its text or, if more is known, an object."""
    known = {
        name: value
        for name in PlayedMove.fields
        if (value := getattr(played, name)) is not None and value != ""
    }
    return {"move": played.move, **known} if known.keys() - {"move"} else played.move


def from_json(line: str) -> GameRecord:
    """Return the game of a line of JSON.

    Args:
        line: The line.

    Raises:
        BadRecord: The line does not hold a game.

    >>> from_json("[]")
    Traceback (most recent call last):
    ...
    outwit.errors.BadRecord: the line is not the JSON object of a game
    """
    of_type("line", line, str, "a text")
    if len(line) > LONGEST_GAME:
        raise BadRecord(f"the line is longer than {LONGEST_GAME:,} characters")
    try:
        values = json.loads(line, parse_constant=refuse)
    except RecursionError:
        raise BadRecord("the line is nested too deeply") from None
    except BadRecord:
        raise
    except ValueError as error:
        raise BadRecord(f"the line is not JSON: {error}") from None
    if not isinstance(values, dict) or values.keys() - KEYS or "game" not in values:
        raise BadRecord("the line is not the JSON object of a game")
    moves = values.get("moves", [])
    players = values.get("players", ["", ""])
    if not isinstance(moves, list):
        raise BadRecord("moves: a list is expected")
    if not isinstance(players, list) or len(players) != 2:
        raise BadRecord("players: a list of two texts is expected")
    result = text_of(values.get("result", "*"), "result")
    if result not in RESULTS:
        raise BadRecord(f"result {result[:40]!r} is not one of {', '.join(RESULTS)}")
    return GameRecord(
        text_of(values["game"], "game"),
        (text_of(players[0], "players"), text_of(players[1], "players")),
        text_of(values.get("start", ""), "start"),
        texts_of(values.get("options", {}), "options"),
        tuple([move_of(move) for move in moves]),
        result,
        text_of(values.get("termination", ""), "termination"),
        texts_of(values.get("tags", {}), "tags"),
        text_of(values.get("comment", ""), "comment"),
    )


def read_json(lines: Iterable[str]) -> Iterator[Entry | BadRecord]:
    """Yield the games of lines, and a BadRecord with the line in place of each faulty one."""
    for number, line in enumerate(lines, 1):
        text = line.removeprefix("\ufeff") if number == 1 else line
        if not text.strip():
            continue
        try:
            if not text.isascii():
                text.encode()
            yield Entry(from_json(text), number, {}, [])
        except BadRecord as error:
            yield BadRecord(f"line {number}: {error}")
        except UnicodeEncodeError:
            yield BadRecord(f"line {number}: the line is not UTF-8")


def move_of(value: object) -> PlayedMove:
    """Return the move of a text or an object; raise BadRecord if it is neither."""
    if isinstance(value, str):
        return PlayedMove(value)
    if not isinstance(value, dict) or value.keys() - MOVE_KEYS or "move" not in value:
        raise BadRecord(f"{str(value)[:40]!r} is not a move")
    depth = value.get("depth")
    if depth is not None and (not isinstance(depth, int) or isinstance(depth, bool)):
        raise BadRecord(f"depth {str(depth)[:40]!r} is not a whole number")
    return PlayedMove(
        text_of(value["move"], "move"),
        time_of(value.get("time")),
        time_of(value.get("clock")),
        text_of(value.get("score", ""), "score"),
        depth,
        text_of(value.get("comment", ""), "comment"),
    )


def text_of(value: object, name: str) -> str:
    """Return a value that is a text; raise BadRecord if it is not."""
    if not isinstance(value, str):
        raise BadRecord(f"{name}: {str(value)[:40]!r} is not a text")
    return value


def texts_of(value: object, name: str) -> dict[str, str]:
    """Return a value that maps names to texts; raise BadRecord if it does not."""
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise BadRecord(f"{name}: an object of texts is expected")
    return value


def time_of(value: object) -> float | None:
    """Return a value that is a time in seconds, or None; raise BadRecord if it is neither."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise BadRecord(f"{str(value)[:40]!r} is not a time")
    try:
        time = float(value)
    except OverflowError:
        time = float("inf")
    if not isfinite(time):
        raise BadRecord("a time is too long")
    return time


def refuse(constant: str) -> Any:
    """Raise BadRecord for NaN and infinities, which JSON does not have."""
    raise BadRecord(f"{constant} is not JSON")
