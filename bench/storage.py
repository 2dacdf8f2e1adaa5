"""Measure how many moves per second the portal's database stores, each flushed to the disk.

    python bench/storage.py [--moves N] [--threads N] [--url URL]

Moves are stored as the server does it, from one thread and from many. The baseline is plain sqlite3
with the same pragmas and one insert per transaction, in the same run.
"""

from __future__ import annotations

import argparse
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from outwit.storage.database import PRAGMAS, Database
from outwit.storage.games import GameStore
from outwit.storage.stored import NewGame, StoredSeat

BOT = StoredSeat("level 1", bot="level 1")
# Rounds; both are measured alternately, so that load on the machine affects both alike.
ROUNDS = 5


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=1_000)
    parser.add_argument("--threads", type=int, default=16)
    parser.add_argument("--url")
    words = parser.parse_args()
    rates: dict[str, list[float]] = {}
    with TemporaryDirectory() as folder:
        url = words.url or f"sqlite:///{folder}/portal.db"
        with Database(url) as database, closing(bare(Path(folder, "bare.db"))) as connection:
            database.migrate()
            games = GameStore(database)
            for number in range(ROUNDS):
                start = perf_counter()
                for ply in range(words.moves):
                    insert(connection, number, ply)
                note(rates, "bare sqlite3", words.moves, start)
                start = perf_counter()
                play(games, words.moves)
                note(rates, "add_move, 1 thread", words.moves, start)
                start = perf_counter()
                with ThreadPoolExecutor(words.threads) as pool:
                    each = words.moves // words.threads
                    list(pool.map(play, [games] * words.threads, [each] * words.threads))
                note(rates, f"add_move, {words.threads} threads", each * words.threads, start)
    yardstick = max(rates["bare sqlite3"])
    print(f"{'':22} {'commits/s':>9} {'ratio':>6}")
    for name, found in rates.items():
        print(f"{name:22} {max(found):9,.0f} {max(found) / yardstick:6.2f}")


def note(rates: dict[str, list[float]], name: str, moves: int, start: float) -> None:
    """Record the commits per second of one round."""
    rates.setdefault(name, []).append(moves / (perf_counter() - start))


def play(games: GameStore, moves: int) -> None:
    """Store a game."""
    game = games.create(NewGame("ataxx", (BOT, BOT)))
    for ply in range(moves):
        games.add_move(game, ply, "b7", 1_000, 60_000)


def bare(path: Path) -> sqlite3.Connection:
    """Open a file with only a table of moves."""
    connection = sqlite3.connect(path, isolation_level=None)
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    connection.execute(
        "create table moves (game_id text, ply integer, move text, used integer, clock integer, "
        "played text, primary key (game_id, ply)) without rowid"
    )
    return connection


def insert(connection: sqlite3.Connection, game: int, ply: int) -> None:
    """Add a move in a transaction of its own."""
    values = (f"game{game}", ply, "b7", 1_000, 60_000, "2031-05-17 12:30:00.000000")
    connection.execute("insert into moves values (?, ?, ?, ?, ?, ?)", values)


if __name__ == "__main__":
    main()
