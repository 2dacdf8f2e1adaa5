"""How many positions a second does the engine search, and how much do two threads add?

    python bench/speed.py [GAME …] [--seconds S] [--threads N]
    python bench/speed.py GAME --against ROSTER [--depths FROM TO]

Counts processor time for one thread, so that other work on the machine matters less, and wall time
for the comparison, one and N threads in turns.

With a roster of engines from elsewhere (bench/foreign.py), prints instead how many seconds of
processor time and how many nodes each needs to search the start position to some depths.
"""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Iterator
from statistics import median
from time import process_time

import outwit
from outwit.core.position import Position
from outwit.engine.engine import Engine
from outwit.engine.limits import Limits
from outwit.engine.tuning import Tuning
from outwit.players.engine import engine_for
from outwit.players.roster import BotSpec, read_roster

OPENING_PLIES = 6
OPENING_NODES = 20_000
ROUNDS = 3


def middle_game(game: outwit.Game) -> Position:
    """Return a position a few good moves after the start."""
    options: dict[str, object] = {}
    if any(option.name == "seed" for option in game.options):
        options = {"rows": 8, "columns": 8, "seed": 1}
    position = game.start(**options)
    engine = Engine(Tuning(**game.parts.tuning))
    for _ in range(OPENING_PLIES):
        position.play(engine.best(position, Limits(nodes=OPENING_NODES)).move)
    return position


def our_costs(position: Position, most: int) -> Iterator[tuple[float, int]]:
    """Yield seconds and nodes to depth 1, 2 and so on."""
    engine = engine_for(position.game)
    before = process_time()
    for found in engine.analyse(position, Limits(depth=most)):
        yield process_time() - before, found[0].nodes


def cost_of(bot: BotSpec, depth: int) -> tuple[float, int]:
    """Return the seconds and nodes that an engine needs to a depth, in a process of its own."""
    lines = [bot.kind]
    for name, value in bot.settings:
        option = "UCI_Variant" if name == "variant" else name
        lines.append(f"setoption name {option} value {value}")
    lines += ["isready", f"{bot.kind}newgame", "position startpos", f"go depth {depth}"]
    pipe = subprocess.PIPE
    with subprocess.Popen(bot.command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\n".join(lines) + "\n")
        process.stdin.flush()
        nodes = 0
        for line in process.stdout:
            words = line.split()
            if "nodes" in words:
                nodes = int(words[words.index("nodes") + 1])
            if words[:1] == ["bestmove"]:
                break
        process.stdin.write("quit\n")
        process.stdin.flush()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, nodes


def compare(game: outwit.Game, roster: str, least: int, most: int) -> None:
    """Print what we and the engines of a roster need to some depths."""
    bots = read_roster(roster)
    starts = {bot.name: cost_of(bot, 1)[0] for bot in bots}
    print(f"{game.name:6}" + "".join(f"{name:>26}" for name in ("ours", *starts)))
    for depth, ours in enumerate(our_costs(game.start(), most), 1):
        if depth < least:
            continue
        costs = [ours]
        for bot in bots:
            seconds, nodes = cost_of(bot, depth)
            costs.append((max(0.0, seconds - starts[bot.name]), nodes))
        cells = (f"{seconds:9.3f} s {nodes:9,} nodes" for seconds, nodes in costs)
        print(f"{depth:6}" + "".join(f"{cell:>26}" for cell in cells), flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--against", metavar="ROSTER")
    parser.add_argument("--depths", type=int, nargs=2, default=(10, 14), metavar=("FROM", "TO"))
    words = parser.parse_args()
    if words.against:
        for name in words.games:
            compare(outwit.game(name), words.against, *words.depths)
        return
    for game in outwit.all_games():
        if words.games and game.name not in words.games:
            continue
        position = middle_game(game)
        numbers = Tuning(**game.parts.tuning).replace(proofs=0)
        speeds: list[float] = []
        walls: dict[int, list[float]] = {1: [], words.threads: []}
        for _ in range(ROUNDS):
            for threads, rates in walls.items():
                engine = Engine(numbers, threads=threads)
                before = process_time()
                found = engine.best(position, Limits(time=words.seconds))
                if threads == 1:
                    speeds.append(found.nodes / (process_time() - before))
                rates.append(found.nodes / found.time)
        ratio = median(walls[words.threads]) / median(walls[1])
        print(
            f"{game.name:10} {max(speeds) / 1e6:5.2f} M nodes/s of processor time; "
            f"{words.threads} threads search {ratio:.2f} times as many a second as one",
            flush=True,
        )


if __name__ == "__main__":
    main()
