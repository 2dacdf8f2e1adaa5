"""Plays games of a tournament, in this process, in another one or on a cluster."""

from __future__ import annotations

from functools import lru_cache

from outwit.arena.manifest import Manifest, read_manifest
from outwit.arena.openings import draw_opening
from outwit.arena.referee import Referee
from outwit.arena.schedule import Pairing
from outwit.arena.store import FinishedGame
from outwit.errors import BotFault
from outwit.games import game as find_game
from outwit.geometry import bits
from outwit.players.player import Player
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
    """Plays games of one tournament; bots and openings are seeded by the number of the game."""

    def __init__(self, manifest: Manifest) -> None:
        self.manifest = manifest
        self.game = find_game(manifest.game)
        self.referee = Referee(self.game, manifest.terms)

    def play(self, pairings: list[Pairing]) -> list[FinishedGame]:
        """Play games one after the other."""
        return [self.play_one(pairing) for pairing in pairings]

    def play_one(self, pairing: Pairing) -> FinishedGame:
        """Play a game."""
        manifest = self.manifest
        start = draw_opening(self.game, manifest.book, manifest.seed, pairing.opening)
        players = tuple(
            self.make_player(manifest.bots[bot], 2 * pairing.number + side)
            for side, bot in enumerate((pairing.first, pairing.second))
        )
        tags = {"Event": manifest.name, "Round": str(pairing.round + 1)}
        try:
            record = self.referee.play(start, (players[0], players[1]), tags)
        finally:
            for player in players:
                player.close()
        fault_of = None
        if "FaultOf" in record.tags:
            side = self.game.sides.index(record.tags["FaultOf"])
            fault_of = (pairing.first, pairing.second)[side]
        return FinishedGame(
            pairing,
            record.result,
            record.termination,
            len(record.moves),
            fault_of,
            write_record(record),
        )

    def make_player(self, bot: BotSpec, number: int) -> Player:
        """Return the player of a bot, with a seed for this game and side."""
        try:
            return find_bot(bot, self.game, bits.mix(self.manifest.seed) ^ bits.mix(number))
        except BotFault as fault:
            return AbsentPlayer(bot.name, fault)


@lru_cache(maxsize=4)
def worker_for(manifest: str) -> Worker:
    """Return the worker of a tournament; a process keeps it from batch to batch."""
    return Worker(read_manifest(manifest))


def play_games(manifest: str, pairings: list[Pairing]) -> list[FinishedGame]:
    """Play games of a tournament, given as its manifest's JSON."""
    return worker_for(manifest).play(pairings)
