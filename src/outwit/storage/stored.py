"""A game as it is stored: settings, moves and result."""

from __future__ import annotations

from datetime import datetime

from outwit.arena.livegame import DATE, TIME_CONTROL
from outwit.arena.seat import Seat, read_seat
from outwit.core.game import Game
from outwit.core.value import Value
from outwit.players.roster import BotSpec
from outwit.records.record import UNFINISHED, GameRecord, PlayedMove
from outwit.storage.timeclass import UNLIMITED

# Visibility: listed for everybody, or reachable only by its link.
PUBLIC, LINK = "public", "link"
VISIBILITIES = (PUBLIC, LINK)
# The kind of bot that is a hand-in, by its id.
HANDIN = "handin"
# The name of the second person at one screen.
FRIEND = "Friend"


class StoredSeat(Value):
    """The player of a side: displayed name, account, and for an engine level its description.

    ``bot`` is as ``arena.seat.read_seat`` reads it, such as ``level 3``, or ``handin:`` and the id
    of a hand-in. A seat with neither account nor bot is free.
    """

    name: str = ""
    account: int | None = None
    bot: str = ""

    @property
    def is_open(self) -> bool:
        """Tell whether the seat is free."""
        return self.account is None and not self.bot

    @property
    def is_handin(self) -> bool:
        """Tell whether a program has it that was handed in."""
        return self.bot.startswith(f"{HANDIN}:")

    def seat(self, game: Game) -> Seat:
        """Return the seat for the arena; raise UsageError if the game has no such bot.

        That of a hand-in is opened by who knows the hand-ins: ``settings`` has its id.
        """
        kind, colon, key = self.bot.partition(":")
        if kind == HANDIN and colon:
            return Seat(self.name, BotSpec(self.name, HANDIN, settings=(("id", key),)))
        return read_seat(self.bot, game).replace(name=self.name) if self.bot else Seat(self.name)


class NewGame(Value):
    """A game to be stored; without ``start`` it begins at the start position of its options.

    If ``invited`` is given, only that account may take the free seat. ``tournament`` is the
    tournament of the game. ``request`` is the idempotency key of the request; it is not read back.
    """

    game: str
    seats: tuple[StoredSeat, StoredSeat]
    options: dict[str, str] = {}  # noqa: RUF012  # never changed
    start: str = ""
    time_control: str = UNLIMITED
    rated: bool = False
    visibility: str = PUBLIC
    rematch_of: str | None = None
    invited: int | None = None
    tournament: str | None = None
    request: str | None = None

    @property
    def is_shared(self) -> bool:
        """Tell whether two people play at one screen: both seats are of one account."""
        first, second = (seat.account for seat in self.seats)
        return first is not None and first == second

    def side_of(self, account: int | None) -> int | None:
        """Return the side of an account, None without one; in a shared game, not the friend's."""
        own = [] if account is None else [s for s in (0, 1) if self.seats[s].account == account]
        # A shared game has two of them; the account itself may also be called Friend.
        own.sort(key=lambda side: self.seats[side].name == FRIEND)
        return own[0] if own else None


class NextTurn(Value):
    """The turn after a move of a slow game: who is to move, and the seconds for it.

    ``rests`` tells whether a vacation comes first.
    """

    account: int | None
    seconds: float
    rests: bool = True


class NewMove(Value):
    """A move to be stored as a ply of a game; ``played`` is now by default.

    ``turn`` is the one that begins with it, in a slow game.
    """

    game_id: str
    ply: int
    move: str
    used: int | None = None
    clock: int | None = None
    played: datetime | None = None
    turn: NextTurn | None = None


class StoredMove(Value):
    """A move with the milliseconds it took, the player's clock after it, and when it was played."""

    move: str
    used: int | None
    clock: int | None
    played: datetime


class GameLine(Value):
    """A stored game without its moves, as lists of games show it."""

    id: str
    setup: NewGame
    created: datetime
    started: datetime | None
    ended: datetime | None
    result: str = UNFINISHED
    termination: str = ""
    sentence: str = ""


class StoredGame(GameLine):
    """A stored game with all its moves, and the rematch that follows it, if there is one."""

    moves: tuple[StoredMove, ...] = ()
    next_game: str | None = None

    def record(self) -> GameRecord:
        """Return the game as records have it."""
        setup = self.setup
        tags = {DATE: (self.started or self.created).date().isoformat()}
        if setup.time_control != UNLIMITED:
            tags[TIME_CONTROL] = setup.time_control
        moves = [
            PlayedMove(each.move, _seconds(each.used), _seconds(each.clock)) for each in self.moves
        ]
        return GameRecord(
            setup.game,
            (setup.seats[0].name, setup.seats[1].name),
            setup.start,
            dict(setup.options),
            tuple(moves),
            self.result,
            self.termination,
            tags,
        )


def _seconds(milliseconds: int | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000
