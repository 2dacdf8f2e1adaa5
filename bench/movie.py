"""Measure the time of a film: a game of 200 moves as MP4, against 200 pictures drawn in full."""

from __future__ import annotations

import resource
import sys
from random import Random
from subprocess import run
from time import perf_counter, process_time

import outwit
from outwit.drawing.png import to_png
from outwit.movies.film import Film
from outwit.movies.movie import WRITERS, make_movie
from outwit.movies.pace import pace_of
from outwit.movies.stage import Style
from outwit.records.entry import Entry
from outwit.records.record import PlayedMove
from outwit.records.replay import from_position

MOVES = 200
# Most seconds and megabytes of a film.
MOST_SECONDS, MOST_MEGABYTES = 20, 200
PICTURES = 5
GAMES = ("advance", "ataxx")


def main() -> None:
    """Print a line per game and format, each made by a process of its own."""
    if len(sys.argv) > 1:
        measure(*sys.argv[1:])
        return
    print(f"{'film':16} {'s':>6} {'CPU s':>6} {'MB':>5} {'file KB':>8} {'ratio':>6}", flush=True)
    for game in GAMES:
        for form in WRITERS:
            run([sys.executable, __file__, game, form], check=True)
    print(f"at most          {MOST_SECONDS:6} {'':6} {MOST_MEGABYTES:5}")


def measure(name: str, form: str) -> None:
    """Make one film; the ratio is its CPU time to that of as many pictures drawn in full."""
    film = long_game(name)
    start, cpu = perf_counter(), process_time()
    data = make_movie(film, form, Style(), pace_of(film, None), lambda: None)
    taken, used = perf_counter() - start, process_time() - cpu
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    svg = next(film.scenes()).position.svg()
    cpu = process_time()
    for _ in range(PICTURES):
        to_png(svg)
    full = (process_time() - cpu) / PICTURES * MOVES
    film_name = f"{name} {form[1:]}"
    print(
        f"{film_name:16} {taken:6.1f} {used:6.1f} {memory:5.0f} {len(data) / 1024:8.0f} "
        f"{used / full:6.2f}",
        flush=True,
    )


def long_game(name: str) -> Film:
    """Return a game of random moves with clocks and scores, so that everything changes."""
    for seed in range(1000):
        rng = Random(seed)
        position = outwit.game(name).start()
        moves: list[PlayedMove] = []
        while len(moves) < MOVES and position.outcome is None:
            move = rng.choice(list(position.legal_moves))
            position.play(move)
            score = f"{rng.gauss(0, 2):+.2f}"
            moves.append(PlayedMove(move, clock=600 - 1.5 * len(moves), score=score))
        if len(moves) == MOVES:
            record = from_position(position.game, position, ("Ann", "Ben"), moves=tuple(moves))
            return Film(Entry(record, 1, {}, []))
    raise SystemExit(f"no game of {name} lasts {MOVES} moves")


if __name__ == "__main__":
    main()
