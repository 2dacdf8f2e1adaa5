"""Who takes part in a contest from Python: functions, levels, engines, and bots by description."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from outwit.arena.seat import read_seat
from outwit.core.excerpt import excerpt
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.core.value import Value
from outwit.engine.limits import Limits
from outwit.errors import UsageError
from outwit.players.allowance import UNLIMITED, Allowance
from outwit.players.engine import apply_allowance
from outwit.players.engines import Engine
from outwit.players.function import FunctionPlayer
from outwit.players.levels import LEVELS
from outwit.players.player import Player, Thought
from outwit.players.roster import BotSpec, check_name

# A function from a position to a move, a level, a description, or an engine.
Entrant: TypeAlias = Callable[[Position], str] | int | str | BotSpec | Engine
# The kinds of players that live in this process alone.
FUNCTION, ENGINE = "function", "open-engine"


class Entry(Value):
    """A player by its description; a function or an engine has a way to make its player, too."""

    bot: BotSpec
    make: Callable[[], Player] | None = None


class OpenEnginePlayer(Player):
    """Plays the best moves of an engine that its owner has opened, and will close."""

    def __init__(self, name: str, engine: Engine, limits: Limits) -> None:
        self.name = name
        self.engine = engine
        self.limits = limits

    def begin(self, position: Position) -> None:
        """Forget earlier games, so that every game is as if it were the only one."""
        self.engine.clear()

    def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
        """Return the engine's move."""
        limits = apply_allowance(self.limits, allowance, position.turn)
        found = self.engine.best(position, limits)
        self.thought = Thought(str(found.score), found.depth)
        return found.move


def read_entrants(
    players: Iterable[Entrant] | Mapping[str, Entrant],
    game: Game,
    limits: Limits,
    *,
    strict: bool = False,
) -> list[Entry]:
    """Return the players of a contest, at least two, each with a name of its own.

    ``limits`` hold for engines that have none of their own. Raise UsageError if a player is none.
    """
    if isinstance(players, Mapping):
        named = [(check_name(name), player) for name, player in players.items()]
    else:
        try:
            given = [] if isinstance(players, str) else list(players)
        except TypeError:
            given = []
        named = [("", player) for player in given]
    if len(named) < 2:
        raise UsageError("players: at least two are needed, as a list or as a dictionary by name")
    entries: list[Entry] = []
    for number, (name, player) in enumerate(named, 1):
        entry = read_entrant(player, number, name, game, limits, strict=strict)
        taken = {each.bot.name for each in entries}
        entries.append(with_name(entry, free_name(entry.bot.name, taken)))
    return entries


def read_entrant(
    player: Entrant, number: int, name: str, game: Game, limits: Limits, *, strict: bool
) -> Entry:
    """Return one player; raise UsageError if it is none."""
    if isinstance(player, Engine):
        if player.game != game:
            raise UsageError(f"player {number}: {player!r} does not play {game.name}")
        engine = player
        bot = BotSpec(name or engine_name(engine), ENGINE)
        return Entry(bot, lambda: OpenEnginePlayer("", engine, limits))
    if isinstance(player, int) and not isinstance(player, bool):
        if not 1 <= player <= len(LEVELS):
            raise UsageError(f"player {number}: level {player} is not from 1 to {len(LEVELS)}")
        player = str(player)
    if isinstance(player, str):
        bot_of_seat = read_seat(player, game).bot
        if bot_of_seat is None:
            raise UsageError(f"player {number}: {player!r} is a person, who cannot play here")
        player = bot_of_seat
    if isinstance(player, BotSpec):
        bot = player.replace(name=name or player.name)
        return Entry(with_limits(bot, limits))
    if not callable(player):
        raise UsageError(
            f"player {number}: {excerpt(player)} is none; a player is a function from a position "
            "to a move, a level from 1 to 10, a description such as 'engine:nodes=5000', or an "
            "Engine"
        )
    function = player
    bot = BotSpec(name or function_name(function, number), FUNCTION)
    return Entry(bot, lambda: FunctionPlayer("", function, strict=strict))


def with_limits(bot: BotSpec, limits: Limits) -> BotSpec:
    """Return a bot with the limits if it is our engine without any."""
    if bot.kind != "engine" or bot.settings:
        return bot
    found = {"nodes": limits.nodes, "depth": limits.depth}
    settings = tuple((name, str(value)) for name, value in found.items() if value is not None)
    return bot.replace(settings=settings)


def with_name(entry: Entry, name: str) -> Entry:
    """Return a player under a name."""
    return entry.replace(bot=entry.bot.replace(name=name))


def engine_name(engine: Engine) -> str:
    """Return what an engine is called without a name of its own."""
    return "engine" if engine.level is None else f"engine level {engine.level}"


def function_name(function: Callable[..., object], number: int) -> str:
    """Return what a function is called, or something callable that has no name."""
    name = getattr(function, "__name__", "").strip("<>") or type(function).__name__
    return name if name.isprintable() else f"player {number}"


def free_name(name: str, taken: set[str]) -> str:
    """Return a name that nobody has, made of another one.

    >>> free_name("lambda", {"lambda", "lambda 2"})
    'lambda 3'
    """
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name} {number}"
    return found
