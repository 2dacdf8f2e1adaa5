"""The game that a form describes."""

from __future__ import annotations

from outwit.arena.seat import level_seat
from outwit.arena.timecontrol import DAY, TimeControl, read_time_control
from outwit.core.game import Game
from outwit.errors import NotFound, UsageError
from outwit.players.levels import LEVELS
from outwit.server.news.presence import Presence
from outwit.server.routes.analysisboard import written_options
from outwit.server.routes.playform import (
    ANY_CLOCK,
    BOT,
    DAYS,
    DAYS_CLOCK,
    FRIEND,
    GAME_CLOCK,
    HERE,
    INVITE,
    MOVE_CLOCK,
    OPPONENTS,
    RELAXED_CLOCK,
    SIDES,
)
from outwit.server.values.accepting import check_accepted
from outwit.server.values.options import check_options, check_size
from outwit.server.values.rated import check_rated
from outwit.storage.accounts import Account, AccountStore
from outwit.storage.history import HistoryStore
from outwit.storage.relations import RelationStore
from outwit.storage.stored import LINK, PUBLIC, NewGame, StoredSeat

MOST_MINUTES, MOST_SECONDS = 180, 600


class Wishes:
    """Checks forms of new games; call it in a thread."""

    def __init__(self, accounts: AccountStore, history: HistoryStore, presence: Presence) -> None:
        self._accounts = accounts
        self._relations = RelationStore(accounts.database)
        self._history = history
        self._presence = presence

    def prepare(
        self,
        game: Game,
        typed: dict[str, str],
        given: dict[str, str],
        start: str,
        account: int | None,
    ) -> NewGame:
        """Return the game that a form describes; the first seat is the sender's.

        Raise UsageError or BadText with the reason.
        """
        for name, known in (("opponent", OPPONENTS), ("side", SIDES)):
            if typed[name] not in known:
                raise UsageError(f"{name} {typed[name]!r} is not one of {', '.join(known)}")
        opponent = typed["opponent"]
        check_options(game, given)
        position = game.position(start, **given) if start else game.start(**given)
        check_size(position)
        if position.is_over:
            raise UsageError(f"there is nothing to play: {position.status}")
        control = read_clock(typed)
        invited = None
        other = StoredSeat()
        if opponent == BOT:
            bot = level_seat(read_level(typed["level"])).name
            other = StoredSeat(bot, None, bot)
        elif opponent == INVITE:
            invited = self._invited(account, typed["name"])
        is_rated = bool(typed["rated"]) and opponent not in (BOT, HERE)
        if is_rated:
            check_rated(self._account(account), invited, control, position)
        new = NewGame(
            game.name,
            (StoredSeat(), other),
            written_options(position),
            position.text,
            str(control),
            is_rated,
            LINK if opponent in (FRIEND, HERE) else PUBLIC,
            invited=None if invited is None else invited.id,
        )
        check_accepted(self._accounts, new.invited, new)
        if invited is not None and invited.is_bot and not self._presence.is_present(invited.id):
            raise UsageError(f"the bot {invited.name} is not online now: it could not answer")
        return new

    def _invited(self, account: int | None, name: str) -> Account:
        """Return the account to invite; raise UsageError if it cannot be invited."""
        found = self._accounts.find(name)
        if found is None:
            raise UsageError(
                f"nobody here is called {name[:40]!r}: a friend can be invited by link"
            )
        if found.id == account:
            raise UsageError("you cannot invite yourself")
        self._relations.check_unblocked(account, found.id, found.name)
        if account is not None and self._history.has_invited(account, found.id):
            raise UsageError(f"{found.name} has not answered your last invitation yet")
        return found

    def _account(self, account: int | None) -> Account | None:
        """Return an account by its number, None for a stranger or a deleted account."""
        try:
            return None if account is None else self._accounts.get(account)
        except NotFound:
            return None


def read_clock(typed: dict[str, str]) -> TimeControl:
    """Return the time control of a form: a proposed or a custom one."""
    clock = typed["clock"]
    if clock == ANY_CLOCK:
        return read_time_control(RELAXED_CLOCK)
    if clock == DAYS_CLOCK:
        if typed["days"] not in DAYS:
            raise UsageError(f"the days for a move are one of {', '.join(DAYS)}")
        return TimeControl(move=float(DAY * int(typed["days"])))
    if clock == MOVE_CLOCK:
        seconds = read_number(typed["seconds"], "the seconds for a move", 1, MOST_SECONDS)
        return TimeControl(move=seconds)
    if clock == GAME_CLOCK:
        minutes = read_number(typed["minutes"], "the minutes for a game", 0.25, MOST_MINUTES)
        increment = read_number(typed["increment"], "the seconds added", 0, MOST_SECONDS)
        return TimeControl(game=60 * minutes, increment=increment)
    return read_time_control(clock)


def read_number(text: str, name: str, low: float, high: float) -> float:
    """Return a number within bounds; raise UsageError."""
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not low <= number <= high:
        raise UsageError(f"{name} are a number from {low:g} to {high:g}")
    return number


def read_level(text: str) -> int:
    """Return a level; raise UsageError."""
    if text not in map(str, range(1, len(LEVELS) + 1)):
        raise UsageError(f"a level is a number from 1 to {len(LEVELS)}")
    return int(text)
