"""The manifest of a tournament: everything that is needed to play it again."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from shutil import which

import outwit
from outwit.arena.adjudication import Adjudication
from outwit.arena.openings import Book
from outwit.arena.referee import Terms
from outwit.arena.schedule import Schedule
from outwit.arena.timecontrol import TimeControl
from outwit.core.value import Value
from outwit.errors import BadFile
from outwit.players.roster import BotSpec

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

    def to_json(self) -> str:
        """Write the manifest as a JSON object, which ``read_manifest`` reads."""
        return json.dumps(_plain(self), indent=1)

    def with_hashes(self) -> Manifest:
        """Return the manifest with the current hashes of the bots' programs."""
        return self.replace(hashes=tuple(hash_of(bot) for bot in self.bots))


def _plain(value: object) -> object:
    if isinstance(value, Value):
        return {name: _plain(getattr(value, name)) for name in value.fields}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value


def read_manifest(text: str) -> Manifest:
    """Read what ``to_json`` wrote; raise BadFile if it is damaged."""
    try:
        found = json.loads(text)
        terms, sprt, book = found["terms"], found["sprt"], found["book"]
        return Manifest(
            found["name"],
            found["game"],
            tuple(
                BotSpec(
                    **{
                        **bot,
                        "command": tuple(bot["command"]),
                        "settings": tuple((key, value) for key, value in bot["settings"]),
                        "reads": tuple(bot["reads"]),
                    }
                )
                for bot in found["bots"]
            ),
            Schedule(**found["schedule"]),
            Terms(TimeControl(**terms["time"]), Adjudication(**terms["adjudication"])),
            Book(
                **{
                    **book,
                    "options": tuple((key, value) for key, value in book["options"]),
                    "texts": tuple(book["texts"]),
                }
            ),
            found["seed"],
            None if sprt is None else SprtTerms(**sprt),
            found["version"],
            tuple(found["hashes"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadFile(f"the tournament's manifest is damaged: {error}") from None


def hash_of(bot: BotSpec) -> str:
    """Return a hash of the files that a bot's command names; empty for a built-in bot."""
    if not bot.is_program:
        return ""
    digest = hashlib.sha256()
    program = which(bot.command[0])
    for word in (program or "", *bot.command[1:]):
        path = Path(word)
        digest.update(f"{word}\0".encode("utf-8", "surrogateescape"))
        if word and path.is_file() and path.stat().st_size <= LARGEST_PROGRAM:
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
