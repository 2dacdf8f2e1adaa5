"""Measure the opening explorer with many games: counting, the size of its table, and a query.

    python bench/openings.py [--games N] [--url URL]

The games are the first plies of random games that prefer early moves of the list, so that positions
repeat. Times are of the processor, SQLite's included.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from sqlalchemy import insert, text

import outwit
from outwit.server.values.openings import counted, node_of
from outwit.storage.database import Database
from outwit.storage.gamerows import game_values
from outwit.storage.openings import MOST_PLIES, OpeningStore
from outwit.storage.stored import NewGame, StoredSeat
from outwit.storage.tables import Games, Moves, now

SEATS = (StoredSeat("level 1", bot="level 1"), StoredSeat("level 2", bot="level 2"))
CLOCKS = ("60+0", "300+0", "900+0", "unlimited")
CHUNK = 1_000
QUERIES = 200


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--game", default="ataxx")
    parser.add_argument("--url")
    words = parser.parse_args()
    with (
        TemporaryDirectory() as folder,
        Database(words.url or f"sqlite:///{folder}/portal.db") as database,
    ):
        database.migrate()
        store, rng = OpeningStore(database), Random(1)
        for begun in range(0, words.games, CHUNK):
            fill(database, words.game, rng, min(CHUNK, words.games - begun))
        start = process_time()
        while games := store.uncounted(10):
            store.add([counted(game) for game in games])
        spent = process_time() - start
        print(f"counting   {1_000 * spent / words.games:9.2f} ms a game", flush=True)
        with database.reading() as connection:
            rows = connection.execute(text("SELECT count(*) FROM openings")).scalar_one()
            print(f"rows       {rows:9,} = {rows / words.games:.1f} a game")
            if database.is_sqlite:
                pages = "SELECT sum(pgsize) FROM dbstat WHERE name = '{}'"
                for name in ("openings", "moves"):
                    try:
                        size = connection.execute(text(pages.format(name))).scalar_one()
                    except Exception:  # noqa: BLE001  # this SQLite cannot tell
                        break
                    print(f"{name:10} {size / 1e6:9.1f} MB")
        for depth in (0, 2, 6):
            times = sorted(query(store, words.game, rng, depth) for _ in range(QUERIES))
            print(
                f"ply {depth}      {1_000 * median(times):9.2f} ms, "
                f"the slowest of 20 {1_000 * times[-QUERIES // 20]:.2f} ms"
            )


def query(store: OpeningStore, game: str, rng: Random, depth: int) -> float:
    """Return the seconds of a page's two queries for a position."""
    position = outwit.game(game).start()
    for _ in range(depth):
        position.play_number(likely(position, rng))
    node = node_of(position)
    start = process_time()
    store.moves(node)
    store.samples(node)
    return process_time() - start


def likely(position: outwit.Position, rng: Random) -> int:
    """Return the number of a move, of the first of the list most often."""
    moves = position.legal_numbers
    return moves[min(int(rng.expovariate(0.7)), len(moves) - 1)]


def fill(database: Database, game: str, rng: Random, count: int) -> None:
    """Store finished games."""
    moment = now()
    games, moves = [], []
    for _ in range(count):
        new = NewGame(game, SEATS, {}, "", rng.choice(CLOCKS))
        result = rng.choice(("1-0", "0-1", "1/2-1/2"))
        row = game_values(new) | {"ended": moment, "result": result, "termination": "resigned"}
        games.append(row)
        for ply, move in enumerate(line(game, rng)):
            moves.append({"game_id": row["id"], "ply": ply, "move": move, "played": moment})
    with database.session() as connection:
        connection.execute(insert(Games), games)
        connection.execute(insert(Moves), moves)


def line(game: str, rng: Random) -> tuple[str, ...]:
    """Return the first moves of a game."""
    position = outwit.game(game).start()
    while position.ply < MOST_PLIES and not position.is_over:
        position.play_number(likely(position, rng))
    return position.played


if __name__ == "__main__":
    main()
