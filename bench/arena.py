"""Measure how many games per second the arena plays between fast bots.

    python bench/arena.py [--games N] [--jobs N]

Two random players play Ataxx; the arena referees, records and stores the games as usual. The
baseline is the same number of random games played by the rules alone.
"""

from __future__ import annotations

import argparse
from tempfile import TemporaryDirectory
from time import perf_counter

import outwit
from outwit.arena.manifest import Manifest
from outwit.arena.openings import Book
from outwit.arena.referee import Terms
from outwit.arena.schedule import Schedule
from outwit.arena.store import create_store
from outwit.arena.tournament import Tournament
from outwit.core.picker import RandomPicker, play_on
from outwit.players.roster import read_spec

GAME = "ataxx"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=2)
    words = parser.parse_args()
    game = outwit.game(GAME)
    start = perf_counter()
    for number in range(words.games // 4):
        play_on(game.start(), RandomPicker(number), RandomPicker(-number), 1_000)
    bare = words.games // 4 / (perf_counter() - start)
    print(f"rules alone, one process: {bare:,.0f} games a second")
    bots = tuple(map(read_spec, ("one=random", "two=random")))
    for jobs in sorted({1, words.jobs}):
        schedule = Schedule("round-robin", 2, pairs=words.games // 2)
        manifest = Manifest("bench", GAME, bots, schedule, Terms(), Book(), 1).with_hashes()
        with TemporaryDirectory() as folder:
            store = create_store(f"{folder}/games.db", manifest)
            start = perf_counter()
            Tournament(store).run(jobs)
            speed = store.count() / (perf_counter() - start)
            store.close()
        print(
            f"arena, {jobs} at once: {speed:,.0f} games a second, {speed / bare:.2f} of the rules"
        )


if __name__ == "__main__":
    main()
