"""The codes of games that end other than by the rules, and what they mean."""

from __future__ import annotations

from outwit.core.game import Game
from outwit.errors import BotFault

RESIGNED, OUT_OF_TIME = "resigned", "out-of-time"
ADJUDICATED, AGREED_DRAW, MOVE_LIMIT, SOLVED = "adjudicated", "agreed-draw", "move-limit", "solved"
# A game that was never played has no result.
DECLINED, WITHDRAWN, ABORTED = "declined", "withdrawn", "aborted"
CALLED_OFF = frozenset((DECLINED, WITHDRAWN, ABORTED))


def forfeits() -> frozenset[str]:
    """Return the codes with which a player has lost."""
    return frozenset((RESIGNED, OUT_OF_TIME, BotFault.code, *_codes(BotFault)))


def _codes(fault: type[BotFault]) -> set[str]:
    return {code for kind in fault.__subclasses__() for code in ({kind.code} | _codes(kind))}


FORFEITS = forfeits()
# With these a game that is not over may have any result, a draw included.
SETTLED = frozenset((ADJUDICATED, AGREED_DRAW, MOVE_LIMIT, SOLVED))

# The loser's action, and the reason for an adjudication; both as parts of sentences.
LOSSES = {
    RESIGNED: "resigned",
    OUT_OF_TIME: "ran out of time",
    "bot-fault": "broke the terms",
    "bot-absent": "could not be started",
    "bot-unseen": "could not be started",
    "bot-crash": "crashed",
    "bot-timeout": "did not answer in time",
    "bot-exceeded": "used too much memory or disk",
    "bot-flood": "wrote too much output",
    "bot-garbage": "gave an answer that cannot be read",
    "bot-illegal": "made an illegal move",
    "bot-wrong-file": "wrote no file or a wrong one",
    "bot-tampering": "changed a file it was given to read",
}
REASONS = {
    ADJUDICATED: "an arbiter decided",
    AGREED_DRAW: "both players judged it even",
    MOVE_LIMIT: "the limit of moves was reached",
    SOLVED: "the solver proved the result",
    DECLINED: "the invitation was declined",
    WITHDRAWN: "the invitation was withdrawn",
    ABORTED: "a player left before both had moved",
}


def reason(game: Game | None, code: str, loser: str = "a player") -> str:
    """Return the reason of a termination as a clause; of an unknown one, its code.

    >>> reason(None, "bot-timeout"), reason(None, "bot-timeout", "Ann")
    ('a player did not answer in time', 'Ann did not answer in time')
    """
    if code in LOSSES:
        return f"{loser} {LOSSES[code]}"
    if game is not None:
        for termination in game.start().terminations:
            if termination.code == code:
                return termination.reason
    return REASONS.get(code, code)
