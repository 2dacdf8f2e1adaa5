"""The two streams: the events of an account, and one game."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any, TypeVar

from outwit.arena.timecontrol import read_time_control
from outwit.errors import NotFound
from outwit.records.endings import CALLED_OFF
from outwit.records.replay import first_position
from outwit.server.api.access import Caller
from outwit.server.api.answers import (
    COLORS,
    ChallengeEvent,
    ChatLine,
    EventLine,
    GameEvent,
    GameFull,
    GameLine,
    GameState,
)
from outwit.server.api.presenter import CREATED, STARTED, WINNERS, Presenter, milliseconds
from outwit.server.live.room import CHALLENGE, GAME_FINISH, GAME_START, Room, Watcher
from outwit.server.news.feed import Closing, Feed
from outwit.server.news.hub import Hub, of_account
from outwit.server.values.state import State
from outwit.storage.accounts import AccountStore
from outwit.storage.games import GameStore
from outwit.storage.invitations import InvitationStore
from outwit.storage.relations import RelationStore
from outwit.storage.stored import StoredGame

T = TypeVar("T")
# Longest silence of a stream; then the server sends an empty line.
ALIVE_SECONDS = 5.0
# Seconds between two updates of a bot's time of last contact; well below ``accounts.ONLINE``.
SEEN_SECONDS = 20.0
# States queued for a stream before it ends because it is read too slowly.
MOST_WAITING = 100


class Streams:
    """Creates both streams."""

    def __init__(
        self,
        hub: Hub,
        closing: Closing,
        accounts: AccountStore,
        games: GameStore,
        invitations: InvitationStore,
    ) -> None:
        self._hub = hub
        self._closing = closing
        self._accounts = accounts
        self._games = games
        self._invitations = invitations
        self._relations = RelationStore(accounts.database)

    async def events(
        self, caller: Caller, presenter: Presenter, follow: bool
    ) -> AsyncIterator[EventLine | None]:
        """Yield the events of an account: first the current games and challenges, then news.

        None means that nothing happened for ``ALIVE_SECONDS``. Raise BadToken when the token is
        revoked, Ended when the portal ends or the reader is too slow.
        """
        account = caller.account.id
        with self._hub.subscribe(of_account(account)) as news:
            self._closing.add(news)
            # Events sent about each game, because news may arrive while the database is read.
            told: dict[str, set[str]] = {}
            for kind, find in (
                (GAME_START, self._invitations.playing),
                (CHALLENGE, self._invitations.to),
            ):
                for line in await asyncio.to_thread(find, account):
                    told[line.id] = {kind}
                    event = await asyncio.to_thread(
                        self._event_of, presenter, account, kind, line.id
                    )
                    if event is not None:
                        yield event
            seen = float("-inf")
            while follow:
                if time.monotonic() - seen > SEEN_SECONDS:
                    await asyncio.to_thread(self._accounts.see, account)
                    seen = time.monotonic()
                try:
                    message = await next_of(news)
                except TimeoutError:
                    await caller.check()
                    yield None
                    continue
                kind, key = message["type"], message["id"]
                if kind == GAME_FINISH:
                    told.pop(key, None)
                elif kind in told.setdefault(key, set()):
                    continue
                else:
                    told[key].add(kind)
                if event := await asyncio.to_thread(self._event_of, presenter, account, kind, key):
                    yield event

    def _event_of(
        self, presenter: Presenter, account: int, kind: str, key: str
    ) -> EventLine | None:
        """Return the event of a message, None if it is out of date."""
        try:
            stored = self._games.load(key)
        except NotFound:
            return None
        if stored.setup.invited == account:
            blocked = self._relations.blocked(account)
            if stored.started is None and not blocked.isdisjoint(makers_of(stored)):
                return None
        if kind == CHALLENGE:
            # A challenge that was accepted or withdrawn meanwhile has its own event.
            waits = stored.started is None and stored.ended is None
            shown = presenter.challenge(stored)
            return ChallengeEvent(type="challenge", challenge=shown) if waits else None
        if stored.started is None and stored.termination in CALLED_OFF:
            shown = presenter.challenge(stored)
            declined = shown.status == "declined"
            return ChallengeEvent(
                type="challengeDeclined" if declined else "challengeCanceled", challenge=shown
            )
        if account not in (seat.account for seat in stored.setup.seats):
            return None
        is_start = kind == GAME_START
        return GameEvent(
            type="gameStart" if is_start else "gameFinish", game=presenter.info(stored, account)
        )

    async def game(
        self, caller: Caller, presenter: Presenter, room: Room, follow: bool
    ) -> AsyncIterator[GameLine | None]:
        """Yield a game as a player sees it: the whole game, then every state and chat line.

        It ends with the game. None means that nothing happened for ``ALIVE_SECONDS``. Raise Ended
        when the portal ends or the reader is too slow.
        """
        account = caller.account.id
        feed: Feed[dict[str, Any]] = Feed("game stream", MOST_WAITING)
        self._closing.add(feed)

        async def send(message: dict[str, Any]) -> None:
            if not feed.put(message):
                raise ConnectionResetError("a stream is not read")

        watcher = Watcher(account, room.side_of(account), send, draws=False)
        watcher.blocked = await asyncio.to_thread(self._relations.blocked, account)
        view: GameView | None = None
        room.watchers.add(watcher)
        try:
            await room.tell(watcher)
            while True:
                try:
                    message = await next_of(feed)
                except TimeoutError:
                    await caller.check()
                    yield None
                    continue
                if message["t"] == "chat":
                    yield ChatLine(username=message["name"], text=message["text"])
                elif isinstance(message, State):
                    is_over = message["outcome"] is not None
                    if view is None or is_over or view.waits:
                        stored = await asyncio.to_thread(self._games.load, room.key)
                        if is_over and stored.ended is None:
                            continue  # its end is not stored yet; another state follows
                        is_new = view is None or view.waits
                        view = GameView(presenter, stored)
                        shown = view.state(message)
                        yield (
                            await asyncio.to_thread(view.full, shown, account) if is_new else shown
                        )
                    else:
                        yield view.state(message)
                    if is_over or not follow:
                        return
        finally:
            room.watchers.discard(watcher)


def makers_of(stored: StoredGame) -> set[int]:
    """Return the accounts in the seats of a game."""
    return {seat.account for seat in stored.setup.seats if seat.account is not None}


async def next_of(feed: Feed[T]) -> T:
    """Return the next message; raise TimeoutError after ``ALIVE_SECONDS`` without one, Ended."""
    async with asyncio.timeout(ALIVE_SECONDS):
        return await feed.get()


class GameView:
    """A game as the API shows it; it keeps its own position and replays new moves."""

    def __init__(self, presenter: Presenter, stored: StoredGame) -> None:
        self.presenter = presenter
        self.stored = stored
        self.position = first_position(stored.record())
        control = read_time_control(stored.setup.time_control)
        self.increment = round(1000 * control.increment) if control.game else None
        self.waits = stored.started is None and stored.ended is None

    def full(self, state: GameState, account: int) -> GameFull:
        """Return the whole game for a player."""
        stored = self.stored
        first, second = stored.setup.seats
        return GameFull.model_validate(
            {
                **self.presenter.setup(stored),
                "created_at": milliseconds(stored.created),
                "first": self.presenter.seated(first),
                "second": self.presenter.seated(second),
                "color": COLORS[0 if first.account == account else 1],
                "state": state,
            }
        )

    def state(self, told: State) -> GameState:
        """Convert a state that a room sends to its watchers."""
        moves = tuple(each["text"] for each in told["played"])
        self._go_to(moves)
        outcome, offers = told["outcome"], told["offers"]
        left = told["clocks"]["left"] or (None, None)
        if outcome is not None:
            status = self.stored.termination
        else:
            status = CREATED if told["waits"] else STARTED
        return GameState(
            moves=" ".join(moves),
            ply=len(moves),
            position=self.position.text,
            turn=COLORS[told["turn"]],
            legal_moves=[each["text"] for each in told["moves"]],
            first_time=left[0],
            second_time=left[1],
            first_increment=self.increment,
            second_increment=self.increment,
            status=status,
            winner=None if outcome is None else WINNERS.get(outcome["result"]),
            sentence="" if outcome is None else outcome["sentence"],
            first_draw=offers["draw"] == 0,
            second_draw=offers["draw"] == 1,
            first_takeback=offers["takeback"] == 0,
            second_takeback=offers["takeback"] == 1,
        )

    def _go_to(self, moves: tuple[str, ...]) -> None:
        """Bring the position to these moves: take back moves that are gone, play new ones."""
        position = self.position
        while position.ply > len(moves) or position.played != moves[: position.ply]:
            position.undo()
        for move in moves[position.ply :]:
            position.play(move)
