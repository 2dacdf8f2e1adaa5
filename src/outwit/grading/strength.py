"""Strength as a mark: points by results against the engine's levels and other bots."""

from __future__ import annotations

import hashlib
from contextlib import closing
from typing import TYPE_CHECKING

import outwit
from outwit.arena.referee import Referee, Terms
from outwit.arena.seat import level_seat
from outwit.arena.store import POINTS
from outwit.arena.timecontrol import TimeControl, read_time_control
from outwit.arena.trial import refusal
from outwit.core.counting import counted
from outwit.core.value import Value
from outwit.geometry import bits
from outwit.grading.health import check_health, our_faults
from outwit.grading.mark import Mark, Part, Result
from outwit.grading.matches import DRAWN, FORFEITED, LOST, OUTCOMES, WON
from outwit.grading.program import find_command
from outwit.players.dialect import usual_protocol
from outwit.players.roster import BotSpec, find_bot

if TYPE_CHECKING:
    from pathlib import Path

    from outwit.core.game import Game
    from outwit.grading.workers import Workers
    from outwit.players.submission import Submission
    from outwit.process.copies import Template

# Points of the levels, and games against each; the clock is that of a short game.
LEVELS = {1: 20.0, 2: 15.0, 3: 15.0, 4: 15.0, 5: 10.0, 6: 10.0, 8: 10.0, 10: 5.0}
GAMES = 4
CLOCK = "10+0.1"


class Rival(Value):
    """An opponent: each point that is won against it earns a share of its points."""

    bot: BotSpec
    points: float
    games: int = GAMES


class StrengthPart(Part):
    """The games against a rival; a draw earns half of what a win does."""

    @property
    def earned(self) -> float:
        """Return the points earned."""
        won, drawn = (self.tally[outcome] for outcome in (WON, DRAWN))
        return self.points * (won + drawn / 2) / max(1, self.games)

    @property
    def source(self) -> str:
        """Say what it is for."""
        return "strength: a win earns twice as much as a draw"


def usual_rivals() -> tuple[Rival, ...]:
    """Return the levels, the weakest first."""
    found = []
    for level, points in LEVELS.items():
        bot = level_seat(level).bot
        assert bot is not None
        found.append(Rival(bot, points))
    return tuple(found)


class StrengthMarker:
    """Marks bots by their results; a rival that takes every point ends the exam.

    Args:
        game: The game.
        rivals: The opponents in the order in which they are met, the weakest first.
        workers: Plays the games against one rival at once.
        clock: The time control of the games.
        seed: The same seed, the same opponents' choices.
    """

    def __init__(
        self,
        game: Game,
        workers: Workers,
        rivals: tuple[Rival, ...] = (),
        clock: TimeControl | None = None,
        seed: int = 1,
    ) -> None:
        self.game = game
        self.workers = workers
        self.rivals = rivals or usual_rivals()
        self.clock = clock or read_time_control(CLOCK)
        self.referee = Referee(game, Terms(self.clock))
        self.seed = seed

    @property
    def most(self) -> float:
        """Return the points of all rivals."""
        return sum(rival.points for rival in self.rivals)

    @property
    def kind(self) -> str:
        """Return the protocol of programs that name none."""
        return usual_protocol(self.game)

    def fingerprint(self) -> str:
        """Return a hash of all that a mark depends on besides the program."""
        facts = (outwit.__version__, self.game.name, self.rivals, self.clock, self.seed)
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]

    def mark_ready(self, submission: Submission, template: Template, place: Path) -> Mark:
        """Mark a program that is built; what it asks for, such as more memory, is not granted."""
        folder, bot = template.folder, submission.bot
        command = find_command(bot.command, folder)
        own = BotSpec(place.name, bot.kind, command, bot.settings, folder=folder)
        return self.mark(own, place.name)

    def mark(self, bot: BotSpec, name: str) -> Mark:
        """Mark a bot; it is at fault for whatever it does wrong, and forfeits that game."""
        check_health()
        with our_faults():
            start, terms = self.game.start(), self.referee.terms
            if why := refusal(bot, self.game, terms, start, self.seed):
                return Mark(self.game.name, name, (), why, worth=self.most)
        parts: list[Part] = []
        unbeaten = ""
        for place, rival in enumerate(self.rivals):
            part = StrengthPart(
                rival.bot.name, rival.points, (), outcomes=OUTCOMES, games=rival.games
            )
            if unbeaten:
                parts.append(part.replace(locked=f"no point was won against {unbeaten}"))
                continue
            games = [(bot, place, number) for number in range(rival.games)]
            played = self.workers.each(lambda game: self.play(*game), games, rival.bot.name)
            parts.append(part.replace(results=tuple(played)))
            if not parts[-1].earned:
                unbeaten = rival.bot.name
        return Mark(self.game.name, name, tuple(parts))

    def play(self, bot: BotSpec, place: int, number: int) -> Result:
        """Play a game against a rival: even ones as the first side."""
        game, rival = self.game, self.rivals[place]
        ours = number % 2
        name = f"game {number + 1} as {game.sides[ours]}"
        seed = bits.mix(self.seed) ^ bits.mix(place * 1000 + number)
        check_health()
        with (
            our_faults(),
            closing(find_bot(bot, game, seed)) as player,
            closing(find_bot(rival.bot, game, seed)) as other,
        ):
            players = (other, player) if ours else (player, other)
            position = game.start()
            record = self.referee.play(position, players, {})
        moves = counted(len(record.moves), "move")
        if record.tags.get("FaultOf") == game.sides[ours]:
            told = f"forfeited at move {len(record.moves) + 1}: {record.tags['Fault']}"
            return Result(name, False, told, outcome=FORFEITED)
        share = abs(ours - POINTS[record.result])
        outcome = WON if share == 1 else DRAWN if share == 0.5 else LOST
        end = position.outcome
        why = record.termination if end is None else game.sentence(end)
        told = f"{outcome} after {moves}: {why}"
        return Result(name, outcome == WON, told, outcome=outcome)
