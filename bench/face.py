"""Measure positions used from Python: random games, copies, and playouts in compiled code.

Times are CPU time of one core. If ``--spiel`` names a folder where OpenSpiel is installed, random
games of its closest games are the baseline:

    pip install --target FOLDER open_spiel==2.0.2

Exits with status 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

import outwit
from outwit.core.game import Game
from outwit.core.position import Position

SECONDS = 1.0
# Most plies of a random game.
LONGEST = 300
COPIES = 20_000
MOST_MICROSECONDS = 3.0
# Fewest plies per second from Python, and in compiled code if there is a target.
TARGETS: dict[str, tuple[int, int]] = {
    "advance": (300_000, 0),
    "ataxx": (500_000, 5_000_000),
    "jesonmor": (300_000, 0),
    "push": (500_000, 0),
    "santorini": (500_000, 0),
}
# The usual board of Push is too small to measure.
OPTIONS: dict[str, dict[str, object]] = {"push": {"rows": 8, "columns": 8, "seed": 1}}
CLOSEST = {
    "advance": "chess",
    "ataxx": "othello",
    "jesonmor": "breakthrough",
    "push": "connect_four",
    "santorini": "amazons",
}


def main() -> int:
    """Print one row per game and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spiel", metavar="FOLDER", help="folder with open_spiel")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="seconds per measurement")
    chosen = parser.parse_args()
    spiel = load_spiel(chosen.spiel)
    missed = 0
    heads = (
        "plies/s",
        "target",
        "as text",
        "play-outs/s",
        "target",
        "copy µs",
        "late µs",
        "target",
    )
    print(f"{'game':10}", *(f"{head:>11}" for head in heads), "  OpenSpiel plies/s")
    for game in outwit.all_games():
        if game.name not in TARGETS:
            continue
        start = game.start(**OPTIONS.get(game.name, {}))
        least, least_compiled = TARGETS[game.name]
        numbers = plies_by_number(start, chosen.seconds)
        texts = plies_by_text(start, chosen.seconds)
        compiled = plies_in_playouts(start, chosen.seconds)
        first, late = copy_time(start), copy_time(late_in_a_game(start))
        cells = [f"{numbers:,.0f}", f"{least:,}", f"{texts:,.0f}", f"{compiled:,.0f}"]
        cells += [f"{least_compiled:,}" if least_compiled else "", f"{first:.2f}", f"{late:.2f}"]
        cells += [f"{MOST_MICROSECONDS:.2f}"]
        slow = numbers < least or compiled < least_compiled or max(first, late) > MOST_MICROSECONDS
        missed += slow
        beside = spiel_cell(spiel, game, chosen.seconds)
        print(f"{game.name:10}", *(f"{cell:>11}" for cell in cells), "", beside, "MISSED" * slow)
    return 1 if missed else 0


def plies_by_number(start: Position, seconds: float) -> float:
    """Return the random plies per second of Python with moves as numbers."""
    chance = Random(1).random
    plies = 0
    begun = process_time()
    while process_time() - begun < seconds:
        position = start.copy()
        for _ in range(LONGEST):
            numbers = position.legal_numbers
            if not numbers:
                break
            position.play_number(numbers[int(chance() * len(numbers))])
            plies += 1
    return plies / (process_time() - begun)


def plies_by_text(start: Position, seconds: float) -> float:
    """Return the random plies per second of Python with moves as texts."""
    chance = Random(1).random
    plies = 0
    begun = process_time()
    while process_time() - begun < seconds:
        position = start.copy()
        for _ in range(LONGEST):
            moves = list(position.legal_moves)
            if not moves:
                break
            position.play(moves[int(chance() * len(moves))])
            plies += 1
    return plies / (process_time() - begun)


def plies_in_playouts(start: Position, seconds: float) -> float:
    """Return the random plies per second of compiled code."""
    plies = seed = 0
    begun = process_time()
    while process_time() - begun < seconds:
        seed += 1
        plies += outwit.playouts(start, 100, seed=seed, plies=LONGEST).plies
    return plies / (process_time() - begun)


def late_in_a_game(start: Position) -> Position:
    """Return a position near the end of a random game."""
    rng = Random(2)
    position = start.copy()
    while position.ply < LONGEST and not position.is_over:
        position.play_number(rng.choice(position.legal_numbers))
    if position.is_over:
        position.undo_number()
    return position


def copy_time(position: Position) -> float:
    """Return the microseconds of a copy, the best of three times."""
    times = []
    for _ in range(3):
        begun = process_time()
        for _ in range(COPIES):
            position.copy()
        times.append(process_time() - begun)
    return min(times) / COPIES * 1e6


def load_spiel(folder: str | None) -> Any:
    """Return OpenSpiel's module; None without it, and print the reason."""
    if folder is None:
        print("OpenSpiel: not asked for, see --help")
        return None
    sys.path.append(folder)
    try:
        return import_module("pyspiel")
    except ImportError as error:
        print(f"OpenSpiel: cannot be imported: {error}")
        return None


def spiel_cell(spiel: Any, game: Game, seconds: float) -> str:
    """Measure the closest game of OpenSpiel in the same way."""
    if spiel is None:
        return "-"
    name = CLOSEST[game.name]
    start = spiel.load_game(name).new_initial_state()
    chance = Random(1).random
    plies = 0
    begun = process_time()
    while process_time() - begun < seconds:
        state = start.clone()
        for _ in range(LONGEST):
            actions = state.legal_actions()
            if not actions:
                break
            state.apply_action(actions[int(chance() * len(actions))])
            plies += 1
    return f"{plies / (process_time() - begun):,.0f} ({name})"


if __name__ == "__main__":
    sys.exit(main())
