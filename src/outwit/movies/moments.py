"""The moments of a game that are worth a picture."""

from __future__ import annotations

from outwit.core.value import Value
from outwit.movies.evaluation import EVEN, Evaluation
from outwit.movies.film import Film, Scene

# A change of the evaluation by less than this is no swing.
SMALLEST_SWING = 0.08


class Moment(Value):
    """A scene by number, and why it was chosen, in a few words."""

    number: int
    reason: str = ""


def swings(film: Film, most: int) -> list[Moment]:
    """Return the moves that changed the evaluation most, in the order of the game."""
    found = []
    pairs = zip(film.evaluations, film.evaluations[1:], strict=False)
    for number, (before, after) in enumerate(pairs, 1):
        change = abs(share_of(after) - share_of(before))
        if change >= SMALLEST_SWING and after is not None:
            text = f"{before.text} → {after.text}" if before is not None else after.text
            found.append((-change, Moment(number, text)))
    return in_order(found, most)


def captures(film: Film, most: int) -> list[Moment]:
    """Return the moves that cost a side most pieces, in the order of the game."""
    found = []
    before: list[int] | None = None
    for scene in film.scenes():
        now = pieces_of(scene)
        if before is not None and not scene.ending:
            lost, side = max((before[side] - now[side], side) for side in (0, 1))
            if lost > 0:
                name = film.game.sides[side]
                reason = f"{name} loses {lost} piece{'s' * (lost > 1)}"
                found.append((-float(lost), Moment(scene.number, reason)))
        before = now
    return in_order(found, most)


def moments(film: Film, most: int) -> list[Moment]:
    """Return start, end and moments between: swings, else captures, else equal steps."""
    last = len(film.record.moves)
    room = most - 2
    between = swings(film, room) or captures(film, room)
    chosen = {moment.number: moment for moment in between if 0 < moment.number < last}
    for step in range(1, room + 1):
        number = round(step * last / (room + 1))
        if len(chosen) < room and 0 < number < last:
            chosen.setdefault(number, Moment(number))
    ends = {0: Moment(0), last: Moment(last, film.ending)}
    return [moment for _, moment in sorted({**chosen, **ends}.items())]


def in_order(found: list[tuple[float, Moment]], most: int) -> list[Moment]:
    """Return the moments with the lowest numbers beside them, in the order of the game."""
    best = sorted(found, key=lambda pair: (pair[0], pair[1].number))[:most]
    return sorted((moment for _, moment in best), key=lambda moment: moment.number)


def share_of(evaluation: Evaluation | None) -> float:
    """Return the first side's share, an equal one while nothing is known."""
    return EVEN if evaluation is None else evaluation.share


def pieces_of(scene: Scene) -> list[int]:
    """Count the pieces of each side."""
    owners = [square.owner for square in scene.position.board]
    return [owners.count(side) for side in (0, 1)]  # type: ignore[arg-type]  # a side is an int
