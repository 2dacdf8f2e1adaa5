"""The records of a fault run's clients, and the checker that compares them with the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from bench.chaos_ratings import Book, check_ratings
from outwit.arena.timecontrol import read_time_control
from outwit.records.endings import OUT_OF_TIME
from outwit.storage.stored import StoredGame

# Most milliseconds between a clock and the stored one: a late move has a tolerance of 50.
CLOCK_MARGIN = 60
# Most milliseconds that a running clock may grow on one connection: the delay between processes.
NEWS_MARGIN = 500
# Seconds after a fault in which a clock may still grow.
EXCUSED_SECONDS = 5.0
# Faults after which the time of a turn is lost or arrives late. A jump of the clock and a slow wire
# are no excuse.
EXCUSES = frozenset(("kill", "restart", "stop", "sever", "full", "lock"))
# Most seconds that a loss on time may seem early: the time between two readings of a clock.
EARLY_SECONDS = 0.1
# Most entries shown for a violation.
MOST_SHOWN = 12


@dataclass(frozen=True)
class Entry:
    """A line of the history: time, client and game."""

    at: float
    client: str
    game: str


@dataclass(frozen=True)
class Sent(Entry):
    """A move was sent."""

    ply: int
    move: str


@dataclass(frozen=True)
class Acked(Entry):
    """The portal acknowledged a move."""

    ply: int
    move: str


@dataclass(frozen=True)
class Told(Entry):
    """Anything else that was sent or heard: a resignation, a refusal, a lost connection."""

    text: str


@dataclass(frozen=True)
class Saw(Entry):
    """A state of the game; ``connection`` numbers the connections of all clients.

    ``left`` holds the milliseconds on both clocks, ``result`` is empty until the game ends.
    ``is_last`` marks the states that are read after all faults are healed.
    """

    connection: int
    moves: tuple[str, ...]
    left: tuple[int, int] | None = None
    running: int | None = None
    result: str = ""
    is_last: bool = False


@dataclass(frozen=True)
class Struck:
    """A fault: its start and end, its kind and its target."""

    at: float
    until: float
    kind: str
    target: str = ""


@dataclass(frozen=True)
class Violation:
    """A broken guarantee, and the entries that show it."""

    rule: str
    game: str = ""
    entries: tuple[Entry, ...] = ()

    def __str__(self) -> str:
        shown = [f"{f'game {self.game}: ' if self.game else ''}{self.rule}"]
        shown += [f"    {line_of(entry)}" for entry in self.entries[:MOST_SHOWN]]
        return "\n".join(shown)


@dataclass
class History:
    """All records of a finished run."""

    entries: list[Entry] = field(default_factory=list)
    faults: list[Struck] = field(default_factory=list)
    # The stored games at the end.
    stored: dict[str, StoredGame] = field(default_factory=dict)
    book: Book = field(default_factory=Book)
    # Clients that read every game at the end; each must have seen each.
    readers: tuple[str, ...] = ()
    # Errors outside any game.
    troubles: list[str] = field(default_factory=list)


def check(history: History) -> list[Violation]:
    """Return the violations of a run."""
    of_game: dict[str, list[Entry]] = defaultdict(list)
    for entry in sorted(history.entries, key=lambda each: each.at):
        of_game[entry.game].append(entry)
    found = [Violation(trouble) for trouble in history.troubles]
    for key, game in history.stored.items():
        entries = of_game.pop(key, [])
        seen = [entry for entry in entries if isinstance(entry, Saw)]
        found += _check_moves(game, entries)
        found += _check_seen(game, seen)
        found += _check_result(game, seen, history.readers)
        found += _check_stored_clocks(game)
        found += _check_shown_clocks(game, seen, history.faults)
        found += _check_flag(game, entries)
    for key, entries in of_game.items():
        found.append(Violation("the game is not stored", key, tuple(entries)))
    found += [Violation(rule, key) for rule, key in check_ratings(history.stored, history.book)]
    return found


def _check_moves(game: StoredGame, entries: Sequence[Entry]) -> Iterator[Violation]:
    """Check that acknowledged moves are stored, once, and others only if they were sent."""
    stored = [each.move for each in game.moves]
    sent: dict[int, set[str]] = defaultdict(set)
    for entry in entries:
        if isinstance(entry, Sent):
            sent[entry.ply].add(entry.move)
        elif isinstance(entry, Acked) and stored[entry.ply : entry.ply + 1] != [entry.move]:
            about = [each for each in entries if getattr(each, "ply", None) == entry.ply]
            there = stored[entry.ply] if entry.ply < len(stored) else "nothing"
            yield Violation(
                f"ply {entry.ply}, {entry.move}, was acknowledged, and {there} is stored",
                game.id,
                tuple(about),
            )
    for ply, move in enumerate(stored):
        if not game.setup.seats[ply % 2].bot and move not in sent[ply]:
            about = [each for each in entries if getattr(each, "move", None) == move]
            yield Violation(
                f"ply {ply}, {move}, is stored, and nobody sent it", game.id, tuple(about)
            )


def _check_seen(game: StoredGame, seen: Sequence[Saw]) -> Iterator[Violation]:
    """Check that each client saw a prefix of the stored game, which never became shorter."""
    stored = tuple(each.move for each in game.moves)
    before: dict[int, Saw] = {}
    for state in seen:
        if state.moves != stored[: len(state.moves)]:
            yield Violation("moves were seen that are not stored", game.id, (state,))
        last = before.get(state.connection)
        if last is not None and len(state.moves) < len(last.moves):
            yield Violation("moves were seen, and then fewer", game.id, (last, state))
        if last is not None and last.result and state.result != last.result:
            yield Violation("a result was seen, and then another", game.id, (last, state))
        before[state.connection] = state


def _check_result(
    game: StoredGame, seen: Sequence[Saw], readers: Sequence[str]
) -> Iterator[Violation]:
    """Check that a game has ended, and that every client saw the stored result."""
    if game.ended is None:
        yield Violation("the game has not ended", game.id, tuple(seen[-3:]))
        return
    for state in seen:
        if state.result and state.result != game.result:
            yield Violation(
                f"{state.result} was seen, and {game.result} by {game.termination} is stored",
                game.id,
                tuple(each for each in seen if each.result),
            )
            break
    last = {state.client: state for state in seen if state.is_last}
    for reader in readers:
        if reader not in last:
            yield Violation(f"{reader} could not read the game at the end", game.id)
        elif not last[reader].result or len(last[reader].moves) != len(game.moves):
            yield Violation(
                f"{reader} does not see the end after {len(game.moves)} moves",
                game.id,
                (last[reader],),
            )


def _check_stored_clocks(game: StoredGame) -> Iterator[Violation]:
    """Check that no move gave its player more time than the increment."""
    control = read_time_control(game.setup.time_control)
    if control.game is None:
        return
    left = [round(1000 * control.game)] * 2
    for ply, move in enumerate(game.moves):
        if move.clock is None or move.used is None or move.used < 0:
            yield Violation(f"ply {ply} has no time: {move.used}, {move.clock}", game.id)
            return
        right = left[ply % 2] - move.used + round(1000 * control.increment)
        if abs(move.clock - right) > CLOCK_MARGIN:
            yield Violation(
                f"ply {ply} took {move.used} of {left[ply % 2]} ms and left {move.clock}", game.id
            )
        left[ply % 2] = move.clock


def _check_shown_clocks(
    game: StoredGame, seen: Sequence[Saw], faults: Sequence[Struck]
) -> Iterator[Violation]:
    """Check that shown clocks match the stored ones, and that a running clock did not grow."""
    control = read_time_control(game.setup.time_control)
    if control.game is None:
        return
    whole = round(1000 * control.game)
    before: dict[int, Saw] = {}
    for state in seen:
        if state.left is None or len(state.moves) > len(game.moves):
            continue
        for side in (0, 1):
            plies = range(side, len(state.moves), 2)
            most = (game.moves[plies[-1]].clock or 0) if plies else whole
            shown = state.left[side]
            is_less = shown < most - CLOCK_MARGIN and state.running not in (side, None)
            if shown > most + CLOCK_MARGIN or is_less:
                rule = f"a clock shows {shown} ms, and {most} are stored at this ply"
                yield Violation(rule, game.id, (state,))
        last = before.get(state.connection)
        before[state.connection] = state
        if last is None or last.left is None or last.moves != state.moves:
            continue
        side = len(state.moves) % 2
        growth = state.left[side] - last.left[side]
        if growth > NEWS_MARGIN and not _is_excused(last.at, state.at, faults):
            yield Violation(f"a running clock grew by {growth} ms", game.id, (last, state))


def _is_excused(start: float, end: float, faults: Iterable[Struck]) -> bool:
    """Tell whether a fault may have made the time of a turn unknown in between."""
    return any(
        fault.kind in EXCUSES and fault.at <= end and start <= fault.until + EXCUSED_SECONDS
        for fault in faults
    )


def _check_flag(game: StoredGame, entries: Sequence[Entry]) -> Iterator[Violation]:
    """Check that no player lost on time too early: a jump of the clock costs no thinking time."""
    count = len(game.moves)
    if game.termination != OUT_OF_TIME or not count:
        return
    # The earliest start of the clock: when the last move, or the one before it, was sent.
    starts = [
        entry for entry in entries if isinstance(entry, Sent) and count - 2 <= entry.ply < count
    ]
    ends = [entry for entry in entries if isinstance(entry, Saw) and entry.result]
    if not starts or not ends:
        return
    start = next((each for each in starts if each.ply == count - 1), starts[0])
    control = read_time_control(game.setup.time_control)
    whole = control.move or control.game or 0.0
    left = whole if control.move or count < 2 else (game.moves[-2].clock or 0) / 1000
    if ends[0].at - start.at < left - EARLY_SECONDS:
        rule = f"a player with {left:.1f} s lost on time after {ends[0].at - start.at:.1f} s"
        yield Violation(rule, game.id, (start, ends[0]))


def line_of(entry: Entry) -> str:
    """Return an entry as a line."""
    match entry:
        case Sent() | Acked():
            said = f"{'sent' if isinstance(entry, Sent) else 'acked'} {entry.ply} {entry.move}"
        case Told():
            said = entry.text
        case Saw():
            last = entry.moves[-1] if entry.moves else "-"
            said = f"saw {len(entry.moves)} moves, last {last}, clocks {entry.left}"
            said += f" running {entry.running}, result {entry.result or '-'}"
            said += f" (connection {entry.connection})"
        case _:
            said = ""
    return f"{entry.at:8.3f} s  {entry.client:18} {said}"
