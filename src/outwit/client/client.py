"""A bot's side of the portal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from secrets import token_hex
from typing import Any, Self
from urllib.parse import quote

from outwit.client.connection import Connection, Json
from outwit.client.online import Event, GameReader, OnlineGame, read_event
from outwit.errors import (
    GameOver,
    NetworkFault,
    NotFound,
    NotYourTurn,
    OutwitError,
    StalePly,
    TooMany,
)
from outwit.storage.botplays import Plays

# A source of its own: a program that has seeded Python's expects the same numbers again.
CHANCE = Random()
# The first pause after a failure, and the longest; each is twice the one before.
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 5.0
# So long a request is tried again, where trying again is harmless.
PATIENCE = 120.0


class Client:
    """Acts for the account of a token on a portal such as ``http://localhost:8000``.

    Streams come back by themselves after a lost network or a restart of the portal. Any thread
    may use it. ``report`` gets a line when the portal is lost, and when it is there again.
    """

    def __init__(
        self, url: str, token: str, report: Callable[[str], None] = lambda _: None
    ) -> None:
        self.connection = Connection(url, token)
        self.report = report
        # Whether the last thing heard of the portal was that it cannot be reached.
        self.is_lost = False

    def close(self) -> None:
        """Close the connections that are kept for the next request."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # The account.

    def account(self) -> Json:
        """Return the account that the token acts for; it is asked for once."""
        return self._json(self.connection.ask("GET", "/account"))

    def upgrade(self) -> None:
        """Turn the account into a bot's, for ever."""
        self._post("/bot/account/upgrade")

    def playing(self) -> list[Json]:
        """Return the games that the account is playing."""
        found: list[Json] = self._get("/account/playing")["nowPlaying"]
        return found

    def bots(self) -> list[str]:
        """Return the names of the bots that are connected."""
        return [bot["username"] for bot in self._get("/bot/online")["bots"]]

    def user(self, name: str) -> Json:
        """Return an account by its name."""
        return self._json(self._get(f"/user/{quote(name, safe='')}"))

    # Challenges and seats.

    def challenge(self, name: str, game: str, **terms: Any) -> str:
        """Challenge an account, or a level such as ``level 3``, and return the game's id.

        ``terms`` are those of the API; ``limit``, ``increment`` and ``move`` are the clock's. It is
        sent again until it is acknowledged, and makes one game all the same.
        """
        return self._offer(f"/challenge/{quote(name, safe='')}", game, terms)

    def seek(self, game: str, **terms: Any) -> str:
        """Offer a game to anybody and return its id; terms are those of ``challenge``."""
        return self._offer("/board/seek", game, terms)

    def seeks(self) -> list[Json]:
        """Return the games with a seat that anybody may take."""
        found: list[Json] = self._get("/board/seek")["seeks"]
        return found

    def join(self, key: str) -> None:
        """Take the free seat of a game."""
        self._post(f"/board/seek/{key}/join")

    def accept(self, key: str) -> bool:
        """Accept a challenge; tell whether it was still there, for it may be withdrawn any time."""
        return self._if_there(f"/challenge/{key}/accept")

    def decline(self, key: str, reason: str = "") -> bool:
        """Decline a challenge, and say why; tell whether it was still there."""
        body = {"reason": reason} if reason else None
        return self._if_there(f"/challenge/{key}/decline", body)

    def declare(self, plays: Plays) -> None:
        """Say what the bot plays: it is challenged to nothing else."""
        body = {
            "games": ",".join(plays.games),
            "speeds": ",".join(plays.speeds),
            "rated": plays.rated,
            "variants": plays.variants,
        }
        self._again(lambda: self.connection.ask("POST", "/bot/account/plays", body))

    def cancel(self, key: str) -> None:
        """Withdraw a challenge or a seek."""
        self._post(f"/challenge/{key}/cancel")

    # Games.

    def move(self, key: str, move: str, ply: int, offer_draw: bool = False) -> None:
        """Play a move as ply number ``ply``; it is sent again until it is acknowledged."""
        query = {"ply": ply, **({"offeringDraw": "true"} if offer_draw else {})}
        self._post(f"/bot/game/{key}/move/{quote(move, safe='')}", query)

    def say(self, key: str, text: str) -> None:
        """Say something to the other player; it is sent once."""
        self.connection.ask("POST", f"/bot/game/{key}/chat", {"text": text})

    def resign(self, key: str) -> None:
        """Give up."""
        self._post(f"/bot/game/{key}/resign")

    def abort(self, key: str) -> None:
        """End a game in which not both sides have moved."""
        self._post(f"/bot/game/{key}/abort")

    def draw(self, key: str, accept: bool = True) -> None:
        """Offer a draw or agree to one; or decline what is offered."""
        self._post(f"/bot/game/{key}/draw/{'yes' if accept else 'no'}")

    def takeback(self, key: str, accept: bool = True) -> None:
        """Ask to take a move back or agree to it; or decline what is asked.

        It is sent once: a level of the portal would take back another move.
        """
        self.connection.ask("POST", f"/bot/game/{key}/takeback/{'yes' if accept else 'no'}")

    def tournaments(self) -> Json:
        """Return tournaments by what they are: created, started or finished."""
        return self._get("/tournament")

    def enter(self, key: str) -> None:
        """Take part in a tournament; its games come as events, and need no accepting."""
        self._post(f"/tournament/{key}/join")

    def withdraw(self, key: str) -> None:
        """Take part in a tournament no longer."""
        self._post(f"/tournament/{key}/withdraw")

    def record(self, key: str) -> str:
        """Return a game as a record in text."""
        form = {"format": "text"}
        return str(self._again(lambda: self.connection.ask("GET", f"/games/{key}", query=form)))

    # Streams.

    def events(self) -> Iterator[Event]:
        """Yield what concerns the account, for ever: first what goes on, then what happens.

        What goes on is told once, however often the stream has to begin again. Raise BadToken if
        the token is not valid (any more), NotAllowed if the account is no bot's.
        """
        told: set[tuple[str, str]] = set()
        for found in self._lines("/stream/event"):
            event = read_event(found)
            key = event.kind, event.id
            if event.kind in ("gameStart", "challenge"):
                if key in told:
                    continue
                told.add(key)
            else:
                told -= {("gameStart", event.id), ("challenge", event.id)}
            yield event

    def game(self, key: str) -> Iterator[OnlineGame]:
        """Yield a game whenever something happens in it, until it is over.

        Where the stream has to begin again, the game comes as it stands then.
        """
        reader: GameReader | None = None
        for found in self._lines(f"/bot/game/stream/{key}"):
            kind = found.get("type")
            if kind == "gameFull":
                reader = GameReader(found)
                game = reader.read(found.get("state"), True)
            elif kind == "gameState" and reader is not None:
                game = reader.read(found, False)
            else:
                continue
            yield game
            if game.is_over:
                return

    def play(
        self,
        key: str,
        choose: Callable[[OnlineGame], str],
        begin: Callable[[OnlineGame], None] = lambda _: None,
    ) -> OnlineGame:
        """Play a game to its end with the moves that ``choose`` returns, and return it then.

        ``begin`` is called before, whoever is to move. What the other side offers is declined. A
        move that comes too late, because the game has ended meanwhile, is dropped.
        """
        answered, has_begun = -1, False
        for game in self.game(key):
            if game.is_over:
                return game
            if not has_begun:
                begin(game)
                has_begun = True
            if game.is_offered:
                with suppress(GameOver):  # its last state is on its way
                    self.draw(key, False)
            if game.is_first or game.ply != answered:
                answered = -1
            if game.is_my_turn and answered < 0:
                move = choose(game)
                try:
                    self.move(key, move, game.ply)
                except (GameOver, StalePly, NotYourTurn):
                    continue  # the state that says why is on its way
                answered = game.ply
        raise AssertionError("a stream ends with its game")

    def _lines(self, path: str) -> Iterator[Json]:
        """Yield the objects of a stream, begun again whenever it breaks off."""
        pause = FIRST_PAUSE
        while True:
            try:
                for line in self.connection.lines(path):
                    pause = FIRST_PAUSE
                    self._note(None)
                    if line is not None:
                        yield line
            except (NetworkFault, TooMany) as error:
                self._note(error)
            pause = _wait(pause)

    def _get(self, path: str) -> Json:
        return self._json(self._again(lambda: self.connection.ask("GET", path)))

    def _offer(self, path: str, game: str, terms: Json) -> str:
        """Make a game; the key lets the portal know a request that comes again."""
        body, key = _terms(game, terms), token_hex(16)
        found = self._again(
            lambda: self.connection.ask("POST", path, body, key=key), (NetworkFault,)
        )
        return str(self._json(found)["id"])

    def _post(self, path: str, query: Json | None = None) -> None:
        self._again(lambda: self.connection.ask("POST", path, query=query))

    def _if_there(self, path: str, body: Json | None = None) -> bool:
        try:
            self._again(lambda: self.connection.ask("POST", path, body))
        except NotFound:
            return False
        return True

    def _again(
        self,
        ask: Callable[[], Any],
        passing: tuple[type[OutwitError], ...] = (NetworkFault, TooMany),
    ) -> Any:
        """Send what may be sent twice, until there is an answer or patience ends."""
        pause, end = FIRST_PAUSE, time.monotonic() + PATIENCE
        while True:
            try:
                answer = ask()
            except passing as error:
                if time.monotonic() > end:
                    raise
                self._note(error)
            else:
                self._note(None)
                return answer
            pause = _wait(pause)

    def _note(self, error: OutwitError | None) -> None:
        """Report that the portal is lost, and that it is there again; each once."""
        if (error is not None) != self.is_lost:
            self.is_lost = error is not None
            self.report(f"{error}; trying again" if error else "connected again")

    def _json(self, found: Any) -> Json:
        if not isinstance(found, dict):
            raise NetworkFault(f"{self.connection.url} is not an Outwit portal")
        return found


def _terms(game: str, terms: Json) -> Json:
    """Return the body of a challenge."""
    clock = ("limit", "increment", "move")
    return {
        "game": game,
        **{f"clock.{name}" if name in clock else name: value for name, value in terms.items()},
    }


def _wait(pause: float) -> float:
    """Wait about so long, not all clients at the same moment, and return the next pause."""
    time.sleep(pause * (0.5 + CHANCE.random()))
    return min(2 * pause, LONGEST_PAUSE)
