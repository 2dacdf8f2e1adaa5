"""The manifest of a tournament: everything that is needed to play it again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from shutil import which
from types import UnionType
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

import outwit
from outwit.arena.openings import Book
from outwit.arena.referee import Terms
from outwit.arena.schedule import KINDS, Schedule
from outwit.arena.timecontrol import read_time_control
from outwit.core.printable import printable
from outwit.core.value import Value
from outwit.errors import BadFile
from outwit.players.roster import BotSpec
from outwit.process.copies import fingerprint
from outwit.ratings.sprt import Sprt

LARGEST_PROGRAM = 1 << 28


class SprtTerms(Value):
    """The hypotheses of a sequential test in Elo, and its two error rates."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05


class Manifest(Value):
    """Game, bots, schedule, terms, openings and seed of a tournament."""

    name: str
    game: str
    bots: tuple[BotSpec, ...]
    schedule: Schedule
    terms: Terms
    book: Book
    seed: int
    sprt: SprtTerms | None = None
    version: str = outwit.__version__
    # One hash per bot of the files in its command; empty for built-in bots.
    hashes: tuple[str, ...] = ()
    # Name and reason of each bot that was refused and left out.
    left_out: tuple[tuple[str, str], ...] = ()

    def to_json(self) -> str:
        """Write the manifest as a JSON object, which ``read_manifest`` reads."""
        return json.dumps(_plain(self), indent=1)

    def with_hashes(self) -> Manifest:
        """Return the manifest with the current hashes of the bots' programs."""
        return self.replace(hashes=tuple(hash_of(bot) for bot in self.bots))

    def without(self, reasons: Mapping[int, str]) -> Manifest:
        """Return the manifest without some bots, given by number with why each is left out.

        No game may have been played, because games name bots by number.
        """
        stay = [number for number in range(len(self.bots)) if number not in reasons]
        named = tuple((self.bots[number].name, why) for number, why in reasons.items())
        schedule = self.schedule
        return self.replace(
            bots=tuple(self.bots[number] for number in stay),
            # Before the first game, everybody has joined at the beginning.
            schedule=schedule.replace(players=len(stay), joined=()),
            hashes=tuple(self.hashes[number] for number in stay if self.hashes),
            left_out=(*self.left_out, *named),
        )


def _plain(value: object) -> object:
    if isinstance(value, Value):
        return {name: _plain(getattr(value, name)) for name in value.fields}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value


def read_manifest(text: str) -> Manifest:
    """Read what ``to_json`` wrote; raise BadFile if it is damaged."""
    try:
        found = _read(Manifest, json.loads(text))
        assert isinstance(found, Manifest)
        _check(found)
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise BadFile(f"the tournament's manifest is damaged: {printable(str(error))}") from None
    return found


def _read(kind: Any, found: Any) -> Any:
    """Return a JSON value as one of a type; raise TypeError if it is none."""
    if isinstance(kind, type) and issubclass(kind, Value) and isinstance(found, dict):
        hints = get_type_hints(kind, localns={"ClassVar": ClassVar})
        return kind(**{name: _read(hints.get(name), value) for name, value in found.items()})
    if get_origin(kind) is UnionType:
        return None if found is None else _read(get_args(kind)[0], found)
    if get_origin(kind) is tuple and isinstance(found, list):
        inner = get_args(kind)
        if inner[-1] is Ellipsis:
            return tuple(_read(inner[0], each) for each in found)
        return tuple(_read(*pair) for pair in zip(inner, found, strict=True))
    if kind is float and type(found) is int:
        return float(found)
    if type(found) is not kind or (type(found) is float and not isfinite(found)):
        raise TypeError(f"{str(found)[:40]!r} stands where it cannot")
    return found


def _check(manifest: Manifest) -> None:
    """Raise ValueError if the parts of a manifest do not fit together."""
    schedule, bots, time = manifest.schedule, manifest.bots, manifest.terms.time
    if schedule.kind not in KINDS:
        raise ValueError(f"there is no schedule {schedule.kind[:40]!r}")
    if schedule.players != len(bots) or len(manifest.hashes) not in (0, len(bots)):
        raise ValueError(f"it has {len(bots)} bots, and {schedule.players} are scheduled")
    if len(schedule.joined) > schedule.players:
        raise ValueError("more bots have joined than there are")
    if not all(0 <= joined <= schedule.rounds for joined in schedule.joined):
        raise ValueError("a bot joined in a round that there is not")
    if min(schedule.rounds, schedule.pairs) < 1:
        raise ValueError("there is nothing to play")
    read_time_control(str(time))
    if (terms := manifest.sprt) is not None:
        Sprt(terms.elo0, terms.elo1, terms.alpha, terms.beta).check()


def hash_of(bot: BotSpec) -> str:
    """Return a hash of the files that a bot's command names; empty for a built-in bot."""
    if not bot.is_program:
        return ""
    if bot.folder:
        return fingerprint(bot.folder)[:16]
    digest = hashlib.sha256()
    program = which(bot.command[0])
    for word in (program or "", *bot.command[1:]):
        path = Path(word)
        digest.update(f"{word}\0".encode("utf-8", "surrogateescape"))
        try:
            if word and path.is_file() and path.stat().st_size <= LARGEST_PROGRAM:
                digest.update(path.read_bytes())
        except (OSError, ValueError):
            continue  # a word too long for a path, or a file that is not ours to read
    return digest.hexdigest()[:16]
