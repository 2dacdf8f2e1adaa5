"""A seat at the board: a person, or a bot by its description."""

from __future__ import annotations

import re
import shlex

from outwit.core.game import Game
from outwit.core.suggestion import suggestion
from outwit.core.value import Value
from outwit.errors import UsageError
from outwit.players.levels import LEVELS
from outwit.players.player import Player
from outwit.players.roster import BotSpec, find_bot, name_of, read_spec
from outwit.records.record import UNFINISHED, GameRecord

HUMAN = "human"
# What else people type for a person.
PERSONS = (HUMAN, "h", "me", "person")
LEVEL = re.compile(r"(level\s*)?([0-9]{1,3})", re.IGNORECASE)
DEFAULT_LEVEL = 3
# The words for players that are no bots of a roster.
WORDS = (HUMAN, *(f"level {level}" for level in range(1, len(LEVELS) + 1)))


class Seat(Value):
    """Who plays one side: the bot, None for a person, and the name in records."""

    name: str
    bot: BotSpec | None = None


PERSON = Seat(HUMAN)


def level_seat(level: int) -> Seat:
    """Return the seat of our engine at a level.

    >>> level_seat(3).name
    'level 3'
    """
    return Seat(
        f"level {level}", BotSpec(f"level {level}", "engine", settings=(("level", f"{level}"),))
    )


def read_seat(text: str, game: Game) -> Seat:
    """Read who is to play: ``human``, a level such as ``3``, or a bot as in docs/bots/describe.md.

    Raise UsageError if the game has no such bot. Programs are not started.
    """
    text = text.strip()
    if text.lower() in PERSONS:
        return PERSON
    # A game may have bots of its own that are called level1 and so on.
    found = LEVEL.fullmatch(text) if text not in game.parts.bots else None
    seat = level_seat(int(found[2])) if found else None
    if seat is None:
        spec = read_spec(text)
        seat = Seat(spec.name, spec)
    try:
        open_player(seat, game, 0).close()
    except UsageError:
        if found is None and (meant := suggestion(text, WORDS)):
            raise UsageError(f"there is no player {text[:40]!r}{meant}") from None
        raise
    return seat


def open_player(seat: Seat, game: Game, seed: int) -> Player:
    """Return the player in a bot's seat; raise UsageError if the game has no such bot."""
    if seat.bot is None:
        raise UsageError("a person's moves are not chosen by a player")
    return find_bot(seat.bot, game, seed)


def seats_of(
    record: GameRecord, game: Game, opponent: Seat | None = None, side: int = 0
) -> tuple[Seat, Seat]:
    """Return who goes on with a recorded game: a person, against the opponent or the recorded one.

    The person sits where the record has one, else on ``side``. Raise UsageError if nobody is given
    and the name in the record is not that of a player here. A finished game needs no player.
    """
    known = [recorded_seat(name, game) for name in record.players]
    if PERSON in known:
        side = known.index(PERSON)
    other = opponent or known[1 - side]
    if record.result != UNFINISHED:
        seats = [seat or Seat(name) for seat, name in zip(known, record.players, strict=True)]
        return seats[0], seats[1]
    if other is None:
        name = record.players[1 - side][:40]
        raise UsageError(f"the record does not say how {name!r} is played: --against does")
    return (other, PERSON) if side else (PERSON, other)


def program_text(bot: BotSpec) -> str:
    """Return a program as ``read_seat`` reads it.

    >>> program_text(read_spec("ugi:python3 mine.py")), program_text(read_spec("me=ugi:./mine"))
    ('ugi:python3 mine.py', 'me=ugi:./mine')
    """
    name = "" if bot.name == name_of(bot.command) else f"{bot.name}="
    return f"{name}{bot.kind}:{shlex.join(bot.command)}"


def recorded_seat(name: str, game: Game) -> Seat | None:
    """Return the seat that a name in a record stands for, None if it is unknown.

    It never stands for a program: nobody's file starts one.
    """
    try:
        seat = read_seat(name, game)
    except UsageError:
        return None
    return None if seat.bot is not None and seat.bot.is_program else seat
