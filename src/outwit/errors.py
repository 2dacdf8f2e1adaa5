"""Every error Outwit raises on purpose.

    OutwitError                 error               1
    ├── UsageError              usage               2
    │   ├── UnknownGame         unknown-game        2
    │   └── BadOption           bad-option          2
    ├── BadText                 bad-text            2
    │   ├── BadPosition         bad-position        2
    │   └── BadFile             bad-file            2
    ├── MoveError               move                2
    │   ├── IllegalMove         illegal-move        2
    │   │   └── UnreadableMove  unreadable-move     2
    │   └── NothingToUndo       nothing-to-undo     2
    └── GameFault               game-fault          3

Beside each name stand its ``code``, which travels over wires and never changes, and the
``exit_status`` a program ends with. The message is one line that names what is wrong.
"""


class OutwitError(Exception):
    """Anything that goes wrong here for a reason we foresaw."""

    code = "error"
    exit_status = 1


class UsageError(OutwitError, ValueError):
    """A request that makes no sense as it stands."""

    code = "usage"
    exit_status = 2


class UnknownGame(UsageError):
    """No game has that name."""

    code = "unknown-game"


class BadOption(UsageError):
    """A game has no such option, or the option cannot have that value."""

    code = "bad-option"


class BadText(OutwitError, ValueError):
    """A text that cannot be read."""

    code = "bad-text"
    exit_status = 2


class BadPosition(BadText):
    """A position's text that is damaged or describes no position; the message names the field."""

    code = "bad-position"


class BadFile(BadText):
    """A file that cannot be opened, or that is not in the game's own format."""

    code = "bad-file"


class MoveError(OutwitError, ValueError):
    """A move that cannot be made or taken back."""

    code = "move"
    exit_status = 2


class IllegalMove(MoveError):
    """The rules forbid the move here."""

    code = "illegal-move"


class UnreadableMove(IllegalMove):
    """The text is no move of this game at all."""

    code = "unreadable-move"


class NothingToUndo(MoveError):
    """No move has been played yet."""

    code = "nothing-to-undo"


class GameFault(OutwitError):
    """A game breaks the contract its position promised to keep."""

    code = "game-fault"
    exit_status = 3
