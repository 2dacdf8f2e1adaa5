"""Which games a bot accepts, as it has declared."""

from __future__ import annotations

from collections.abc import Sequence

from outwit.core.value import Value
from outwit.errors import UnknownGame, UsageError
from outwit.games import game as find_game
from outwit.storage.timeclass import TIME_CLASSES, UNLIMITED

# Whom a bot plays: everybody, people only, or bots only.
EVERYBODY, PEOPLE, BOTS = "", "people", "bots"
OPPONENTS = (EVERYBODY, PEOPLE, BOTS)


class Plays(Value):
    """The games that a bot accepts.

    Args:
        games: Names of games. Default: all.
        speeds: Classes of clocks, such as ``blitz``. Default: all.
        rated: True for rated games only, False for others only. Default: both.
        variants: Whether another start position or other options are accepted.
        opponents: ``people``, ``bots``, or empty for both.

    >>> Plays(("push", "ataxx"), rated=False).variants
    True
    """

    games: tuple[str, ...] = ()
    speeds: tuple[str, ...] = ()
    rated: bool | None = None
    variants: bool = True
    opponents: str = EVERYBODY

    def check(self) -> Plays:
        """Return the declaration; raise UsageError or UnknownGame for a value that is unknown.

        Raises:
            UsageError: A speed or an opponent is unknown.
            UnknownGame: A game is.

        >>> Plays(("push",), ("blitz",)).check().games
        ('push',)
        """
        for name in self.games:
            find_game(name)
        for speed in self.speeds:
            if speed not in TIME_CLASSES:
                raise UsageError(f"speed {speed[:40]!r} is not one of {', '.join(TIME_CLASSES)}")
        if self.opponents not in OPPONENTS:
            known = f"{PEOPLE}, {BOTS} or empty"
            raise UsageError(f"opponents {self.opponents[:40]!r} is not one of {known}")
        return self

    def refusal(
        self, game: str, speed: str, *, rated: bool, is_variant: bool = False, by_bot: bool = False
    ) -> str:
        """Return why a game is not accepted, as a clause; empty if it is.

        Args:
            game: The name of the game.
            speed: The class of its clock.
            rated: Whether it is rated.
            is_variant: Whether it has another start position or other options.
            by_bot: Whether the opponent is a bot.

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
        return self.refused_opponent(by_bot=by_bot)

    def refused_opponent(self, *, by_bot: bool) -> str:
        """Return why a bot or a person is not accepted as opponent, as a clause; empty if it is.

        Args:
            by_bot: Whether the opponent is a bot.

        >>> Plays(opponents="people").refused_opponent(by_bot=True)
        'it plays people only'
        """
        if self.opponents == (PEOPLE if by_bot else BOTS):
            return f"it plays {self.opponents} only"
        return ""


def called(game: str) -> str:
    """Return the display name of a game, its plain name if it is not installed here."""
    try:
        return find_game(game).display_name
    except UnknownGame:
        return game


def listed(words: Sequence[str]) -> str:
    """Return words joined by commas and "and".

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]
