"""The commands of a game, which players and the portal send to its referee.

The referee may be in another process: a command is sent there as a list, its name first.
"""

from __future__ import annotations

from typing import Any, get_args

from outwit.core.value import Value
from outwit.errors import UsageError
from outwit.storage.counting import Most


class Play(Value):
    """Play a move as ply number ``ply``; a repeat of the same move changes nothing."""

    side: int | None
    ply: int
    text: str


class Resign(Value):
    """Resign."""

    side: int | None


class OfferDraw(Value):
    """Offer a draw, or accept the other side's offer; in a shared game it is agreed at once."""

    side: int | None


class AskTakeback(Value):
    """Take back the last move: at once against a bot or in a shared game, else when both ask."""

    side: int | None


class Decline(Value):
    """Decline the other side's offer or request, or withdraw one's own."""

    side: int | None


class OfferRematch(Value):
    """Offer to play a finished game again, or accept the other side's offer.

    The answer is the id of the rematch, empty until the other side agrees. An engine level agrees
    at once; a bot that connects through the API is invited. Only players of a finished game can
    give this command.
    """

    side: int | None


class Abort(Value):
    """End a game without a result; refused after both sides have moved."""

    side: int | None


class Sit(Value):
    """Take the free seat. The answer tells whether the account could take it.

    Refused if the account already waits in ``waiting`` games, or plays ``playing`` games.
    """

    account: int
    name: str
    waiting: int | None = None
    playing: int | None = None

    @property
    def most(self) -> Most | None:
        """Return the limits of the account."""
        if self.waiting is None or self.playing is None:
            return None
        return Most(self.account, self.waiting, self.playing)


class Cancel(Value):
    """Cancel a game with a free seat: its creator withdraws it, or the invited account declines.

    ``why`` is the reason as a clause. Refused for other accounts, and after both seats are taken.
    """

    account: int
    why: str = ""


class Report(Value):
    """Report the state: the answer is the news that the owner sends to other processes."""


class FollowDeadline(Value):
    """Set the clock of a slow game by its stored deadline; the game ends if that has passed."""


class SetPlan(Value):
    """Plan answers in a slow game while the opponent thinks; ``lines`` replace the former plan.

    Each line begins with a move of the opponent as ply number ``ply``, and ends with an answer.
    """

    side: int | None
    ply: int
    lines: list[list[str]]


# Commands without an answer, and all commands.
Order = (
    Play | Resign | OfferDraw | AskTakeback | Decline | Abort | Cancel | FollowDeadline | SetPlan
)
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
