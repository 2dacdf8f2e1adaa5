"""Plays games of a tournament, in this process, in another one or on a cluster."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from outwit.arena.manifest import Manifest, read_manifest
from outwit.arena.openings import draw_opening
from outwit.arena.referee import Referee
from outwit.arena.schedule import Pairing
from outwit.arena.store import FinishedGame
from outwit.arena.trial import refusal
from outwit.core.game import Game
from outwit.errors import BotFault
from outwit.games import game as find_game
from outwit.geometry import bits
from outwit.players.player import Player
from outwit.players.program import ProgramPlayer
from outwit.players.roster import BotSpec, find_bot
from outwit.records.writer import write_record


class AbsentPlayer(Player):
    """Stands in for a bot that could not be started."""

    def __init__(self, name: str, fault: BotFault) -> None:
        self.name = name
        self.fault = fault

    def begin(self, position: object) -> None:
        """Raise the fault of the bot."""
        raise self.fault


class Worker:
    """Plays games of one tournament; bots and openings are seeded by the number of the game.

    A program whose protocol announces new games stays for the next game if it plays in it too and
    was not at fault. So no program runs in a game of others.
    """

    def __init__(self, manifest: Manifest, game: Game | None = None) -> None:
        """Take a tournament, and its game if that cannot be found by its name."""
        self.manifest = manifest
        self.game = game or find_game(manifest.game)
        self.referee = Referee(self.game, manifest.terms)
        self.staying: dict[int, Player] = {}

    def play(self, pairings: list[Pairing]) -> list[FinishedGame]:
        """Play games one after the other."""
        return [self.play_one(pairing) for pairing in pairings]

    def play_one(self, pairing: Pairing) -> FinishedGame:
        """Play a game."""
        manifest = self.manifest
        start = draw_opening(self.game, manifest.book, manifest.seed, pairing.opening)
        bots = (pairing.first, pairing.second)
        self.let_go(bot for bot in tuple(self.staying) if bot not in bots)
        for side, bot in enumerate(bots):
            self.seat(bot, 2 * pairing.number + side)
        tags = {"Event": manifest.name, "Round": str(pairing.round + 1)}
        leaving = set(bots)
        try:
            players = self.staying[pairing.first], self.staying[pairing.second]
            record = self.referee.play(start, players, tags)
            fault_of = None
            if "FaultOf" in record.tags:
                fault_of = bots[self.game.sides.index(record.tags["FaultOf"])]
            leaving = {bot for bot in bots if bot == fault_of or not self.staying[bot].stays}
        finally:
            self.let_go(leaving)
        return FinishedGame(
            pairing,
            record.result,
            record.termination,
            len(record.moves),
            fault_of,
            write_record(record),
        )

    def seat(self, bot: int, number: int) -> None:
        """Have the player of a bot ready, with a seed for this game and side."""
        seed = bits.mix(self.manifest.seed) ^ bits.mix(number)
        player = self.staying.get(bot)
        if isinstance(player, ProgramPlayer):
            player.seed = seed
        else:
            self.staying[bot] = self.make_player(self.manifest.bots[bot], seed)

    def make_player(self, bot: BotSpec, seed: int) -> Player:
        """Return the player of a bot."""
        try:
            return find_bot(bot, self.game, seed)
        except BotFault as fault:
            return AbsentPlayer(bot.name, fault)

    def let_go(self, bots: Iterable[int]) -> None:
        """Close the players of bots."""
        for bot in bots:
            if (player := self.staying.pop(bot, None)) is not None:
                player.close()

    def try_out(self, bot: int) -> str:
        """Return why a bot is not let in, empty if it may play."""
        manifest = self.manifest
        start = draw_opening(self.game, manifest.book, manifest.seed, 0)
        return refusal(manifest.bots[bot], self.game, manifest.terms, start, manifest.seed)

    def close(self) -> None:
        """Close all players."""
        self.let_go(tuple(self.staying))


@lru_cache(maxsize=4)
def worker_for(manifest: str) -> Worker:
    """Return the worker of a tournament; a process keeps it from batch to batch."""
    return Worker(read_manifest(manifest))


def play_games(manifest: str, pairings: list[Pairing]) -> list[FinishedGame]:
    """Play games of a tournament, given as its manifest's JSON; leave no program running."""
    worker = worker_for(manifest)
    try:
        return worker.play(pairings)
    finally:
        worker.close()


def try_bot(manifest: str, bot: int) -> str:
    """Return why a bot of a tournament is not let in, empty if it may play."""
    return worker_for(manifest).try_out(bot)
