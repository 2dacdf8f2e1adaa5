"""A game on the portal while it is played or watched.

Every process with watchers of a game has a room for it. One process owns the game: its referee
executes the commands. In the other processes, the owner's news update the room.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from time import perf_counter
from typing import Any, overload

from outwit.arena.livegame import Ending, LiveGame
from outwit.core.move import Move
from outwit.errors import GameOver, IllegalMove, NotAllowed, NotYourTurn, UnreadableMove
from outwit.players.asking import best
from outwit.players.reasons import explain
from outwit.records.record import PlayedMove
from outwit.server.base.logs import event
from outwit.server.base.metrics import GAMES_BEGUN, MOVES
from outwit.server.base.tasks import Tasks
from outwit.server.base.threads import in_thread
from outwit.server.base.workqueue import Priority
from outwit.server.live.commands import Command, OfferRematch, Order, Play, Sit
from outwit.server.live.services import Services
from outwit.server.news.hub import of_account, of_tournament
from outwit.server.values.players import ShownPlayers, shown_players
from outwit.server.values.premoves import shown_premoves
from outwit.server.values.shown import shown_name
from outwit.server.values.state import Seen, State
from outwit.server.values.view import Shown, shown_clocks, shown_outcome
from outwit.storage.stored import StoredGame, StoredSeat

HINT_SECONDS = 1.0
# Most characters of a move.
LONGEST_MOVE = 200
# News to the players' accounts; ``id`` is the game.
GAME_START, GAME_FINISH, CHALLENGE = "gameStart", "gameFinish", "challenge"
# Kind of the notes between processes with chat messages.
SAID = "said"
# Field of such a message with the accounts that do not get it.
WITHOUT = "without"
# Has a command executed by the owner of the game.
CarryOut = Callable[[str, Command], Awaitable[Any]]


class Watcher:
    """A watcher of a room: account and side, if any, and the function to send to it.

    For a program no board is drawn, and moves are texts. ``send`` must not wait for a slow reader,
    because it would delay all others.
    """

    def __init__(
        self,
        account: int | None,
        side: int | None,
        send: Callable[[dict[str, Any]], Awaitable[None]],
        *,
        draws: bool = True,
    ) -> None:
        self.account = account
        self.side = side
        self.send = send
        self.flipped = side == 1
        self.draws = draws
        # The browser's address, for limits.
        self.address = ""
        # The accounts that the account of the watcher has blocked.
        self.blocked: frozenset[int] = frozenset()


class Room:
    """One game and its watchers."""

    def __init__(
        self,
        stored: StoredGame,
        live: LiveGame,
        shown: ShownPlayers,
        services: Services,
        carry_out: CarryOut,
    ) -> None:
        self.key = stored.id
        self.services = services
        self.watchers: set[Watcher] = set()
        # The watchers that wait for the state, and the task that sends it.
        self._waiting: set[Watcher] = set()
        self._telling: asyncio.Task[None] | None = None
        self._tasks = Tasks()
        self._carry_out = carry_out
        self.load(stored, live, shown)

    def load(self, stored: StoredGame, live: LiveGame, shown: ShownPlayers) -> None:
        """Take over a game from the database, with the display data of its players."""
        self.setup = stored.setup
        self.accounts = [seat.account for seat in stored.setup.seats]
        self.players = shown
        self.live = live
        # Whether the end of the game is stored.
        self.is_closed = stored.ended is not None
        # The side that has offered a draw or asked for a takeback; None if neither has.
        self.draw_by: int | None = None
        self.takeback_by: int | None = None
        # The side that wants a rematch, and the rematch once both sides want it.
        self.rematch_by: int | None = None
        self.next_game: str | None = stored.next_game
        self._shown = Shown(live)
        # The possible premoves, with ply and key of their position.
        self._premoves: tuple[tuple[int, int], list[dict[str, Any]]] = (-1, 0), []
        if self.waits:
            live.pause()
            # The clock has not started: remove the time of loading.
            live.set_elapsed(0.0)

    @property
    def waits(self) -> bool:
        """Tell whether a seat is free; until it is taken, no move is played and no clock runs."""
        return not self.live.is_over and any(seat.is_open for seat in self.setup.seats)

    @property
    def offers(self) -> tuple[int | None, int | None, int | None]:
        """The sides that offer a draw, ask for a takeback, and want a rematch."""
        return self.draw_by, self.takeback_by, self.rematch_by

    @offers.setter
    def offers(self, sides: Sequence[int | None]) -> None:
        self.draw_by, self.takeback_by, self.rematch_by = sides

    @property
    def goes_on_alone(self) -> bool:
        """Tell whether the game needs the server without visitors: a clock runs, or a bot moves."""
        live = self.live
        if live.is_over:
            return not self.is_closed
        # Turns of slow games are watched in the database.
        is_timed = not live.control.is_unlimited and not live.control.is_slow
        return not self.waits and (is_timed or not live.turn_of_person)

    # Commands. The sender of a command gets its OutwitError.

    @overload
    async def act(self, command: Sit) -> bool: ...

    @overload
    async def act(self, command: OfferRematch) -> str: ...

    @overload
    async def act(self, command: Order) -> None: ...

    async def act(self, command: Order | OfferRematch | Sit) -> object:
        """Have a command executed by the owner of the game, and return the answer."""
        if isinstance(command, Play):
            await self._play(command)
            return None
        return await self._carry_out(self.key, command)

    async def _play(self, command: Play) -> None:
        began = perf_counter()
        if len(command.text) > LONGEST_MOVE:
            raise UnreadableMove(f"{command.text[:40]!r}… is no move")
        await self._carry_out(self.key, command)
        MOVES.observe(perf_counter() - began)

    async def hint(self, side: int | None, client: str = "") -> tuple[Move, str]:
        """Return a good move for ``side``, which must be to move, and reasons for it.

        Raise NotAllowed unless the opponent is an engine level: others would be at a disadvantage.
        """
        seated = self.seated(side)
        if not self.setup.seats[1 - seated].bot:
            raise NotAllowed("hints are for games against the bots here")
        if seated != self.live.position.turn or self.waits:
            raise NotYourTurn("it is not your turn")
        position = self.live.position.copy()

        def think() -> tuple[Move, str]:
            found = best(position, time=HINT_SECONDS)
            move = position.move(found.move)
            return move, explain(position, found.move, found.score, found.line)

        found = await self.services.thinking.run(think, Priority.HINT, client)
        # Before the hint is seen: a level beaten with it is not beaten without help.
        await in_thread(self.services.level_wins.note_help, self.key)
        return found

    async def premoves(
        self, side: int | None, client: str = ""
    ) -> tuple[int, list[dict[str, Any]]]:
        """Return the ply, and the moves that ``side`` may choose while its opponent thinks."""
        seated = self.seated(side)
        if seated == self.live.position.turn or self.waits or self.setup.is_shared:
            raise NotAllowed("a premove is chosen while the opponent thinks")
        place = len(self.live.moves), self.live.position.key
        if self._premoves[0] != place:
            position = self.live.position.copy()
            moves = await self.services.painting.run(
                lambda: shown_premoves(position), client=client
            )
            self._premoves = place, moves
            return place[0], moves
        return place[0], self._premoves[1]

    async def say(self, message: dict[str, Any]) -> None:
        """Send a message, such as a chat line, to all watchers in all processes.

        The accounts in its field ``WITHOUT`` do not get it.
        """
        self.services.bus.tell(SAID, self.key, message)
        await self.say_here(message)

    def seated(self, side: int | None) -> int:
        """Return the side of a player in a running game; raise NotYourTurn or GameOver."""
        if side is None:
            raise NotYourTurn("only the players of this game can do that")
        if self.live.is_over:
            raise GameOver("the game is over")
        return side

    def announce_beginning(self) -> None:
        """Notify the players that the game starts, or that one of them is invited."""
        hub = self.services.hub
        if not self.waits:
            self.publish({"type": GAME_START, "id": self.key})
            GAMES_BEGUN.labels(self.live.game.name).inc()
            event("game begun", game=self.live.game.name)
        elif self.setup.invited is not None:
            hub.publish(of_account(self.setup.invited), {"type": CHALLENGE, "id": self.key})

    def publish(self, message: dict[str, Any]) -> None:
        """Publish news of the game to its players, the invited account and its tournament."""
        hub = self.services.hub
        for account in {*self.accounts, self.setup.invited}:
            if account is not None:
                hub.publish(of_account(account), message)
        if self.setup.tournament is not None:
            hub.publish(of_tournament(self.setup.tournament), message)

    # States for watchers.

    def side_of(self, account: int | None) -> int | None:
        """Return the side of an account, None for a spectator."""
        return self.setup.side_of(account)

    def side_now(self, side: int | None) -> int | None:
        """Return the side for which a player acts now: in a shared game, the side to move."""
        is_shared = self.setup.is_shared and side is not None
        return int(self.live.position.turn) if is_shared else side

    def state(self, watcher: Watcher) -> State:
        """Return the game as a watcher sees it."""
        live, shown = self.live, self._shown
        shown.refresh()
        turn = int(live.position.turn)
        you = self.side_now(watcher.side)
        can_move = you == turn and not live.is_over and not self.waits
        if watcher.draws:
            parts, words = shown.parts(flipped=watcher.flipped), shown.words()
            moves = shown.moves() if can_move else []
        else:
            parts, words = (), {}
            moves = shown.texts() if can_move else []
        return State(
            Seen(parts, shown.played(), shown.scores(), words),
            t="state",
            id=self.key,
            game=live.game.name,
            n=len(live.moves),
            flipped=watcher.flipped,
            you=you,
            shared=self.setup.is_shared,
            turn=turn,
            players=[
                {
                    "name": shown_name(seat),
                    "bot": player.is_bot,
                    "side": name,
                    "rating": player.rating,
                }
                for seat, name, player in zip(
                    self.setup.seats, live.game.sides, self.players, strict=True
                )
            ],
            moves=moves,
            last=shown.last(),
            motion=shown.motion(),
            clocks=shown_clocks(live, waits=self.waits),
            unit=live.game.unit,
            outcome=shown_outcome(live, None if self.setup.is_shared else watcher.side),
            status=live.sentence,
            waits=self.waits,
            offers={
                "draw": self.draw_by,
                "takeback": self.takeback_by,
                "rematch": None if self._hides_rematch(watcher) else self.rematch_by,
            },
            next=self.next_game,
            watchers=sum(each.side is None for each in self.watchers),
        )

    def _hides_rematch(self, watcher: Watcher) -> bool:
        """Tell whether a player has blocked the one who offers a rematch."""
        by = self.rematch_by
        return by is not None and by != watcher.side and self.accounts[by] in watcher.blocked

    async def tell(self, watcher: Watcher) -> None:
        """Send the state to one watcher."""

        async def draw() -> None:
            await self._send(watcher, self.state(watcher))
            self._shown.rest()

        await self.prepare()
        await self.services.drawing.turn(draw)

    def tell_soon(self, watcher: Watcher) -> None:
        """Schedule the state for one watcher; moves do not wait for its drawing.

        All waiting watchers get it together when it is the room's turn to be drawn.
        """
        self._waiting.add(watcher)
        if self._telling is None or self._telling.done():
            self._telling = self._tasks.start("state", self._tell_waiting())

    async def _tell_waiting(self) -> None:
        async def draw() -> None:
            waiting, self._waiting = self._waiting & self.watchers, set()
            await self._tell_each(waiting)

        while self._waiting:
            await self.prepare()
            await self.services.drawing.turn(draw)

    async def prepare(self, sides: Iterable[bool] | None = None) -> None:
        """Draw a large board in a thread, from the given sides or those of the watchers."""
        if sides is None:
            sides = {watcher.flipped for watcher in self.watchers if watcher.draws}
        await self._shown.prepare(self.services.painting, sides)

    async def look(self) -> None:
        """Load the display data of the players, after a change of seats, names or ratings."""
        database = self.services.store.database
        self.players = await asyncio.to_thread(shown_players, database, self.key, self.setup)
        first, second = (
            seat.replace(name=player.name or seat.name)
            for seat, player in zip(self.setup.seats, self.players, strict=True)
        )
        self.seat(first, second)

    def seat(self, first: StoredSeat, second: StoredSeat) -> None:
        """Set the seats of the game."""
        self.setup = self.setup.replace(seats=(first, second))
        self.accounts = [first.account, second.account]
        game = self.live.game
        self.live.seats = first.seat(game), second.seat(game)

    async def tell_all(self) -> None:
        """Send the state to all watchers in this process."""
        await self._tell_each(tuple(self.watchers))

    async def _tell_each(self, watchers: Iterable[Watcher]) -> None:
        states: dict[tuple[int | None, bool, bool, bool], State] = {}

        def of(watcher: Watcher) -> State:
            hides = self._hides_rematch(watcher)
            seen = watcher.side, watcher.flipped, watcher.draws, hides
            if seen not in states:
                states[seen] = self.state(watcher)
            return states[seen]

        for watcher in watchers:
            await self._send(watcher, of(watcher))
        self._shown.rest()

    async def say_here(self, message: dict[str, Any]) -> None:
        """Send a message to the watchers in this process."""
        out = message.get(WITHOUT, ())
        told = {name: value for name, value in message.items() if name != WITHOUT}
        for watcher in tuple(self.watchers):
            if watcher.account not in out:
                await self._send(watcher, told)

    async def _send(self, watcher: Watcher, message: dict[str, Any]) -> None:
        """Send a message; remove a watcher that cannot be reached."""
        try:
            await watcher.send(message)
        except OSError:
            self.watchers.discard(watcher)

    # News from the owner to the other processes.

    def news(self) -> dict[str, Any]:
        """Return the state of the game for rooms that are at most one move behind."""
        live = self.live
        last, ending = live.moves[-1] if live.moves else None, live.ending
        return {
            "n": len(live.moves),
            "last": None if last is None else [last.move, last.time, last.clock],
            "key": live.position.key,
            "elapsed": live.elapsed(),
            "ending": ending and [ending.result, ending.termination, ending.reason],
            "waits": self.waits,
            "offers": self.offers,
            "next": self.next_game,
        }

    def follow(self, news: dict[str, Any]) -> bool:
        """Apply news to the game; return False if the game must be loaded instead."""
        live, ending = self.live, news["ending"]
        if news["waits"] != self.waits and ending is None:
            return False
        if news["n"] == len(live.moves) + 1 and not live.is_over:
            try:
                live.follow(PlayedMove(*news["last"]))
            except IllegalMove:
                return False
        if news["n"] != len(live.moves) or news["key"] != live.position.key:
            return False
        live.ending = None if ending is None else Ending(*ending)
        live.set_elapsed(news["elapsed"])
        self.offers = news["offers"]
        self.next_game = news["next"]
        return True
