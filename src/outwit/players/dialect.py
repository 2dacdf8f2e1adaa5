"""UCI, UAI and UGI: one protocol in three dialects, and the words in which they differ."""

from __future__ import annotations

from outwit.assignments.assignment import assignment_of
from outwit.core.game import Game
from outwit.core.value import Value
from outwit.errors import BadFile, UsageError


class Dialect(Value):
    """The words of a dialect; the first of a pair is about the first player."""

    name: str
    clocks: tuple[str, str]
    increments: tuple[str, str]
    # The move reported when the game is over.
    no_move: str = "(none)"
    # Whether the manager asks the engine who is to move and whether the game is over.
    queries: bool = False

    @property
    def greeting(self) -> str:
        """Return the engine's answer to the first command, such as ``uciok``."""
        return f"{self.name}ok"

    @property
    def new_game(self) -> str:
        """Return the command that announces a new game."""
        return f"{self.name}newgame"


UCI = Dialect("uci", ("wtime", "btime"), ("winc", "binc"))
# Its managers call the first player black.
UAI = Dialect("uai", ("btime", "wtime"), ("binc", "winc"), no_move="0000")
UGI = Dialect("ugi", ("p1time", "p2time"), ("p1inc", "p2inc"), queries=True)

DIALECTS = {dialect.name: dialect for dialect in (UCI, UAI, UGI)}


def usual_protocol(game: Game) -> str:
    """Return the protocol that programs for a game usually speak.

    It is the first that the game names; else plain text, or files, if the game has these; else UGI.
    """
    for named in game.parts.protocols:
        return named
    if assignment_of(game).conversations:
        return "text"
    try:
        game.start().to_file()
    except BadFile:
        return UGI.name
    return "file"


def usual_dialect(game: Game) -> Dialect:
    """Return the engine protocol that programs for a game usually speak."""
    return find_dialect(next(iter(game.parts.protocols), UGI.name))


def find_dialect(name: str) -> Dialect:
    """Return a dialect by name; raise UsageError if it is unknown."""
    if name not in DIALECTS:
        raise UsageError(f"there is no protocol {name[:40]!r}; there are {', '.join(DIALECTS)}")
    return DIALECTS[name]
