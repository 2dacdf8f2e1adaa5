"""The commands of a game: what players, and the portal for them, ask its referee to do.

The referee may be in another process: there a command goes as a list, its name first.
"""

from __future__ import annotations

from typing import Any, get_args

from outwit.core.value import Value
from outwit.errors import UsageError
from outwit.storage.counting import Most


class Play(Value):
    """Play a move as ply number ``ply``; the same move again is harmless."""

    side: int | None
    ply: int
    text: str


class Resign(Value):
    """Give up."""

    side: int | None


class OfferDraw(Value):
    """Offer a draw, or accept the other side's offer."""

    side: int | None


class AskTakeback(Value):
    """Take the last move back: at once against a bot, else when the other side asks too."""

    side: int | None


class Decline(Value):
    """Decline what the other side has offered or asked, or withdraw one's own."""

    side: int | None


class OfferRematch(Value):
    """Offer to play a finished game again, or accept the other side's offer.

    The answer is the id of the game that follows, nothing while the other side has not agreed. A
    bot agrees at once; one that connects from elsewhere is invited. Only the players of a game that
    is over can do so.
    """

    side: int | None


class Abort(Value):
    """End a game without a result; not once both have moved, or it counts."""

    side: int | None


class Sit(Value):
    """Take the free seat. The answer tells whether there was one for this account.

    An account that waits in ``waiting`` games, or plays ``playing``, gets no other.
    """

    account: int
    name: str
    waiting: int | None = None
    playing: int | None = None

    @property
    def most(self) -> Most | None:
        """Return the bounds of the account."""
        if self.waiting is None or self.playing is None:
            return None
        return Most(self.account, self.waiting, self.playing)


class Cancel(Value):
    """End a game that nobody has joined: its maker withdraws it, or the one invited declines.

    ``why`` is the clause that says so. Nobody else can do it, nor anybody once both are there.
    """

    account: int
    why: str = ""


class Report(Value):
    """Tell how the game stands: the answer is what the owner tells other processes."""


# Those that are not answered, and all.
Order = Play | Resign | OfferDraw | AskTakeback | Decline | Abort | Cancel
Command = Order | OfferRematch | Sit | Report
KINDS: dict[str, type[Command]] = {kind.__name__: kind for kind in get_args(Command)}


def write(command: Command) -> list[Any]:
    """Return a command for another process.

    >>> write(Play(0, 3, "b7"))
    ['Play', 0, 3, 'b7']
    """
    return [type(command).__name__, *(getattr(command, name) for name in command.fields)]


def read(body: Any) -> Command:
    """Read what ``write`` wrote; raise UsageError for anything else.

    >>> read(["Play", 0, 3, "b7"])
    Play(side=0, ply=3, text='b7')
    >>> read(["Shout", 0])
    Traceback (most recent call last):
        ...
    outwit.errors.UsageError: there is no command 'Shout'
    """
    match body:
        case [str(name), *fields] if (kind := KINDS.get(name)) is not None:
            if len(fields) != len(kind.fields):
                raise UsageError(f"the command {name} has {len(kind.fields)} fields")
            return kind(*fields)
        case [str(name), *_]:
            raise UsageError(f"there is no command {name[:40]!r}")
        case _:
            raise UsageError("a command is a list, its name first")
