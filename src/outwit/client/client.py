"""A bot's side of the portal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
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
# Seconds for which a request is retried, if a retry is harmless.
PATIENCE = 120.0
# Marks named in one request.
MOST_MARKS = 200


class Client:
    """A client of a portal's bot API, for the account of a token. Any thread may use it.

    After a lost network or a restart of the portal, streams continue by themselves. Requests are
    tried again for two minutes; those that must not come twice, ``say`` and ``takeback``, are sent
    once.

    Args:
        url: The portal, such as ``http://localhost:8000``.
        token: The token of the account.
        report: Called with a line when the portal is lost, and when it is found again.

    In its methods, ``key`` is the id of a game, a challenge or a tournament, ``name`` an account
    and ``game`` the name of a game. ``terms`` are those of a challenge: ``options``, ``rated``,
    ``color`` (``first``, ``second`` or ``random``), and the clock as ``limit`` and ``increment`` or
    ``move``, in seconds. With ``accept`` False, an offer is declined.

    Methods raise NetworkFault if the portal cannot be reached or is none, BadToken if the token is
    not valid, and NotFound, NotAllowed or TooMany as the portal answers.

    A bot that plays a game against level 1 of the portal::

        def first_legal(game):
            return game.position.legal_moves[0]

        with Client(URL, TOKEN) as client:
            name = client.account()["username"]
            client.declare(Plays(games=("ataxx",)))
            key = client.challenge("level 1", "ataxx", color="first")
            game = client.play(key, first_legal)
            print(game.sentence, client.record(key))

    A bot that follows its games itself::

        client = Client(URL, TOKEN)
        key = client.challenge("level 1", "ataxx", color="first")
        for event in client.events():
            if event.kind == "gameStart" and event.id == key:
                break
            if event.challenge is not None and event.challenge.rated:
                client.decline(event.id, "no rated games")
            elif event.challenge is not None:
                client.accept(event.id)
        for game in client.game(key):
            if game.is_offered:
                client.draw(key, accept=False)
                client.takeback(key, accept=False)
            if game.is_my_turn and game.ply == 0:
                client.say(key, "Good luck")
                client.move(key, "f1", game.ply)
            elif game.is_my_turn:
                client.resign(key)
        client.close()

    Seeks, tournaments and accounts::

        with Client(URL, TOKEN) as client:
            client.upgrade()
            for seek in client.seeks():
                client.join(seek["id"])
            for tournament in client.tournaments()["created"]:
                client.enter(tournament["id"])
                client.withdraw(tournament["id"])
            key = client.seek("ataxx")
            client.cancel(key)
            client.abort(client.challenge("level 1", "ataxx", color="first"))
            print(client.user(name)["username"], client.bots(), client.playing())

    A student hands in, and the teacher takes the marks::

        with Client(URL, TOKEN) as client:
            key = client.assignments(client.classes()[0]["id"])[0]["id"]
            print(client.assignment(key)["title"])
            client.submit(key, data)
            first = client.handins(key)[-1]
            print(client.handin(first["id"])["log"])
            client.activate(first["id"])
        with Client(URL, TEACHERS_TOKEN) as client:
            print(client.marks(key)["marks"], client.export(key, "csv").decode())
            client.remark(key)
            changes = client.changes(key)["changes"]
            if changes:
                client.accept_marks(key, [each["mark"] for each in changes])
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
        """Return the account of the token."""
        return self._json(self.connection.ask("GET", "/account"))

    def upgrade(self) -> None:
        """Turn the account into a bot's. It cannot be turned back."""
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
        """Return the id of a game to which an account or a level such as ``level 3`` is challenged.

        A request that is repeated makes one game.
        """
        return self._offer(f"/challenge/{quote(name, safe='')}", game, terms)

    def seek(self, game: str, **terms: Any) -> str:
        """Return the id of a game that is offered to everybody."""
        return self._offer("/board/seek", game, terms)

    def seeks(self) -> list[Json]:
        """Return the games with a seat that anybody may take."""
        found: list[Json] = self._get("/board/seek")["seeks"]
        return found

    def join(self, key: str) -> None:
        """Take the free seat of a game."""
        self._post(f"/board/seek/{key}/join")

    def accept(self, key: str) -> bool:
        """Accept a challenge; return False if it has been withdrawn."""
        return self._if_there(f"/challenge/{key}/accept")

    def decline(self, key: str, reason: str = "") -> bool:
        """Decline a challenge with a ``reason``; return False if it has been withdrawn."""
        body = {"reason": reason} if reason else None
        return self._if_there(f"/challenge/{key}/decline", body)

    def declare(self, plays: Plays) -> None:
        """Declare what the bot plays; it gets no other challenges.

        Args:
            plays: The games that it accepts.
        """
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
        """Play a move.

        Args:
            key: The id of the game.
            move: The text of the move.
            ply: The number of moves played before; the portal plays a repeated request once.
            offer_draw: Whether to offer a draw with it.

        Raises:
            IllegalMove: The move is not legal.
            StalePly: ``ply`` is another turn's.
            NotYourTurn: It is the other player's turn.
            GameOver: The game has ended.
        """
        query = {"ply": ply, **({"offeringDraw": "true"} if offer_draw else {})}
        self._post(f"/bot/game/{key}/move/{quote(move, safe='')}", query)

    def say(self, key: str, text: str) -> None:
        """Say ``text`` to the other player."""
        self.connection.ask("POST", f"/bot/game/{key}/chat", {"text": text})

    def resign(self, key: str) -> None:
        """Resign a game."""
        self._post(f"/bot/game/{key}/resign")

    def abort(self, key: str) -> None:
        """End a game in which not both sides have moved."""
        self._post(f"/bot/game/{key}/abort")

    def draw(self, key: str, accept: bool = True) -> None:
        """Offer a draw or accept one; or decline it."""
        self._post(f"/bot/game/{key}/draw/{'yes' if accept else 'no'}")

    def takeback(self, key: str, accept: bool = True) -> None:
        """Ask to take a move back or accept that; or decline it.

        It is sent once, because a level of the portal would take back another move.
        """
        self.connection.ask("POST", f"/bot/game/{key}/takeback/{'yes' if accept else 'no'}")

    def tournaments(self) -> Json:
        """Return the tournaments by their state: ``created``, ``started`` or ``finished``."""
        return self._get("/tournament")

    def enter(self, key: str) -> None:
        """Enter a tournament. Its games come as events and need no accepting."""
        self._post(f"/tournament/{key}/join")

    def withdraw(self, key: str) -> None:
        """Withdraw from a tournament."""
        self._post(f"/tournament/{key}/withdraw")

    def record(self, key: str) -> str:
        """Return a game as a record in text."""
        form = {"format": "text"}
        return str(self._again(lambda: self.connection.ask("GET", f"/games/{key}", query=form)))

    # Classes.

    def classes(self) -> list[Json]:
        """Return the classes that the account teaches or belongs to."""
        found: list[Json] = self._get("/class")["classes"]
        return found

    def assignments(self, key: str) -> list[Json]:
        """Return the assignments of a class."""
        found: list[Json] = self._get(f"/class/{_path(key)}/assignment")["assignments"]
        return found

    def assignment(self, key: str) -> Json:
        """Return an assignment."""
        return self._get(f"/assignment/{_path(key)}")

    def submit(self, key: str, data: bytes) -> Json:
        """Return a new hand-in for an assignment; it is sent once.

        Args:
            key: The id of the assignment.
            data: A zip of the program's folder.
        """
        path = f"/assignment/{_path(key)}/upload"
        return self._json(self.connection.ask("POST", path, data))

    def handins(self, key: str) -> list[Json]:
        """Return one's hand-ins for an assignment, the newest first."""
        found: list[Json] = self._get(f"/assignment/{_path(key)}/handin")["handins"]
        return found

    def handin(self, key: str) -> Json:
        """Return a hand-in with what its build and its marking said."""
        return self._get(f"/handin/{_path(key)}")

    def activate(self, key: str) -> None:
        """Make a hand-in the one that plays and counts."""
        self._post(f"/handin/{_path(key)}/activate")

    # Marks, for the teacher of a class.

    def marks(self, key: str) -> Json:
        """Return the marks of everyone in an assignment."""
        return self._get(f"/assignment/{_path(key)}/marks")

    def export(self, key: str, form: str = "csv") -> bytes:
        """Return the marks of an assignment as a file.

        Args:
            key: The id of the assignment.
            form: ``csv``, ``gradescope`` (a zip) or ``junit``.
        """
        path = f"/assignment/{_path(key)}/export"
        found = self._again(lambda: self.connection.ask("GET", path, query={"format": form}))
        return found if isinstance(found, bytes) else str(found).encode()

    def remark(self, key: str, student: int | None = None) -> int:
        """Return how many active hand-ins of an assignment are marked again now.

        The new marks count when they are accepted.

        Args:
            key: The id of the assignment.
            student: The account of one student, as ``marks`` names it (default: everyone).
        """
        query = None if student is None else {"student": student}
        return self._number(f"/assignment/{_path(key)}/remark", query)

    def changes(self, key: str) -> Json:
        """Return new marks of an assignment that do not count yet."""
        return self._get(f"/assignment/{_path(key)}/changes")

    def accept_marks(self, key: str, marks: Sequence[int]) -> int:
        """Return how many new marks count now that are accepted.

        Args:
            key: The id of the assignment.
            marks: The ids of new marks, as ``changes`` names them.
        """
        path = f"/assignment/{_path(key)}/accept"
        return sum(
            self._number(path, {"mark": list(marks[at : at + MOST_MARKS])})
            for at in range(0, len(marks), MOST_MARKS)
        )

    # Streams.

    def events(self) -> Iterator[Event]:
        """Yield the events of the account without end: first what is running, then what happens.

        What is running is yielded once, even if the stream begins again.

        Raises:
            BadToken: The token is not valid.
            NotAllowed: The account is not a bot's.
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
        """Yield the game whenever something happens in it, until it is over.

        When the stream begins again, the game comes as it is then.
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
        """Return a game after playing it to its end.

        Offers are declined. A move that comes after the end of the game is dropped.

        Args:
            key: The id of the game.
            choose: Called when it is the account's turn; returns the text of a move.
            begin: Called once before, with the game.
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

    def _number(self, path: str, query: Json | None = None) -> int:
        found = self._again(lambda: self.connection.ask("POST", path, query=query))
        return int(self._json(found)["number"])

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


def _path(key: str) -> str:
    return quote(key, safe="")


def _terms(game: str, terms: Json) -> Json:
    """Return the body of a challenge."""
    clock = ("limit", "increment", "move")
    return {
        "game": game,
        **{f"clock.{name}" if name in clock else name: value for name, value in terms.items()},
    }


def _wait(pause: float) -> float:
    """Wait about ``pause`` seconds, with jitter between clients, and return the next pause."""
    time.sleep(pause * (0.5 + CHANCE.random()))
    return min(2 * pause, LONGEST_PAUSE)
