"""Marks programs for Ataxx by what the assignment asks.

What a case is about is in ``asks``: kinds of faults, see ``ataxx_follower.py``; other faults of the
program are other cases' affair. Besides, ``wins``: the AI that is on wins within four of its moves;
``time``: it uses at most 5 seconds for each. A line ``pass`` in a case is typed as ``-``, and only
if the program does not pass by itself. With ``plays`` we play against the AI after the lines of
the case, for ``turns`` of its moves.
"""

from __future__ import annotations

from outwit.assignments.ataxx.follower import NAMES, Follower
from outwit.assignments.ataxx.screen import drawn
from outwit.assignments.ataxx.spelling import PASS, spell
from outwit.assignments.exam import ExamCase, Examiner, Mistake, Transcript
from outwit.engine.limits import Limits
from outwit.engine.searcher import Searcher
from outwit.engine.tuning import Tuning
from outwit.games.ataxx.rules import Ataxx
from outwit.games.ataxx.tuning import SEARCH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from outwit.assignments.exam import Typist

# Without these nothing can be seen, so every case needs them.
ALWAYS = ("ended",)
# Most moves of the AI until it wins, most seconds per move, and extra seconds to start.
MOST_MOVES, SECONDS, START_SECONDS = 4, 5.0, 4.0
NODES = 20_000
TAIL = 1_000
# As sessions begin: no AI, unless a case switches it on.
PREAMBLE = "manual red\nmanual blue\n"


class AtaxxExaminer(Examiner):
    """Follows the game by what is typed; an AI may make any legal move."""

    def typist(self, case: ExamCase) -> Typist:
        """Return who types: the lines of the case, then as it says in ``plays``."""
        return Player(case)

    def judge(
        self, case: ExamCase, transcript: Transcript, declared: Mapping[str, Any]
    ) -> list[Mistake]:
        """List the mistakes that the case is about."""
        asks = case.asks.split()
        mistakes = []
        # What happens at the end of the input is nobody's business.
        if transcript.stopped and transcript.exchanges[-1].typed is not None:
            found = "\n".join((transcript.printed[-TAIL:], transcript.errors[-TAIL:])).strip()
            mistakes.append(Mistake(transcript.stopped, "", found))
        follower = Follower()
        exchanges = transcript.exchanges
        for i, exchange in enumerate(exchanges):
            waits = i + 1 < len(exchanges)
            if transcript.stopped and not waits:
                break  # what it would have printed is unknown
            follower.take(exchange.typed, exchange.printed, exchange.errors, waits)
        mistakes += [f.mistake for f in follower.faults if f.kind in (*asks, *ALWAYS)]
        if "wins" in asks and not mistakes:
            mistakes += no_win(case, follower)
        most = START_SECONDS + SECONDS * follower.ai_moves
        if "time" in asks and transcript.seconds > most:
            used = f"{transcript.seconds:.1f} s for {follower.ai_moves} moves"
            mistakes.append(Mistake("the AI thinks for more than 5 seconds", "", used))
        return mistakes


class Player:
    """Types the lines of a case; then it plays against the AI."""

    def __init__(self, case: ExamCase) -> None:
        self.follower = Follower()
        self.lines = self.choose(case)
        self.last: str | None = ""
        self.seen = 0

    def __call__(self, printed: str) -> str | None:
        """Return the next line."""
        self.follower.take(self.last, printed[self.seen :], "", waits=True)
        self.seen = len(printed)
        line = next(self.lines, None)
        self.last = None if line is None else f"{line}\n"
        return self.last

    def choose(self, case: ExamCase) -> Iterator[str]:
        """Yield the lines of a session."""
        yield from self.play(case)
        if not case.typed.endswith("quit\n"):
            yield "quit"

    def play(self, case: ExamCase) -> Iterator[str]:
        """Yield the lines of a session but the last."""
        for line in (PREAMBLE + case.typed).splitlines():
            if line != "pass":
                yield line
            elif PASS in self.follower.position.legal_moves:
                yield "-"
        if not case.options.get("plays"):
            return
        follower, engine = self.follower, Searcher(Tuning(**SEARCH), mebibytes=1)
        last = int(case.options.get("turns", MOST_MOVES)) - 1
        for turn in range(last + 1):
            yield "board"
            position = follower.position
            if turn == last or follower.over or follower.automatic[position.turn]:
                return
            yield spell(position, engine.best(position, Limits(nodes=NODES)).move)


def no_win(case: ExamCase, follower: Follower) -> list[Mistake]:
    """List the mistake of an AI that does not win although it could."""
    start = Follower()
    for line in (PREAMBLE + case.typed).splitlines():
        if line != "pass" and not line.startswith("ai "):
            start.obey(line, [], "", "x")
    side = start.position.turn
    outcome = follower.position.outcome
    if outcome is not None and outcome.winner == side:
        return []
    what = f"{NAMES[side]} can win within four moves here, but its AI does not"
    moves = follower.position.played[len(start.position.played) :]
    return [Mistake(what, drawn(start.position.rows()), story(start.position, moves))]


def story(position: Ataxx, moves: tuple[str, ...]) -> str:
    """Write moves as they are typed, and the board after them."""
    game = position.copy()
    told = []
    for move in moves:
        told.append(f"{NAMES[game.turn]} {spell(game, move)}")
        game.play(move)
    return "\n".join([", ".join(told), drawn(game.rows())])


EXAMINER = AtaxxExaminer()
