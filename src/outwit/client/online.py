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
    """A game that somebody wants to play.

    Args:
        id: Its id, which becomes the game's.
        game: The name of the game.
        options: The options of the game, as texts.
        rated: Whether it is rated.
        speed: The class of its clock, such as ``blitz``.
        control: The clock.
        challenger: The name of the account that challenges.
        is_bot: Whether that account is a bot.

    >>> from outwit.arena.timecontrol import read_time_control
    >>> control = read_time_control("180+2")
    >>> Challenge("x7", "ataxx", {}, True, "blitz", control, "ada", False).challenger
    'ada'
    """

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

    Args:
        kind: ``gameStart``, ``gameFinish``, ``challenge``, ``challengeCanceled`` or
            ``challengeDeclined``.
        id: The game's id.
        challenge: The challenge, in events of challenges.

    >>> Event("gameStart", "x7").challenge is None
    True
    """

    kind: str
    id: str
    challenge: Challenge | None = None


class OnlineGame(Value):
    """A game of the account at one moment.

    Args:
        id: The game's id.
        game: The game that is played.
        side: The side of the account, 0 or 1.
        opponent: The name of the other player.
        position: The position; it may be changed.
        status: ``created``, ``started``, or the code of the end.
        winner: The side that won, None for a draw or a running game.
        sentence: A sentence that says who is to move, or how the game ended.
        allowance: The time of the side to move.
        is_offered: Whether the other player offers a draw or asks for a takeback.
        is_first: Whether the stream begins, or begins again, with this state.

    >>> import outwit
    >>> from outwit.players.allowance import Allowance
    >>> ataxx = outwit.game("ataxx")
    >>> game = OnlineGame(
    ...     "x7", ataxx, 0, "bo", ataxx.start(), "started", None, "", Allowance(), False, True
    ... )
    >>> game.ply, game.is_over, game.is_my_turn
    (0, False, True)
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
        """Return the number of moves played."""
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
