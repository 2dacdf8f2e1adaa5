"""The conformance kit: checks that a game keeps the contract of the core.

>>> import outwit
>>> from outwit.testing import check_game
>>> check_game(outwit.game("santorini"), playouts=1, plies=4)

It needs nothing but Outwit, except the strategies, which need Hypothesis.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.testing.conformance import check_game, check_play
    from outwit.testing.folder import folder_of
    from outwit.testing.perfts import PerftCase, check_perft, perft_cases
    from outwit.testing.strategies import games_played, positions
    from outwit.testing.transcript import check_transcript, write_transcript

# The module of each public name, loaded when first used.
_HOMES = {
    "PerftCase": "perfts",
    "check_game": "conformance",
    "check_perft": "perfts",
    "check_play": "conformance",
    "check_transcript": "transcript",
    "folder_of": "folder",
    "games_played": "strategies",
    "perft_cases": "perfts",
    "positions": "strategies",
    "write_transcript": "transcript",
}

__all__ = [
    "PerftCase",
    "check_game",
    "check_perft",
    "check_play",
    "check_transcript",
    "folder_of",
    "games_played",
    "perft_cases",
    "positions",
    "write_transcript",
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
