"""Positions as the opening explorer counts them, and its moves as a page shows them."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any

from outwit.arena.timecontrol import read_time_control
from outwit.core.position import Position
from outwit.errors import BadRecord, OutwitError
from outwit.records.record import GameRecord, PlayedMove
from outwit.records.replay import first_position, option_text, play_recorded
from outwit.server.values.shown import figure, shown_day, shown_name
from outwit.storage.openings import BAND, MOST_PLIES, CountedGame, OpeningMove, UncountedGame
from outwit.storage.stored import GameLine
from outwit.storage.timeclass import TIME_CLASSES, time_class

# The lowest mean ratings that a reader can choose, in steps of the bands.
LEASTS = tuple(range(5 * BAND, 12 * BAND, BAND))


def node_of(position: Position) -> int:
    """Return the number of a position with its game and options; transpositions share it."""
    options = {
        name: option_text(value) for name, value in position.options.items() if value is not None
    }
    written = json.dumps([position.game.name, sorted(options.items()), position.key])
    return int.from_bytes(blake2b(written.encode(), digest_size=8).digest(), signed=True)


def counted(game: UncountedGame) -> CountedGame:
    """Replay the first moves of a game; one that the rules no longer allow has no steps."""
    setup = game.line.setup
    pace = time_class(read_time_control(setup.time_control))
    moves = tuple(PlayedMove(move) for move in game.moves[:MOST_PLIES])
    record = GameRecord(setup.game, ("", ""), setup.start, setup.options, moves, "*", "", {})
    steps = []
    try:
        position = first_position(record)
        for played in moves:
            steps.append((node_of(position), played.move))
            play_recorded(position, played)
    except (BadRecord, OutwitError):
        return CountedGame(game, pace, ())
    return CountedGame(game, pace, tuple(steps))


def shown_openings(position: Position, moves: tuple[OpeningMove, ...]) -> dict[str, Any]:
    """Return the moves played in a position; those that are not legal in it are left out."""
    legal = {move.text: move.label for move in position.legal_moves}
    found = [each for each in moves if each.move in legal]
    total = sum(each.games for each in found)
    return {
        "games": total,
        "sides": list(position.game.sides),
        "moves": [
            {
                "text": each.move,
                "label": legal[each.move],
                "games": each.games,
                "share": round(100 * each.games / total),
                "first": percent(each.first_won, each.games),
                "drawn": percent(each.drawn, each.games),
                "second": percent(each.second_won, each.games),
                "rating": "" if each.rating is None else figure(each.rating),
            }
            for each in found
        ],
    }


def percent(part: int, whole: int) -> float:
    """Return a share in percent, to one decimal.

    >>> percent(1, 3)
    33.3
    """
    return round(100 * part / whole, 1)


def shown_sample(line: GameLine) -> dict[str, str]:
    """Return a sample game as a line of a list."""
    first, second = (shown_name(seat) for seat in line.setup.seats)
    return {
        "id": line.id,
        "first": first,
        "second": second,
        "result": line.result,
        "at": shown_day(line.ended or line.created),
    }


def read_filter(pace: str, least: str) -> tuple[str, int]:
    """Return the chosen time class and lowest rating; anything unknown chooses all games.

    >>> read_filter("blitz", "1400"), read_filter("", "much")
    (('blitz', 1400), ('', 0))
    """
    chosen = int(least) if least.isascii() and least.isdecimal() and len(least) < 6 else 0
    return pace if pace in TIME_CLASSES else "", chosen if chosen in LEASTS else 0
