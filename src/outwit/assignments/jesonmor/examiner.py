"""Marks programs for Jeson Mor by what the assignment asks.

What a case is about is in ``asks``: kinds of faults, see ``jesonmor_follower.py``; other faults of
the program are other cases' affair. Besides, ``refusal``: the arguments are wrong, so no game
begins; ``random``: the computer's choices differ; ``archers``: there are archers at the start.
"""

from __future__ import annotations

from outwit.assignments.exam import ExamCase, Examiner, Mistake, Transcript
from outwit.assignments.jesonmor.follower import Follower, Reply
from outwit.assignments.jesonmor.screen import read_screens
from outwit.assignments.jesonmor.typists import Typist as Player
from outwit.assignments.jesonmor.words import plain_lines
from outwit.geometry.squares import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from outwit.assignments.exam import Typist

# Without these nothing can be seen, so every case needs them.
ALWAYS = ("ended", "unseen")
# How one-sided choices may be, from 0 to a half, and how many are needed to tell.
MOST_BIAS, FEWEST_REPLIES = 0.36, 15
TAIL = 1_000


class JesonMorExaminer(Examiner):
    """Follows the game by the boards; the computer may make any legal move."""

    def typist(self, case: ExamCase) -> Typist:
        """Return who types: the lines of the case, then as it says in ``plays``."""
        if "refusal" in case.asks.split():
            return super().typist(case)
        return Player(follower_of(case), case.typed, case.options)

    def judge(
        self, case: ExamCase, transcript: Transcript, declared: Mapping[str, Any]
    ) -> list[Mistake]:
        """List the mistakes that the case is about."""
        asks = case.asks.split()
        mistakes = []
        # What happens at the end of the input is nobody's business.
        if transcript.stopped and transcript.exchanges[-1].typed is not None:
            mistakes.append(Mistake(transcript.stopped, "", tail(transcript)))
        if "refusal" in asks:
            return mistakes + begun(case, transcript)
        follower = follower_of(case)
        exchanges = transcript.exchanges
        for i, exchange in enumerate(exchanges):
            waits = i + 1 < len(exchanges)
            if transcript.stopped and not waits:
                break  # what it would have printed is unknown
            follower.take(exchange.typed, exchange.printed, waits)
        if not follower.positions:
            errors = tail(transcript)
            return [*mistakes, Mistake("no board is shown at the start", "", errors)]
        if "archers" in asks and not follower.began_with_archers:
            mistakes.append(
                Mistake("there are no archers", "K A K …, one more knight than archers")
            )
        if "random" in asks:
            mistakes += one_sided(follower.replies)
        found = [fault.mistake for fault in follower.faults if fault.kind in (*asks, *ALWAYS)]
        return mistakes + [with_errors(mistake, transcript) for mistake in found]


def with_errors(mistake: Mistake, transcript: Transcript) -> Mistake:
    """Add what the program wrote to standard error meanwhile."""
    errors = transcript.exchanges[mistake.exchange or 0].errors.strip()
    if not errors:
        return mistake
    return mistake.replace(found=f"{mistake.found}\n{errors[:TAIL]}".strip())


def follower_of(case: ExamCase) -> Follower:
    """Return the follower of a new game."""
    size, protection = map(int, case.arguments[:2])
    return Follower(size, protection)


def begun(case: ExamCase, transcript: Transcript) -> list[Mistake]:
    """List the mistake of a game that begins with wrong arguments."""
    number = case.arguments[0] if case.arguments else ""
    sizes = {int(number)} if number.isdigit() and 0 < int(number) < 100 else {3, 5, 9}
    if not any(read_screens(transcript.printed, size) for size in sizes):
        return []
    told = "\n".join(plain_lines(transcript.printed)[-30:])
    return [Mistake("a game begins, although the arguments are wrong", "no game", told)]


def one_sided(replies: list[Reply]) -> list[Mistake]:
    """List the mistake of a computer that always moves the first or the last of its pieces.

    Chance does so once in ten thousand games.
    """
    if len(replies) < FEWEST_REPLIES:
        return []
    for key in by_column, by_row:
        shares = [share(reply, key) for reply in replies]
        if abs(sum(shares) / len(shares) - 0.5) > MOST_BIAS:
            moves = ", ".join("->".join(split(reply.move)) for reply in replies[:20])
            return [Mistake("the computer does not choose its moves at random", "", moves)]
    return []


def by_column(move: str) -> tuple[str, int]:
    """Order moves by the column of the piece."""
    square = split(move)[0]
    return square[0], int(square[1:])


def by_row(move: str) -> tuple[int, str]:
    """Order moves by the row of the piece."""
    square = split(move)[0]
    return int(square[1:]), square[0]


def share(reply: Reply, key: Callable[[str], Any]) -> float:
    """Return where among the moves, from 0 to 1, the pieces being ordered, the computer's was."""
    mine = key(reply.move)
    before = sum(bool(key(move) < mine) for move in reply.legal)
    same = sum(bool(key(move) == mine) for move in reply.legal)
    if same == len(reply.legal):
        return 0.5
    # Stretched, so that the first piece counts 0 and the last 1, however many moves they have.
    return before / (len(reply.legal) - same)


def tail(transcript: Transcript) -> str:
    """Return the end of what was printed on either stream."""
    return "\n".join((transcript.printed[-TAIL:], transcript.errors[-TAIL:])).strip()


EXAMINER = JesonMorExaminer()
