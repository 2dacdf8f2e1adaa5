"""The plan of a data set: everything that decides what is in it."""

from __future__ import annotations

from typing import Any

from outwit.arena.manifest import Manifest
from outwit.core.game import Game
from outwit.datasets.source import stamp
from outwit.players.levels import LEVELS
from outwit.players.roster import BotSpec

# The level that has no limit but time.
HIGHEST = str(len(LEVELS))


def plan_of(
    game: Game,
    command: str,
    version: str,
    manifest: Manifest | None,
    games: int,
    source: str | None,
    nodes: int | None,
) -> dict[str, Any]:
    """Return the plan of a data set, as JSON has it; it becomes the beginning of the card.

    The games are those of a manifest, to be played, or those of a source.
    """
    self_play = None if manifest is None else self_play_of(manifest, games)
    given = None if source is None else {"file": source, "stamp": stamp(source)}
    search = None if nodes is None else {"engine": f"outwit {version}", "nodes": nodes}
    reasons = [] if manifest is None else doubts(manifest)
    return {
        "game": game.name,
        "outwit": version,
        "command": command,
        "self_play": self_play,
        "source": given,
        "search": search,
        "reproducible": "yes" if not reasons else f"no: {', '.join(reasons)}",
    }


def self_play_of(manifest: Manifest, games: int) -> dict[str, Any]:
    """Return what decides the games of a manifest."""
    book = manifest.book
    return {
        "games": games,
        "seed": manifest.seed,
        "players": [written(bot) for bot in manifest.bots],
        "programs": list(manifest.hashes),
        "time": str(manifest.terms.time),
        "most_plies": manifest.terms.adjudication.plies,
        "opening_plies": book.plies,
        "opening_positions": len(book.texts),
        "options": dict(book.options),
    }


def written(bot: BotSpec) -> str:
    """Return a bot as the command line has it."""
    if bot.is_program:
        return f"{bot.kind}:{' '.join(bot.command)}"
    settings = ",".join(f"{key}={value}" for key, value in bot.settings)
    return f"{bot.kind}:{settings}" if settings else bot.kind


def doubts(manifest: Manifest) -> list[str]:
    """Say why the same command may play other games, nothing if it plays the same ones."""
    found = []
    for bot in manifest.bots:
        settings = dict(bot.settings)
        has_own = {"nodes", "depth"} & {*settings} or settings.get("level", HIGHEST) != HIGHEST
        if bot.is_program:
            found.append(f"{bot.name} is a program")
        elif bot.kind != "engine":
            continue
        elif "time" in settings or not has_own:
            found.append(f"{bot.name} is limited by time")
        elif settings.get("threads", "1") != "1":
            found.append(f"{bot.name} has several threads")
    if not manifest.terms.time.is_unlimited:
        found.append("there is a time control")
    return list(dict.fromkeys(found))
