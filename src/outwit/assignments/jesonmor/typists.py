"""Who types in the games of Jeson Mor: moves are chosen by what the boards show."""

from __future__ import annotations

from random import Random

from outwit.assignments.jesonmor.follower import KINDS, Follower
from outwit.assignments.jesonmor.positions import played
from outwit.assignments.jesonmor.refusal import refusal
from outwit.engine.limits import Limits
from outwit.engine.searcher import Searcher
from outwit.engine.tuning import Tuning
from outwit.games.jesonmor.rules import JesonMor
from outwit.games.jesonmor.tuning import SEARCH
from outwit.geometry.squares import name, read, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    # Yields moves such as a1b3, or lines to type that are none.
    Plan = Callable[[Follower, Mapping[str, Any], Random], Iterator[str]]

MOST_TURNS = 40
NODES = 2_000
# The letters of the user's pieces.
PIECES = "KA"
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
Place = tuple[int, int]


class Typist:
    """Types the lines of a case, then what its plan says."""

    def __init__(self, follower: Follower, typed: str, options: Mapping[str, Any]) -> None:
        self.follower = follower
        self.lines = iter(typed.splitlines(keepends=True))
        plan = PLANS[options.get("plays", "nothing")]
        self.plan = plan(follower, options, Random(str(sorted(options.items()))))
        self.last: str | None = ""
        self.seen = 0

    def __call__(self, printed: str) -> str | None:
        """Return the next line."""
        self.follower.take(self.last, printed[self.seen :], waits=True)
        self.seen = len(printed)
        self.last = next(self.lines, None)
        if self.last is None and self.follower.goes_on:
            move = next(self.plan, None)
            self.last = None if move is None else f"{spelt(move)}\n"
        return self.last


def spelt(move: str) -> str:
    """Write a move as it is typed."""
    return "->".join(split(move))


def turns(options: Mapping[str, Any]) -> range:
    """Count the turns of a plan."""
    return range(int(options.get("turns", MOST_TURNS)))


def nothing(follower: Follower, options: Mapping[str, Any], rng: Random) -> Iterator[str]:
    """Type nothing more."""
    return iter(())


def wander(follower: Follower, options: Mapping[str, Any], rng: Random) -> Iterator[str]:
    """Move about, without ending the game."""
    for _ in turns(options):
        yield quiet(follower.position, rng, pieces=options.get("piece", PIECES))


def win(follower: Follower, options: Mapping[str, Any], rng: Random) -> Iterator[str]:
    """Play as well as possible."""
    engine = Searcher(Tuning(**SEARCH), mebibytes=1)
    for _ in turns(options):
        yield engine.best(follower.position, Limits(nodes=NODES)).move


def stick(follower: Follower, options: Mapping[str, Any], rng: Random) -> Iterator[str]:
    """Leave the computer without a move, as soon as that is possible."""
    for _ in turns(options):
        position = follower.position
        ends = [move for move in position.legal_moves if ending(position, move) == "stuck"]
        yield str(ends[0]) if ends else quiet(position, rng)


def centre(follower: Follower, options: Mapping[str, Any], rng: Random) -> Iterator[str]:
    """Bring a knight to the centre and leave it again, after ``stay`` other moves."""
    stay = int(options.get("stay", 0))
    for _ in turns(options):
        position = follower.position
        leaves = moves_from_centre(position, "K")
        others = sorted(str(move) for move in position.legal_moves if move not in leaves)
        if leaves and stay and others:
            stay -= 1
            yield rng.choice(others)
        elif leaves:
            yield rng.choice(leaves)
            if follower.position.moves_made == position.moves_made:
                # Some programs do not let a knight leave while that cannot win.
                yield quiet(follower.position, rng, leaves)
        else:
            yield nearer(position, rng)


def archer(follower: Follower, options: Mapping[str, Any], rng: Random) -> Iterator[str]:
    """Bring an archer to the centre and leave it again, once."""
    for _ in turns(options):
        position = follower.position
        leaves = moves_from_centre(position, "A")
        if leaves:
            yield rng.choice(leaves)
            return
        yield archer_nearer(position, rng)


def capture(follower: Follower, options: Mapping[str, Any], rng: Random) -> Iterator[str]:
    """Try to capture at every turn, until a piece is captured that may be."""
    for _ in turns(options):
        position = follower.position
        pieces = options.get("piece", PIECES)
        captures = [
            str(move)
            for move in position.legal_moves
            if is_capture(position, move) and mover(position, move) in pieces
        ]
        if captures:
            yield rng.choice(sorted(captures))
            return
        if forbidden := illegal(position, "protection"):
            yield rng.choice(forbidden)
        yield quiet(follower.position, rng)


def probe(follower: Follower, options: Mapping[str, Any], rng: Random) -> Iterator[str]:
    """Type something illegal of a kind before every move."""
    kind = options["kind"]
    for _ in turns(options):
        if found := illegal(follower.position, kind, options.get("piece", PIECES)):
            yield rng.choice(found)
        yield quiet(follower.position, rng)


PLANS: dict[str, Plan] = {
    "nothing": nothing,
    "wander": wander,
    "win": win,
    "stuck": stick,
    "centre": centre,
    "archer": archer,
    "capture": capture,
    "probe": probe,
}


def quiet(
    position: JesonMor, rng: Random, without: list[str] | None = None, pieces: str = PIECES
) -> str:
    """Return a move that does not end the game, is no capture, and of such a piece, if there is."""
    legal = sorted(map(str, position.legal_moves))
    calm = [
        move for move in legal if not is_capture(position, move) and move not in (without or ())
    ]
    for moves in ([move for move in calm if mover(position, move) in pieces], calm, legal):
        peaceful = [move for move in moves if not ending(position, move)]
        if peaceful:
            return rng.choice(peaceful)
    return rng.choice(legal)


def ending(position: JesonMor, move: str) -> str:
    """Return how a move ends the game, nothing if it does not."""
    outcome = played(position, move).outcome
    return "" if outcome is None else outcome.termination.code


def is_capture(position: JesonMor, move: str) -> bool:
    """Tell whether a move captures."""
    return piece_at(position, place(position, split(move)[1])) != "."


def mover(position: JesonMor, move: str) -> str:
    """Return the letter of the piece that a move moves."""
    return piece_at(position, place(position, split(move)[0]))


def place(position: JesonMor, square: str) -> Place:
    """Return the column and row of a square, counted from 0 at the bottom left."""
    size = len(position.rows())
    found = read(square, size, size)
    assert found is not None
    return found


def piece_at(position: JesonMor, where: Place) -> str:
    """Return the letter in a place."""
    return position.rows()[-1 - where[1]][where[0]]


def middle(position: JesonMor) -> Place:
    """Return the central place."""
    half = len(position.rows()) // 2
    return half, half


def moves_from_centre(position: JesonMor, letter: str) -> list[str]:
    """List the moves of the user's piece on the centre, if it is of that kind."""
    if piece_at(position, middle(position)) != letter:
        return []
    square = name(*middle(position))
    return sorted(str(move) for move in position.legal_moves if split(move)[0] == square)


def nearer(position: JesonMor, rng: Random) -> str:
    """Return the move of a knight that brings one closest to the centre."""
    distances = knight_distances(len(position.rows()), middle(position))
    moves = [
        str(move)
        for move in position.legal_moves
        if mover(position, move) == "K" and ending(position, move) in ("", "centre")
    ]
    if not moves:
        return quiet(position, rng)
    far = len(distances)

    def distance(move: str) -> int:
        return distances.get(place(position, split(move)[1]), far)

    shortest = min(map(distance, moves))
    return rng.choice([move for move in sorted(moves) if distance(move) == shortest])


def knight_distances(size: int, target: Place) -> dict[Place, int]:
    """Count the moves of a knight from every place of an empty board to one."""
    found = {target: 0}
    edge = [target]
    while edge:
        ahead = [
            (column + x, row + y)
            for column, row in edge
            for x, y in LEAPS
            if 0 <= column + x < size and 0 <= row + y < size
        ]
        steps = found[edge[0]] + 1
        edge = [where for where in dict.fromkeys(ahead) if where not in found]
        found.update(dict.fromkeys(edge, steps))
    return found


def archer_nearer(position: JesonMor, rng: Random) -> str:
    """Return a move of an archer to the centre, or to its row or column, else any quiet move."""
    goal = middle(position)
    ranked = []
    for move in sorted(map(str, position.legal_moves)):
        origin, target = (place(position, square) for square in split(move))
        if piece_at(position, origin) == "A" and not ending(position, move):
            aligned = (origin[0] == goal[0]) + (origin[1] == goal[1])
            score = 0 if target == goal else 2 - (target[0] == goal[0]) - (target[1] == goal[1])
            if target == goal or not aligned:
                ranked.append((score, move))
    best = min(ranked, default=(2, ""))[0]
    moves = [move for score, move in ranked if score == best < 2]
    return rng.choice(moves) if moves else quiet(position, rng)


def illegal(position: JesonMor, kind: str, pieces: str = PIECES) -> list[str]:
    """List the moves of the user's pieces that are refused for a reason."""
    size = len(position.rows())
    places = [(column, row) for row in range(size) for column in range(size)]
    found = []
    for origin in places:
        piece = piece_at(position, origin)
        if piece == "." or piece not in pieces:
            continue
        for target in places if kind != "blocked" else leaps(origin, size):
            reason = refusal(position, origin, target)
            if not reason or target == origin:
                continue
            if next(k for start, k in KINDS.items() if reason.startswith(start)) == kind and (
                kind not in ("protection", "own") or can_reach(position, origin, target)
            ):
                found.append(name(*origin) + name(*target))
    return found


def leaps(origin: Place, size: int) -> list[Place]:
    """List the places a knight's leap away."""
    around = ((origin[0] + x, origin[1] + y) for x, y in LEAPS)
    return [(x, y) for x, y in around if 0 <= x < size and 0 <= y < size]


def can_reach(position: JesonMor, origin: Place, target: Place) -> bool:
    """Tell whether a piece could capture there, if it were the other's and not protected."""
    rows = [list(row) for row in position.rows()]
    rows[-1 - target[1]][target[0]] = rows[-1 - target[1]][target[0]].lower()
    lines = ["".join(row) for row in rows]
    free = JesonMor(lines, position.turn, position.moves_made, 0, position.score)
    return name(*origin) + name(*target) in free.legal_moves
