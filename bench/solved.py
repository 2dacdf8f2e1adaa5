"""Solve small Jeson Mor, small Push boards and late Santorini. See lab/2026-11-solved.md.

    python bench/solved.py jesonmor|push|santorini [--time SECONDS] [--boards N] [--seed N]
        [--memory MIB] [--sizes ROWSxCOLUMNS …]

``--time``: seconds per position. ``--boards``: boards per size of Push, or games of Santorini.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from statistics import median

import outwit
from outwit.core.position import Position
from outwit.engine.limits import Limits
from outwit.engine.matesearch import MateSearch
from outwit.engine.prooftable import ProofTable
from outwit.engine.solver import Solution, Solver
from outwit.geometry import clock
from outwit.players.engine import engine_for

PROTECTIONS = range(4)
# Inner rows and columns.
SIZES = "1x1 1x2 1x3 1x4 2x2 2x3 2x4 3x3 2x5 3x4 4x4 3x5 4x5"
OPENING_PLIES = 4
NODES_A_MOVE = 20_000
UNSOLVED_IN_A_ROW = 2


def winner(game: outwit.Game, position: Position, found: Solution) -> str:
    """Name the winner for a table."""
    if found.result in ("draw", "unknown"):
        return found.result
    return game.sides[position.turn if found.result == "win" else position.turn.other]


def length(found: Solution) -> str:
    """Return the known bounds of the plies of a win, as text."""
    if found.plies is None or found.result == "draw":
        return ""
    return f"{found.plies}" if found.shortest or not found.plies else f"at most {found.plies}"


def winning_moves(position: Position, seconds: float, memory: int) -> list[str]:
    """List the winning moves, and the unsolved moves with a question mark."""
    moves = []
    for move in sorted(position.legal_moves):
        after = position.copy()
        after.play(move)
        result = Solver(memory).solve(after, time=seconds).result
        if result in ("loss", "unknown"):
            moves.append(move if result == "loss" else f"{move}?")
    return moves


def barren_plies(position: Position, goal: int, seconds: float, memory: int) -> int:
    """Return the number of plies within which a side has no forced win."""
    search = MateSearch(position, ProofTable(memory), lambda: True)
    search.award_history_ends(goal)
    search.limit(1 << 60, clock.now() + int(seconds * 1e9))
    depth = 1
    while depth <= search.farthest and search.ask(goal, depth) is False:
        depth += 1
    return depth - 1


def solve_jesonmor(seconds: float, memory: int) -> None:
    """Solve the start positions of the two smallest boards under every rule."""
    game = outwit.game("jesonmor")
    print(
        "| size | archers | legs | protection | result | plies | winning or typical moves |", end=""
    )
    print(" nodes | seconds |")
    for size in (3, 5):
        for archers in ("yes", "no"):
            for legs in ("yes", "no"):
                for protection in PROTECTIONS:
                    options: dict[str, object] = {
                        "size": size,
                        "archers": archers,
                        "legs": legs,
                        "protection": protection,
                    }
                    position = game.start(**options)
                    found = Solver(memory).solve(position, time=seconds)
                    if found.result == "unknown":
                        barren = [
                            barren_plies(position, goal, seconds / 2, memory) for goal in (0, 1)
                        ]
                        told = f"White not within {barren[0]} plies, Black not within {barren[1]}"
                    elif found.result == "win" and found.plies:
                        told = "only " + ", ".join(winning_moves(position, seconds, memory))
                    else:
                        told = " ".join(found.line[:4])
                    print(
                        f"| {size} | {archers} | {legs} | {protection} "
                        f"| {winner(game, position, found)} | {length(found)} | {told} "
                        f"| {found.nodes:,} | {found.time:.1f} |",
                        flush=True,
                    )


def solve_push(seconds: float, memory: int, boards: int, seed: int, sizes: list[str]) -> None:
    """Solve random empty boards of each size."""
    game = outwit.game("push")
    print("| inner cells | boards | O wins | X wins | draw | unknown | plies | nodes | seconds |")
    for size in sizes:
        rows, columns = (int(number) for number in size.split("x"))
        names: Counter[str] = Counter()
        all_found = []
        for number in range(seed, seed + boards):
            position = game.start(rows=rows + 2, columns=columns + 2, seed=number)
            found = Solver(memory).solve(position, time=seconds)
            names[winner(game, position, found)] += 1
            all_found.append(found)
        plies = [found.plies for found in all_found if found.plies and found.shortest]
        spread = f"{min(plies)}-{max(plies)}" if plies else ""
        print(
            f"| {rows} × {columns} | {boards} | {names[game.sides[0]]} | {names[game.sides[1]]} "
            f"| {names['draw']} | {names['unknown']} | {spread} "
            f"| {median(found.nodes for found in all_found):,.0f} "
            f"| {median(found.time for found in all_found):.1f} |",
            flush=True,
        )


def built(position: Position) -> int:
    """Count the blocks of a town."""
    return sum(int(letter) for letter in position.text.split()[0] if letter.isdigit())


def solve_santorini(seconds: float, memory: int, games: int, seed: int) -> None:
    """Solve backwards from the end of the engine's games, until a position is not solved."""
    game = outwit.game("santorini")
    engine = engine_for(game, mebibytes=16)
    rng = Random(seed)
    tried: Counter[int] = Counter()
    solved: Counter[int] = Counter()
    print("| game | plies | solved back to ply | plies before the end | blocks there |")
    for number in range(1, games + 1):
        position = game.start()
        while position.outcome is None:
            if len(position.played) < OPENING_PLIES:
                position.play(rng.choice(sorted(position.legal_moves)))
            else:
                position.play(engine.best(position, Limits(nodes=NODES_A_MOVE)).move)
        total = len(position.played)
        failed = 0
        earliest, blocks = total, built(position)
        while position.played and failed < UNSOLVED_IN_A_ROW:
            position.undo()
            left = total - len(position.played)
            found = Solver(memory).solve(position, time=seconds)
            tried[left] += 1
            if found.result == "unknown":
                failed += 1
                continue
            solved[left] += 1
            failed = 0
            earliest, blocks = len(position.played), built(position)
        print(
            f"| {number} | {total} | {earliest} | {total - earliest} | {blocks} |",
            flush=True,
        )
    print("| plies before the end | solved, of all games |")
    for left in sorted(tried):
        print(f"| {left} | {solved[left]} of {games} |")


def main() -> None:
    """Solve the game that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=("jesonmor", "push", "santorini"))
    parser.add_argument("--time", type=float, default=60.0)
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memory", type=int, default=1024)
    parser.add_argument("--sizes", nargs="+", default=SIZES.split())
    words = parser.parse_args()
    if words.game == "jesonmor":
        solve_jesonmor(words.time, words.memory)
    elif words.game == "push":
        solve_push(words.time, words.memory, words.boards, words.seed, words.sizes)
    else:
        solve_santorini(words.time, words.memory, words.boards, words.seed)


if __name__ == "__main__":
    main()
