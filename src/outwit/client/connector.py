"""Brings a program online: accepts challenges that fit, and plays them in threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from secrets import randbits

from outwit.client.client import Client
from outwit.client.online import Challenge, Event, OnlineGame
from outwit.core.game import Game
from outwit.core.value import Value
from outwit.errors import (
    BotFault,
    MoveError,
    NetworkFault,
    NotAllowed,
    NotFound,
    OutwitError,
    TooMany,
    UsageError,
)
from outwit.games import game as find_game
from outwit.players.allowance import Allowance
from outwit.players.dialect import usual_protocol
from outwit.players.player import Player
from outwit.players.program import START_TIMEOUT
from outwit.players.roster import BotSpec, find_bot
from outwit.storage.botplays import Plays

# The protocol of programs that are run for each move.
BOARD_FILES = "file"
# So much of a program's last line is shown.
LONGEST_LINE = 200
# The portal does not let us play; resigning would not come through either.
UNREACHABLE = (NetworkFault, NotAllowed, NotFound, TooMany)


class Wishes(Value):
    """Which challenges are accepted: empty means any. ``at_once`` bounds the games at a time."""

    games: tuple[str, ...] = ()
    speeds: tuple[str, ...] = ()
    rated: bool | None = None
    at_once: int = 1
    variants: bool = True

    @property
    def plays(self) -> Plays:
        """Return what the bot declares."""
        return Plays(self.games, self.speeds, self.rated, self.variants)

    def refusal(self, challenge: Challenge) -> str:
        """Say why a challenge does not fit; nothing if it does. The portal looks for variants."""
        return self.plays.refusal(challenge.game, challenge.speed, rated=challenge.rated)


class Connector:
    """Plays for an account with a program: a process for each game, in the sandbox.

    A game whose program is at fault is resigned.
    """

    def __init__(
        self, client: Client, spec: BotSpec, wishes: Wishes, report: Callable[[str], None]
    ) -> None:
        self.client = client
        self.spec = spec
        self.wishes = wishes
        self._report = report
        self.lock = threading.Lock()
        self.ending = threading.Lock()
        # By game: those being played, with their players, and challenges that wait for their turn.
        self.players: dict[str, Player | None] = {}
        self.started: set[str] = set()
        self.waiting: dict[str, Challenge] = {}
        self.is_closing = False
        # Held while a line is reported.
        self.reporting = threading.Lock()
        self.is_closed = False

    def report(self, line: str) -> None:
        """Say what happens, until the connector is closed."""
        with self.reporting:
            if not self.is_closed:
                self._report(line)

    def try_out(self, games: Iterable[Game]) -> tuple[str, ...]:
        """Return the games that the program can play, having started it for the first of them.

        One that is run for each move makes one. Raise BotFault, with what the program wrote last,
        if it does not start, UsageError if its protocol fits none of the games.
        """
        players: dict[str, Player] = {}
        misfit: UsageError | None = None
        for game in games:
            try:
                players[game.name] = self.new_player(game)
            except UsageError as error:
                misfit = error
        for name, player in players.items():
            position = find_game(name).start()
            try:
                player.begin(position)
                if self.spec.kind == BOARD_FILES:
                    player.choose(position, Allowance(move=START_TIMEOUT))
            except BotFault as fault:
                raise type(fault)(f"{name}: {self.told(fault)}", **fault.evidence) from None
            finally:
                player.close()
            return tuple(players)
        raise misfit or UsageError("there are no games")

    def run(self) -> None:
        """Say what is played, and play until the token is not valid or somebody interrupts."""
        self.client.declare(self.wishes.plays)
        for event in self.client.events():
            self.hear(event)

    def hear(self, event: Event) -> None:
        """Do what an event asks for."""
        challenge = event.challenge
        if event.kind == "gameStart":
            with self.lock:
                self.waiting.pop(event.id, None)
                is_new = event.id not in self.started and not self.is_closing
                self.started.add(event.id)
                self.players.setdefault(event.id, None)
            if is_new:
                threading.Thread(target=self.play, args=(event.id,), daemon=True).start()
        elif event.kind == "challenge" and challenge is not None:
            if why := self.wishes.refusal(challenge):
                self.report(f"{challenge.challenger}: declined, {why}")
                self.try_to(lambda key: self.client.decline(key, why), event.id)
            else:
                with self.lock:
                    self.waiting[event.id] = challenge
                self.accept_next()
        elif event.kind in ("challengeCanceled", "challengeDeclined"):
            with self.lock:
                self.waiting.pop(event.id, None)

    def accept_next(self) -> None:
        """Accept challenges that wait, as many as there is room for."""
        while True:
            with self.lock:
                is_full = len(self.players) >= self.wishes.at_once
                if is_full or self.is_closing or not self.waiting:
                    return
                key, challenge = next(iter(self.waiting.items()))
                del self.waiting[key]
                # Its place is kept until the game begins.
                self.players[key] = None
            self.report(f"{challenge.challenger}: {challenge.game}, {challenge.control}")
            if not self.try_to(self.client.accept, key):
                with self.lock:
                    # Where only the answer was lost, the game may have begun.
                    if key not in self.started:
                        self.players.pop(key, None)

    def play(self, key: str) -> None:
        """Play a game to its end."""
        try:
            game = self.client.play(
                key,
                lambda game: self.choose(key, game),
                lambda game: self.begin(key, game),
            )
            self.report(f"{game.opponent}: {game.sentence}")
        except BotFault as fault:
            if not self.is_closing:
                self.give_up(key, f"{fault.code}: {self.told(fault)}")
        except UNREACHABLE as error:
            if not self.is_closing:
                self.report(f"game {key}: {error}")
        except OutwitError as error:
            # It needs a game, a variant or a protocol that there is not here.
            if not self.is_closing:
                self.give_up(key, str(error))
        except Exception as error:  # noqa: BLE001  # a fault of ours: nobody waits for its clock
            self.give_up(key, repr(error))
        finally:
            self.end(key)
            with self.lock:
                self.players.pop(key, None)
                self.started.discard(key)
            self.accept_next()

    def give_up(self, key: str, why: str) -> None:
        """Resign a game that cannot be played, so that nobody waits for its clock."""
        try:
            self.client.resign(key)
        except MoveError:
            self.report(f"game {key} was over before it could be resigned: {why}")
        except OutwitError as error:
            self.report(f"game {key} cannot be resigned: {error}; {why}")
        else:
            self.report(f"game {key} is resigned: {why}")

    def told(self, fault: BotFault) -> str:
        """Return what a program did, with its name and the last line that it wrote."""
        said = fault.evidence.get("standard error", "").strip() or fault.evidence.get("output", "")
        last = said.strip().rpartition("\n")[2][-LONGEST_LINE:]
        return f"{self.spec.name}: {fault}" + (f"; it wrote {last!r}" if last else "")

    def begin(self, key: str, game: OnlineGame) -> None:
        """Start the program for a game; raise BotFault if it does not start.

        Games of tournaments begin without a challenge: raise UsageError for one of another kind.
        """
        if self.wishes.games and game.game.name not in self.wishes.games:
            raise UsageError(f"{self.spec.name} does not play {game.game.name}")
        player = self.new_player(game.game)
        with self.lock:
            is_wanted = not self.is_closing
            if is_wanted:
                self.players[key] = player
        if not is_wanted:
            player.close()
            raise BotFault("it is not wanted any more")
        player.begin(game.position)

    def choose(self, key: str, game: OnlineGame) -> str:
        """Return the program's move; raise BotFault if it has none."""
        player = self.players.get(key)
        if player is None:
            raise BotFault("it is not wanted any more")
        return player.choose(game.position, game.allowance)

    def new_player(self, game: Game) -> Player:
        """Return a player of the program for a game."""
        spec = self.spec
        if not spec.kind:
            spec = spec.replace(kind=usual_protocol(game))
        return find_bot(spec, game, randbits(64))

    def try_to(self, do: Callable[[str], bool | None], key: str) -> bool:
        """Ask the portal for something; tell whether it was done."""
        try:
            return do(key) is not False
        except MoveError:
            return False  # the game is over already
        except OutwitError as error:
            self.report(f"game {key}: {error}")
            return False

    def close(self) -> int:
        """End all programs, and return how many games go on without them.

        Nothing is reported any more when this has returned, though threads may still end.
        """
        with self.lock:
            self.is_closing = True
            games = list(self.players)
        for key in games:
            self.end(key)
        with self.reporting:
            self.is_closed = True
        self.client.close()
        return len(self.players)

    def end(self, key: str) -> None:
        """End the program of a game; wait for another thread that is ending it."""
        with self.ending:
            player = self.players.get(key)
            if player is not None:
                player.close()
