"""Outwit: a home for two-player, perfect-information board games on a grid.

>>> import outwit
>>> position = outwit.game("ataxx").start()
>>> position.play("b7")
>>> position.text
'xx4o/7/7/7/7/7/o5x o 0 1'
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.contests.match import match
    from outwit.contests.results import Results
    from outwit.contests.standing import Standing
    from outwit.contests.tournament import tournament
    from outwit.core.board import Board, Square
    from outwit.core.game import Game
    from outwit.core.move import Move
    from outwit.core.outcome import Outcome, Termination
    from outwit.core.perft import divide, perft
    from outwit.core.piece import Piece
    from outwit.core.playouts import Playouts, playouts
    from outwit.core.position import Position
    from outwit.core.scripted import ScriptedPosition
    from outwit.core.side import FIRST, SECOND, Side
    from outwit.core.symmetry import Symmetry
    from outwit.engine.analysis import Analysis
    from outwit.engine.limits import Limits
    from outwit.environments.batch import Batch
    from outwit.errors import BadOption, BadPosition, IllegalMove, OutwitError, UnknownGame
    from outwit.games import all_games, game
    from outwit.players.asking import analyse, best
    from outwit.players.engines import Engine
    from outwit.records.games import read_games, write_games
    from outwit.records.record import GameRecord

__version__ = "0.2.0"

# Where each name of the face lives; it is loaded when first used.
_HOMES = {
    "GameRecord": "records.record",
    "Results": "contests.results",
    "Standing": "contests.standing",
    "match": "contests.match",
    "read_games": "records.games",
    "tournament": "contests.tournament",
    "write_games": "records.games",
    "Symmetry": "core.symmetry",
    "playouts": "core.playouts",
    "analyse": "players.asking",
    "Square": "core.board",
    "Playouts": "core.playouts",
    "Piece": "core.piece",
    "Move": "core.move",
    "Board": "core.board",
    "BadOption": "errors",
    "BadPosition": "errors",
    "FIRST": "core.side",
    "Analysis": "engine.analysis",
    "Batch": "environments.batch",
    "Engine": "players.engines",
    "Game": "core.game",
    "IllegalMove": "errors",
    "Limits": "engine.limits",
    "Outcome": "core.outcome",
    "OutwitError": "errors",
    "Position": "core.position",
    "SECOND": "core.side",
    "ScriptedPosition": "core.scripted",
    "Side": "core.side",
    "Termination": "core.outcome",
    "UnknownGame": "errors",
    "all_games": "games",
    "best": "players.asking",
    "divide": "core.perft",
    "game": "games",
    "perft": "core.perft",
}

__all__ = [
    "FIRST",
    "SECOND",
    "Analysis",
    "BadOption",
    "BadPosition",
    "Batch",
    "Board",
    "Engine",
    "Game",
    "GameRecord",
    "IllegalMove",
    "Limits",
    "Move",
    "Outcome",
    "OutwitError",
    "Piece",
    "Playouts",
    "Position",
    "Results",
    "ScriptedPosition",
    "Side",
    "Square",
    "Standing",
    "Symmetry",
    "Termination",
    "UnknownGame",
    "all_games",
    "analyse",
    "best",
    "divide",
    "game",
    "match",
    "perft",
    "playouts",
    "read_games",
    "tournament",
    "write_games",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
