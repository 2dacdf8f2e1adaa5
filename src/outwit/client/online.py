"""Challenges, events and games as a client sees them."""

from __future__ import annotations

from typing import Any

from outwit.arena.timecontrol import TimeControl, read_time_control
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.core.value import Value
from outwit.errors import NetworkFault, OutwitError
from outwit.games import game as find_game
from outwit.players.allowance import Allowance

COLORS = ("first", "second")
# A game with another status is over.
GOING_ON = ("created", "started")


class Challenge(Value):
    """A game that somebody wants to play; ``id`` becomes the game's."""

    id: str
    game: str
    options: dict[str, str]
    rated: bool
    speed: str
    control: TimeControl
    challenger: str
    is_bot: bool


class Event(Value):
    """Something that concerns the account.

    ``kind`` is gameStart, gameFinish, challenge, challengeCanceled or challengeDeclined; ``id`` is
    the game's in all of them.
    """

    kind: str
    id: str
    challenge: Challenge | None = None


class OnlineGame(Value):
    """A game of the account's at one moment; the position is the reader's to change.

    ``is_first`` says that the stream has begun, or begun again.
    """

    id: str
    game: Game
    side: int
    opponent: str
    position: Position
    status: str
    winner: int | None
    sentence: str
    allowance: Allowance
    is_offered: bool
    is_first: bool

    @property
    def ply(self) -> int:
        """Return how many moves have been played."""
        return len(self.position.played)

    @property
    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self.status not in GOING_ON

    @property
    def is_my_turn(self) -> bool:
        """Tell whether the account is to move."""
        return self.status == "started" and int(self.position.turn) == self.side


def read_event(found: dict[str, Any]) -> Event:
    """Return an event; raise NetworkFault if it cannot be read."""
    try:
        kind = str(found["type"])
        if kind.startswith("game"):
            return Event(kind, str(found["game"]["id"]))
        challenge = read_challenge(found["challenge"])
        return Event(kind, challenge.id, challenge)
    except (KeyError, TypeError) as error:
        raise NetworkFault(f"an event cannot be read: {error!r}") from None


def read_challenge(found: dict[str, Any]) -> Challenge:
    """Return a challenge."""
    challenger = found["challenger"] or {"username": "", "title": None}
    return Challenge(
        found["id"],
        found["game"],
        found["options"],
        found["rated"],
        found["speed"],
        read_time_control(found["timeControl"]["show"]),
        challenger["username"],
        challenger["title"] is not None,
    )


class GameReader:
    """Reads the lines of a game's stream: the first holds what the others build on."""

    def __init__(self, full: dict[str, Any]) -> None:
        try:
            self.full = full
            self.side = COLORS.index(full["color"])
            self.opponent = (full[COLORS[1 - self.side]] or {"username": ""})["username"]
            self.game = find_game(full["game"])
            self.start = self.game.position(full["start"], **full["options"])
            self.control = read_time_control(full["timeControl"]["show"])
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, OutwitError):
                raise
            raise NetworkFault(f"a game cannot be read: {error!r}") from None

    def read(self, state: dict[str, Any], is_first: bool) -> OnlineGame:
        """Return the game at a state; raise NetworkFault if it cannot be read."""
        try:
            position = self.start.copy()
            for move in state["moves"].split():
                position.play(move)
            other = COLORS[1 - self.side]
            winner = state["winner"]
            return OnlineGame(
                self.full["id"],
                self.game,
                self.side,
                self.opponent,
                position,
                state["status"],
                None if winner is None else COLORS.index(winner),
                state["sentence"],
                self.allowance(state),
                bool(state[f"{other}Draw"] or state[f"{other}Takeback"]),
                is_first,
            )
        except (KeyError, TypeError, ValueError) as error:
            raise NetworkFault(f"a state cannot be read: {error!r}") from None

    def allowance(self, state: dict[str, Any]) -> Allowance:
        """Return the time that the side to move has."""
        left = [state[f"{color}Time"] for color in COLORS]
        if left[0] is None:
            return Allowance()
        seconds = left[0] / 1000, left[1] / 1000
        if self.control.move is not None:
            return Allowance(move=seconds[COLORS.index(state["turn"])])
        return Allowance(clocks=seconds, increments=(self.control.increment,) * 2)
