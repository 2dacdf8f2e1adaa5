"""How long each scene of a film is shown."""

from __future__ import annotations

from outwit.core.value import Value
from outwit.errors import UsageError
from outwit.movies.film import Film, Scene

# Seconds: of a move, slowest and fastest, of all moves together, of the start, of the ending.
SLOWEST, FASTEST = 1.2, 0.25
WHOLE = 90.0
START, ENDING = 1.5, 4.0
SHORTEST, LONGEST = 0.05, 60.0


class Pace(Value):
    """The milliseconds of a move."""

    move: int

    def milliseconds(self, scene: Scene) -> int:
        """Return how long a scene is shown."""
        if scene.ending:
            return round(ENDING * 1000)
        return self.move if scene.number else max(self.move, round(START * 1000))


def pace_of(film: Film, seconds: float | None) -> Pace:
    """Return the pace of a film by the seconds of a move; without them, long games go faster.

    Raise UsageError if nobody could watch that.
    """
    if seconds is None:
        seconds = min(SLOWEST, max(FASTEST, WHOLE / max(1, len(film.record.moves))))
    if not SHORTEST <= seconds <= LONGEST:
        raise UsageError(f"seconds: {seconds:g} is not from {SHORTEST:g} to {LONGEST:g}")
    return Pace(round(seconds * 1000))
