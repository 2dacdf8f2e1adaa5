"""The settings of a tournament in words."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from outwit.arena.manifest import Manifest, read_manifest
from outwit.arena.timecontrol import TimeControl
from outwit.core.counting import counted
from outwit.errors import BadFile
from outwit.players.roster import BotSpec

SCHEDULES = {
    "round-robin": "everybody against everybody",
    "gauntlet": "the first bot against all others",
    "swiss": "Swiss: players with similar points meet",
    "knock-out": "knock-out: the loser of an encounter is out",
}


def in_words(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what is set and to what: of a manifest in words, of anything else field by field."""
    try:
        yield from _manifest(read_manifest(json.dumps(dict(settings), default=str)))
    except (BadFile, ValueError):
        yield from _fields(settings, "")


def _manifest(manifest: Manifest) -> Iterator[tuple[str, str]]:
    schedule, rules, book = manifest.schedule, manifest.terms.adjudication, manifest.book
    yield "schedule", SCHEDULES.get(schedule.kind, schedule.kind)
    if schedule.kind != "knock-out":
        yield "rounds", str(schedule.rounds)
    yield "games in an encounter", f"{2 * schedule.pairs}, each opening with both colours"
    yield "time", _time(manifest.terms.time)
    for key, value in book.options:
        yield f"option {key}", value
    if book.texts:
        yield "openings", f"{counted(len(book.texts), 'position')} from a file, in turn"
    elif book.plies is None:
        yield "openings", "random, as suits the game"
    else:
        yield "openings", f"{counted(book.plies, 'random move')}"
    if book.balance is not None:
        yield "openings are even", f"within {book.balance} hundredths by a short search"
    yield "longest game", f"{counted(rules.plies, 'move')}, then it is drawn"
    if rules.draw_score is not None:
        moves = counted(rules.draw_moves, "move")
        yield "drawn early", f"scores within {rules.draw_score:g} for {moves} of each player"
    if rules.solver_nodes:
        yield "ended by the solver", f"when {counted(rules.solver_nodes, 'node')} prove the result"
    if (test := manifest.sprt) is not None:
        rates = f"error rates {test.alpha:.0%} and {test.beta:.0%}"
        yield "sequential test", f"{test.elo0:g} against {test.elo1:g} Elo, {rates}"
    yield "seed", str(manifest.seed)
    yield "version", f"Outwit {manifest.version}"
    for bot in manifest.bots:
        yield f"bot {bot.name}", _bot(bot)
    for name, reason in manifest.left_out:
        yield f"left out {name}", reason


def _time(time: TimeControl) -> str:
    if time.move is not None:
        return f"{time.move:g} s a move"
    if time.game is None:
        return "unlimited"
    return f"{time.game:g} s a game" + (f" and {time.increment:g} s a move" * bool(time.increment))


def _bot(bot: BotSpec) -> str:
    settings = ", ".join(f"{key} {value}" for key, value in bot.settings)
    if bot.is_program:
        shown = f"{bot.kind}: {shlex.join(bot.command)}"
        limits = f"at most {bot.memory:,} MiB of memory"
        return "; ".join(part for part in (shown, settings, limits) if part)
    return f"{bot.kind}, {settings}" if settings else bot.kind


def _fields(value: object, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _fields(inner, f"{name} {str(key).replace('_', ' ')}".strip())
    elif isinstance(value, (list, tuple)):
        if any(isinstance(inner, (Mapping, list, tuple)) for inner in value):
            for number, inner in enumerate(value, 1):
                yield from _fields(inner, f"{name} {number}")
        else:
            yield name, ", ".join(map(str, value))
    elif value is not None:
        yield name, str(value)
