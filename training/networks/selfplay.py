"""Self-play: the engine plays both sides from varied openings, in parallel processes."""

from __future__ import annotations

import os
import signal
import sys
import time
import zlib
from multiprocessing import get_context
from random import Random

from outwit.arena.openings import Book, draw_opening
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.core.side import FIRST
from outwit.core.value import Value
from outwit.engine.limits import Limits
from outwit.engine.network import LARGEST_FILE, load_network
from outwit.engine.searcher import Searcher
from outwit.engine.tuning import Tuning
from outwit.errors import UsageError
from outwit.files import read_bytes
from outwit.games import game as find_game
from outwit.records.replay import option_text
from training.networks.memory import keep_freed_memory
from training.networks.played import (
    NO_RESULT,
    PlayedGame,
    first_line,
    mend,
    read_facts,
    start_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from ctypes import c_longlong

# The engine's table: small, so that it stays in the processor's cache.
MEBIBYTES = 1
LONGEST_GAME = 400
# Above the number of every game.
FAR_NUMBER = 1 << 48
# Most openings drawn to find one in balance.
MOST_DRAWN = 50
# A game is decided once this many scores in a row are beyond the limit.
DECIDED_AFTER = 6
# Positions of a side line.
SIDE_LINE = 4
# Seconds from one report to the next.
REPORT_EVERY = 10.0


class SelfPlay(Value):
    """The settings of self-play: nodes per move, openings and the end of games.

    An opening is the game's own start with ``plies`` to ``most_plies`` random moves. If its score
    is beyond ``balance`` hundredths, and these are not 0, it is drawn again. A game ends by the
    rules, at a forced score, when scores stay beyond ``decided`` hundredths, or as a draw after
    ``LONGEST_GAME`` plies. ``network`` is the path of a file of weights, empty for the evaluation
    written by hand.

    A search evaluates many bad moves, but the engine's own games contain none. So after a game the
    player starts ``side_lines`` side lines at random plies: one side makes random moves, the
    engine answers them, and each position gets a score.
    """

    game: str
    nodes: int = 1_000
    plies: int = 2
    most_plies: int = 10
    balance: int = 0
    decided: int = 3_000
    side_lines: int = 0
    seed: int = 1
    network: str = ""


class Share(Value):
    """The file that one process fills: with games of the numbers first, first + step, ..."""

    path: str
    first: int
    step: int
    games: int


class Player:
    """Plays one game after the other, each known by its number."""

    def __init__(self, how: SelfPlay) -> None:
        self.how = how
        self.game = find_game(how.game)
        features = self.game.parts.features
        network = None
        if how.network:
            if features is None:
                raise UsageError(f"{self.game.name} has no features for a network")
            try:
                network = load_network(how.network, features)
            except OSError as error:
                raise cannot_read(how.network, error) from None
            if network is None:
                raise UsageError(f"there is no file {how.network!r}")
        tuning = Tuning(**{**self.game.parts.tuning, "proofs": 0})
        self.engine = Searcher(tuning, game=self.game, network=network, mebibytes=MEBIBYTES)
        self.limits = Limits(nodes=how.nodes)

    def play(self, number: int) -> PlayedGame:
        """Play the game of a number; the same number gives the same game."""
        # Entries of other games must not change this one.
        self.engine.table.clear()
        position = self.begin(number)
        start = start_of(position)
        moves: list[int] = []
        scores: list[int] = []
        points = None
        while points is None:
            found = self.engine.best(position, self.limits)
            code = position.read_move(found.move)
            moves.append(sorted(position.legal_numbers).index(code))
            scores.append(found.score.value)
            points = verdict(position, scores, found.score.is_forced, self.how.decided)
            position.play_number(code)
            if points is None:
                points = points_of(position, len(moves))
        return PlayedGame(start, tuple(moves), tuple(scores), points)

    def leave(self, played: PlayedGame, number: int) -> list[PlayedGame]:
        """Play the side lines of the game of a number; the same ones every time."""
        self.engine.table.clear()
        rng = Random(f"{self.how.seed}/{number}/side lines")
        plies = sorted(rng.choices(range(len(played.moves)), k=self.how.side_lines))
        lines = []
        for ply, (position, _) in enumerate(played.replay(self.game)):
            for _ in range(plies.count(ply)):
                left = position.copy()
                left.play_number(rng.choice(sorted(left.legal_numbers)))
                if left.outcome is None:
                    lines.append(self.side_line(left, rng))
        return lines

    def side_line(self, position: Position, rng: Random) -> PlayedGame:
        """Play on: the engine answers a random move, another one follows, and so on."""
        start = start_of(position)
        moves: list[int] = []
        scores: list[int] = []
        while position.outcome is None and len(moves) < SIDE_LINE:
            found = self.engine.best(position, self.limits)
            numbers = sorted(position.legal_numbers)
            is_answer = len(moves) % 2 == 0
            code = position.read_move(found.move) if is_answer else rng.choice(numbers)
            moves.append(numbers.index(code))
            scores.append(found.score.value)
            position.play_number(code)
        return PlayedGame(start, tuple(moves), tuple(scores), NO_RESULT)

    def begin(self, number: int) -> Position:
        """Draw the opening of a game, in balance if that is asked for and found."""
        for drawn in range(MOST_DRAWN):
            position = opening(self.game, self.how, number, drawn)
            if not self.how.balance:
                break
            found = self.engine.best(position, self.limits)
            if abs(found.score.value) <= self.how.balance:
                break
        return position


def cannot_read(path: str, error: OSError) -> UsageError:
    """Return the error that says why a network cannot be read."""
    return UsageError(f"{path!r} cannot be read: {error.strerror or error}")


def mark_of(path: str) -> str:
    """Return by what the file of a network is known wherever it lies: its name and a checksum."""
    if not path:
        return ""
    try:
        checksum = zlib.crc32(read_bytes(path, LARGEST_FILE))
    except OSError as error:
        raise cannot_read(path, error) from None
    return f"{os.path.basename(path)} {checksum:08x}"


def opening(game: Game, how: SelfPlay, number: int, drawn: int = 0) -> Position:
    """Draw an opening for a game, another one the more have been drawn for it."""
    number += drawn * FAR_NUMBER
    rng = Random(f"{how.seed}/{number}/opening")
    draw = game.parts.openings.varied or game.parts.openings.options
    options = {} if draw is None else game.read_options(draw(rng))
    book = Book(
        plies=rng.randint(how.plies, how.most_plies),
        options=tuple((name, option_text(value)) for name, value in options.items()),
    )
    return draw_opening(game, book, how.seed, number)


def verdict(position: Position, scores: list[int], is_forced: bool, limit: int) -> int | None:
    """Return twice the points of the first side if scores decide the game, None if they do not."""
    last = scores[-DECIDED_AFTER:]
    if not is_forced:
        # Scores are the one side's and the other's in turn.
        signs = {(score > 0) == (i % 2 == 0) for i, score in enumerate(reversed(last))}
        if len(last) < DECIDED_AFTER or len(signs) > 1 or min(map(abs, last)) < limit:
            return None
    return 2 if (scores[-1] > 0) == (position.turn == FIRST) else 0


def points_of(position: Position, plies: int) -> int | None:
    """Return twice the points of the first side if the game is over, None if it is not."""
    outcome = position.outcome
    if outcome is None:
        return 1 if plies >= LONGEST_GAME else None
    return 1 if outcome.winner is None else 2 if outcome.winner == FIRST else 0


def play_games(
    how: SelfPlay,
    folder: str,
    *,
    games: int,
    processes: int = 1,
    seconds: float | None = None,
    report: Callable[[str], object] = lambda _: None,
) -> list[str]:
    """Play games in processes, each of which adds its games to a file; return the files.

    Files of the same seed that are there are gone on with, so that the games of all are as many
    as asked for. After ``seconds``, no new game begins. One process is this one. Raise UsageError
    before anything is played if it cannot be.
    """
    least = {"games": (games, 1), "processes": (processes, 1), "nodes": (how.nodes, 1)}
    least |= {"balance": (how.balance, 0), "decided": (how.decided, 1)}
    least |= {"side-lines": (how.side_lines, 0)}
    for name, (value, first) in least.items():
        if value < first:
            raise UsageError(f"{name}: {value} is not from {first} on")
    if seconds is not None and not seconds > 0:
        raise UsageError(f"seconds: {seconds:g} is not above 0")
    if not 0 <= how.plies <= how.most_plies:
        raise UsageError(f"plies: {how.plies} to {how.most_plies} is no range")
    Player(how)  # so that a wrong network is told once, and here
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder!r} cannot be made: {error.strerror}") from None
    context = get_context("spawn")
    counters = [context.RawValue("q", 0) for _ in range(processes)]
    paths = [os.path.join(folder, f"seed{how.seed}-{i}.games") for i in range(processes)]
    shares = [
        Share(path, i, processes, len(range(i, games, processes))) for i, path in enumerate(paths)
    ]
    for share in shares:
        known_facts(how, share)  # so that it is told once, and here
    begun = time.monotonic()
    end = None if seconds is None else time.time() + seconds

    def tell() -> None:
        positions, passed = sum(counter.value for counter in counters), time.monotonic() - begun
        report(f"{passed:.0f} s: {positions} positions, {positions / passed:.0f} a second")

    if processes == 1:
        fill(how, shares[0], end, counters[0])
        tell()
        return paths
    workers = [
        context.Process(target=work, args=(how, *given, end, os.getpid()), daemon=True)
        for given in zip(shares, counters, strict=True)
    ]
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers):
        due = time.monotonic() + REPORT_EVERY
        for worker in workers:
            worker.join(max(0.0, due - time.monotonic()))
        tell()
    if any(worker.exitcode for worker in workers):
        raise UsageError("a process of self-play has failed; what it wrote says why")
    return paths


def known_facts(how: SelfPlay, share: Share) -> dict[str, object]:
    """Return what a file says of its games; raise UsageError if it is there and says otherwise."""
    facts: dict[str, object] = {
        **{name: getattr(how, name) for name in SelfPlay.fields},
        "network": mark_of(how.network),
        "first": share.first,
        "step": share.step,
    }
    if os.path.exists(share.path):
        known, _ = read_facts(share.path)
        for key, value in facts.items():
            # What an older file does not say was as it is by default.
            said = known.get(key, getattr(SelfPlay, key, None))
            if said != value:
                there = f"{key} {said!r}, not {value!r}"
                raise UsageError(
                    f"{share.path!r} holds games that were played another way: {there}"
                )
    return facts


def work(how: SelfPlay, share: Share, counter: c_longlong, end: float | None, parent: int) -> None:
    """Play a share of the games in a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends it
    keep_freed_memory()
    try:
        fill(how, share, end, counter, parent)
    except OSError as error:
        sys.stderr.write(f"{share.path!r} cannot be written: {error.strerror or error}\n")
        sys.exit(1)


def fill(
    how: SelfPlay,
    share: Share,
    end: float | None,
    counter: c_longlong,
    parent: int | None = None,
) -> None:
    """Add games to a file until there are enough, or it is time to end, or the parent is gone."""
    facts = known_facts(how, share)
    done = mend(share.path) if os.path.exists(share.path) else 0
    player = Player(how)
    with open(share.path, "ab") as file:
        if not file.tell():
            file.write(first_line(facts))
        for number in range(done, share.games):
            if end is not None and time.time() > end:
                break
            if parent is not None and os.getppid() != parent:
                break
            known = share.first + share.step * number
            played = player.play(known)
            # A game ends what belongs to it: after one that is missing, all is played again.
            every = [*player.leave(played, known), played]
            file.write(b"".join(line.encode() for line in every))
            file.flush()
            counter.value += sum(len(line.moves) for line in every)
