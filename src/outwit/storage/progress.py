"""A tournament as it is stored: settings, entrants and pairings."""

from __future__ import annotations

from datetime import datetime

from outwit.arena.timecontrol import read_time_control
from outwit.core.value import Value
from outwit.records.endings import OUT_OF_TIME
from outwit.records.record import FIRST_WON, SECOND_WON, UNFINISHED
from outwit.storage.timeclass import time_class

ROUND_ROBIN, SWISS, ARENA = "round-robin", "swiss", "arena"
FORMATS = (ROUND_ROBIN, SWISS, ARENA)
# Results of pairings besides the results of games. A void game counts for neither player.
BYE, VOID = "bye", "void"


class NewTournament(Value):
    """A tournament to be stored.

    ``rounds`` is the number of cycles of a round robin, or of rounds of a Swiss; an arena lasts
    ``minutes``. ``class_id`` is the class that holds it.
    """

    name: str
    format: str
    game: str
    time_control: str
    organiser: int
    starts: datetime
    options: dict[str, str] = {}  # noqa: RUF012  # never changed
    rounds: int = 1
    minutes: int = 0
    rated: bool = False
    class_id: str | None = None


class Tournament(NewTournament):
    """A stored tournament; ``started`` is None before its start, ``ended`` before its end."""

    id: str = ""
    created: datetime = datetime.min
    started: datetime | None = None
    ended: datetime | None = None

    @property
    def time_class(self) -> str:
        """Return the time class of its games."""
        return time_class(read_time_control(self.time_control))


class Entrant(Value):
    """A player in a tournament, with the rating in its game and time class, if there is one."""

    account: int
    name: str
    is_bot: bool
    joined: datetime
    withdrawn: datetime | None = None
    rating: float | None = None


class Pairing(Value):
    """A pairing; without ``second`` it is a bye, with a result and no game a walkover.

    ``termination``, ``plies`` and ``ended`` come from the game when it is over.
    """

    round: int
    first: int
    second: int | None = None
    result: str = UNFINISHED
    id: int = 0
    game_id: str | None = None
    termination: str = ""
    plies: int = 0
    ended: datetime | None = None

    @property
    def absent(self) -> int | None:
        """Return the account that lost on time without making a move, None if none did."""
        if self.termination != OUT_OF_TIME:
            return None
        if self.result == SECOND_WON and self.plies == 0:
            return self.first
        return self.second if self.result == FIRST_WON and self.plies <= 1 else None


class Progress(Value):
    """A tournament with all entrants, in the order they joined, and all pairings."""

    tournament: Tournament
    entrants: tuple[Entrant, ...]
    pairings: tuple[Pairing, ...]

    @property
    def field(self) -> tuple[Entrant, ...]:
        """Return the entrants who were in at the start or joined later."""
        started = self.tournament.started
        return tuple(
            each
            for each in self.entrants
            if each.withdrawn is None or (started is not None and each.withdrawn > started)
        )

    @property
    def round(self) -> int:
        """Return the number of the last round that was paired, 0 before the first."""
        return max((pairing.round for pairing in self.pairings), default=0)


class TournamentLine(Value):
    """A tournament as lists show it."""

    tournament: Tournament
    entrants: int
