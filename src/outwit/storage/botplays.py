"""What a bot plays, as it has declared: nobody need offer it anything else."""

from __future__ import annotations

from collections.abc import Sequence

from outwit.core.value import Value
from outwit.errors import UnknownGame
from outwit.games import game as find_game
from outwit.storage.timeclass import UNLIMITED


class Plays(Value):
    """The games and speeds that a bot accepts, where none means all of them.

    ``rated`` is None where rated and other games will do. Without ``variants`` a game begins with
    its usual start position and options.
    """

    games: tuple[str, ...] = ()
    speeds: tuple[str, ...] = ()
    rated: bool | None = None
    variants: bool = True

    def refusal(self, game: str, speed: str, *, rated: bool, is_variant: bool = False) -> str:
        """Say why a game is not accepted, as a clause; nothing if it is.

        >>> Plays(("push", "ataxx")).refusal("advance", "blitz", rated=False)
        'it plays Push and Ataxx, not Advance'
        >>> Plays(speeds=("blitz",)).refusal("push", "unlimited", rated=False)
        'it plays blitz games, and this game has no clock'
        """
        if self.games and game not in self.games:
            return f"it plays {listed([called(each) for each in self.games])}, not {called(game)}"
        if self.speeds and speed not in self.speeds:
            has = "this game has no clock" if speed == UNLIMITED else f"this clock is {speed}"
            return f"it plays {listed(self.speeds)} games, and {has}"
        if self.rated not in (None, rated):
            return "it plays rated games only" if self.rated else "it plays no rated games"
        if is_variant and not self.variants:
            return "it plays no variants"
        return ""


def called(game: str) -> str:
    """Return what people call a game, its name if it is not installed here."""
    try:
        return find_game(game).display_name
    except UnknownGame:
        return game


def listed(words: Sequence[str]) -> str:
    """Return words as a sentence lists them.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]
