"""How the games of a match begin, so that no two are the same."""

from __future__ import annotations

from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random


class Openings(Value):
    """How many random moves a game begins with, and how start options are drawn, if they are.

    Games to learn from begin with ``varied`` options, if the game has more than for a match.
    """

    plies: int = 2
    options: Callable[[Random], dict[str, object]] | None = None
    varied: Callable[[Random], dict[str, object]] | None = None
    # The options of the starts that the opening book covers, the usual start first.
    starts: tuple[Mapping[str, object], ...] = ({},)
    # Other rules under which the same openings are good.
    book_rules: tuple[Mapping[str, object], ...] = ()
