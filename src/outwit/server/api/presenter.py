"""Games and accounts as the API shows them, read from the database."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from starlette.requests import HTTPConnection

from outwit.arena.timecontrol import read_time_control
from outwit.errors import NotFound
from outwit.games import game as find_game
from outwit.records.endings import CALLED_OFF, DECLINED
from outwit.records.record import FIRST_WON, SECOND_WON
from outwit.records.replay import replay
from outwit.server.api.answers import (
    COLORS,
    Challenge,
    Color,
    GameInfo,
    Player,
    Rating,
    Record,
    Tournament,
    User,
)
from outwit.storage.accounts import ONLINE, Account, AccountStore
from outwit.storage.games import GameStore
from outwit.storage.progress import Tournament as StoredTournament
from outwit.storage.ratings import RatingStore
from outwit.storage.stored import GameLine, StoredGame, StoredSeat
from outwit.storage.tables import now
from outwit.storage.timeclass import time_class

BOT: Literal["BOT"] = "BOT"
CREATED, STARTED = "created", "started"
# Text between the name of a bot and its reason for declining.
BECAUSE = " declined – "
WINNERS: dict[str, Color] = {FIRST_WON: "first", SECOND_WON: "second"}


class Presenters:
    """Creates a presenter for each answer."""

    def __init__(self, games: GameStore, accounts: AccountStore, ratings: RatingStore) -> None:
        self.games = games
        self.accounts = accounts
        self.ratings = ratings

    def of(self, connection: HTTPConnection) -> Presenter:
        """Return the presenter for the answer to a request, or for a socket."""
        # A socket's address begins with ws, or wss.
        scheme = connection.url.scheme.replace("ws", "http")
        return Presenter(self, f"{scheme}://{connection.url.netloc}")


class Presenter:
    """Converts stored values for one answer; call it in a thread."""

    def __init__(self, stores: Presenters, site: str) -> None:
        self._stores = stores
        self._site = site
        self._accounts: dict[int, Account | None] = {}

    def challenge(self, line: GameLine) -> Challenge:
        """Show a challenge: a game with a free seat, or one that was accepted or declined."""
        # The free seat is still open, or the invited account has taken it.
        seats = line.setup.seats
        maker = next(
            (
                side
                for side, seat in enumerate(seats)
                if not seat.is_open and seat.account != line.setup.invited
            ),
            0,
        )
        invited = line.setup.invited
        other = self.seated(seats[1 - maker]) if invited is None else self.player(invited)
        if line.termination in CALLED_OFF and line.started is None:
            status = "declined" if line.termination == DECLINED else "canceled"
        else:
            status = CREATED if line.started is None else "accepted"
        return Challenge.model_validate(
            {
                **self.setup(line),
                "status": status,
                "challenger": self.seated(seats[maker]),
                "dest_user": other,
                "color": COLORS[maker],
                "decline_reason": line.sentence.partition(BECAUSE)[2] or None,
            }
        )

    def info(self, line: GameLine, account: int) -> GameInfo:
        """Show a game to one of its players."""
        stored = self._stores.games.load(line.id)
        seats = stored.setup.seats
        side = stored.setup.side_of(account) or 0
        position = replay(stored.record())
        status = status_of(stored)
        played = position.played
        return GameInfo.model_validate(
            {
                **self.setup(stored),
                "game_id": stored.id,
                "color": COLORS[side],
                "side": find_game(stored.setup.game).sides[side],
                "position": position.text,
                "ply": len(played),
                "last_move": played[-1] if played else None,
                "is_my_turn": status == STARTED and int(position.turn) == side,
                "opponent": self.seated(seats[1 - side]),
                "status": status,
                "winner": WINNERS.get(stored.result),
            }
        )

    def record(self, stored: StoredGame) -> Record:
        """Show the record of a game."""
        first, second = stored.setup.seats
        return Record.model_validate(
            {
                **self.setup(stored),
                "created_at": milliseconds(stored.created),
                "ended_at": None if stored.ended is None else milliseconds(stored.ended),
                "first": self.seated(first),
                "second": self.seated(second),
                "moves": " ".join(move.move for move in stored.moves),
                "clocks": [move.clock for move in stored.moves],
                "status": status_of(stored),
                "winner": WINNERS.get(stored.result),
                "result": stored.result,
                "sentence": stored.sentence,
                "tournament": stored.setup.tournament,
            }
        )

    def setup(self, line: GameLine) -> dict[str, Any]:
        """Show the settings of a game."""
        setup = line.setup
        return {
            "id": line.id,
            "url": f"{self._site}/g/{line.id}",
            "game": setup.game,
            "options": setup.options,
            "start": setup.start,
            "rated": setup.rated,
            **shown_clock(setup.time_control),
        }

    def tournament(self, tournament: StoredTournament, players: int) -> Tournament:
        """Show a tournament."""
        return Tournament.model_validate(
            {
                "id": tournament.id,
                "url": f"{self._site}/t/{tournament.id}",
                "name": tournament.name,
                "system": tournament.format,
                "game": tournament.game,
                "options": tournament.options,
                "rated": tournament.rated,
                **shown_clock(tournament.time_control),
                "rounds": tournament.rounds,
                "minutes": tournament.minutes,
                "nb_players": players,
                "starts_at": milliseconds(tournament.starts),
                "status": CREATED
                if tournament.started is None
                else STARTED
                if tournament.ended is None
                else "finished",
            }
        )

    def seated(self, seat: StoredSeat) -> Player | None:
        """Show the player of a seat, None if it is free."""
        if seat.is_open:
            return None
        found = None if seat.account is None else self.player(seat.account)
        return found or shown_player(seat.name, bool(seat.bot))

    def player(self, account: int) -> Player | None:
        """Show an account's name and title."""
        if account not in self._accounts:
            try:
                self._accounts[account] = self._stores.accounts.get(account)
            except NotFound:
                self._accounts[account] = None
        found = self._accounts[account]
        if found is None:
            return None
        return shown_player(found.name, found.is_bot)

    def user(self, account: Account) -> User:
        """Show an account with its ratings."""
        perfs: dict[str, dict[str, Rating]] = {}
        for each in self._stores.ratings.of_account(account.id):
            glicko = each.glicko
            perfs.setdefault(each.game, {})[each.time_class] = Rating(
                rating=glicko.rating, rd=glicko.deviation, games=each.games
            )
        owner = None if account.owner is None else self.player(account.owner)
        return User(
            id=account.name.lower(),
            username=account.name,
            title=BOT if account.is_bot else None,
            guest=account.is_guest,
            owner=None if owner is None else owner.username,
            created_at=milliseconds(account.created),
            seen_at=milliseconds(account.seen),
            online=now() - account.seen < ONLINE,
            perfs=perfs,
            url=f"{self._site}/people/{account.name}",
        )


def shown_clock(text: str) -> dict[str, Any]:
    """Show a time control and its time class."""
    control = read_time_control(text)
    kind = "unlimited" if control.is_unlimited else "clock" if control.game else "move"
    return {
        "speed": time_class(control),
        "time_control": {
            "type": kind,
            "limit": control.game or control.move,
            "increment": control.increment if control.game else None,
            "show": text,
        },
    }


def shown_player(name: str, is_bot: bool) -> Player:
    """Return a player by name and title."""
    return Player(id=name.lower(), username=name, title=BOT if is_bot else None)


def status_of(line: GameLine) -> str:
    """Return the status of a stored game: created, started, or why it ended."""
    if line.ended is not None:
        return line.termination
    return CREATED if line.started is None else STARTED


def milliseconds(moment: datetime) -> int:
    """Return a moment in milliseconds since 1970."""
    return round(1000 * moment.timestamp())
