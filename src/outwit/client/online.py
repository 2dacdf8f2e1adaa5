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
# Errors of fields that are missing, of another type, or too large.
UNREADABLE = (KeyError, TypeError, ValueError, AttributeError, OverflowError)


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
    except UNREADABLE as error:
        raise NetworkFault(f"an event cannot be read: {error!r:.200}") from None


def read_challenge(found: dict[str, Any]) -> Challenge:
    """Return a challenge."""
    challenger = found["challenger"] or {"username": "", "title": None}
    return Challenge(
        text_in(found, "id"),
        text_in(found, "game"),
        {name: text_in(found["options"], name) for name in found["options"]},
        bool(found["rated"]),
        text_in(found, "speed"),
        read_time_control(text_in(found["timeControl"], "show")),
        text_in(challenger, "username"),
        challenger["title"] is not None,
    )


def text_in(found: dict[str, Any], name: str) -> str:
    """Return a field that is a text; raise TypeError if it is none."""
    value = found[name]
    if not isinstance(value, str):
        raise TypeError(f"{name} is not a text")
    return value


class GameReader:
    """Reads the lines of a game's stream: the first holds what the others build on."""

    def __init__(self, full: dict[str, Any]) -> None:
        try:
            self.id = text_in(full, "id")
            self.side = COLORS.index(full["color"])
            other = full[COLORS[1 - self.side]] or {"username": ""}
            self.opponent = text_in(other, "username")
            self.game = find_game(text_in(full, "game"))
            self.start = self.game.position(full["start"], **full["options"])
            self.control = read_time_control(text_in(full["timeControl"], "show"))
        except UNREADABLE as error:
            if isinstance(error, OutwitError):
                raise
            raise NetworkFault(f"a game cannot be read: {error!r:.200}") from None

    def read(self, state: dict[str, Any] | None, is_first: bool) -> OnlineGame:
        """Return the game at a state; raise NetworkFault if it cannot be read."""
        if state is None:
            raise NetworkFault("a game comes without its state")
        try:
            position = self.start.copy()
            for move in text_in(state, "moves").split():
                position.play(move)
            other = COLORS[1 - self.side]
            winner = state["winner"]
            return OnlineGame(
                self.id,
                self.game,
                self.side,
                self.opponent,
                position,
                text_in(state, "status"),
                None if winner is None else COLORS.index(winner),
                text_in(state, "sentence"),
                self.allowance(state),
                bool(state[f"{other}Draw"] or state[f"{other}Takeback"]),
                is_first,
            )
        except UNREADABLE as error:
            raise NetworkFault(f"a state cannot be read: {error!r:.200}") from None

    def allowance(self, state: dict[str, Any]) -> Allowance:
        """Return the time that the side to move has."""
        left = [state[f"{color}Time"] for color in COLORS]
        if left[0] is None:
            return Allowance()
        seconds = left[0] / 1000, left[1] / 1000
        if self.control.move is not None:
            return Allowance(move=seconds[COLORS.index(state["turn"])])
        return Allowance(clocks=seconds, increments=(self.control.increment,) * 2)
