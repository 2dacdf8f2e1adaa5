"""Measure the engine's nodes per second with one thread and with several.

    python bench/speed.py [GAME …] [--seconds S] [--threads N]
    python bench/speed.py GAME --against ROSTER [--depths FROM TO]

The engine evaluates as in play: by the game's network, if there is one. The speed of one thread is
measured in CPU time, so that other load matters less. The comparison of one and N threads uses wall
time; both are measured alternately.

With a roster of engines of other projects (bench/foreign.py), the script prints instead the CPU
seconds and nodes that each needs to search the start position to some depths.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import process_time

import outwit
from outwit.core.position import Position
from outwit.engine.limits import DEEPEST, MOST_THREADS, Limits
from outwit.engine.searcher import Searcher
from outwit.engine.tuning import Tuning
from outwit.errors import BotFault, UsageError
from outwit.players.dialect import DIALECTS
from outwit.players.engine import engine_for
from outwit.players.external import command_of
from outwit.players.roster import BotSpec, read_roster

# The root of the tree, so that ``bench`` is found however this script is run.
sys.path.append(str(Path(__file__).parents[1]))
from bench.arguments import count, game_name, parser_of, refuse, run, seconds

OPENING_PLIES = 6
OPENING_NODES = 20_000
ROUNDS = 3


def middle_game(game: outwit.Game) -> Position:
    """Return the position after a few good moves from the start."""
    options: dict[str, object] = {}
    if any(option.name == "seed" for option in game.options):
        options = {"rows": 8, "columns": 8, "seed": 1}
    position = game.start(**options)
    engine = Searcher(Tuning(**game.parts.tuning))
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
    """Return the seconds and nodes that an engine needs to a depth, in a process of its own.

    Raise UsageError if it cannot be started, or ends before it has answered.
    """
    lines = [bot.kind]
    for name, value in bot.settings:
        option = "UCI_Variant" if name == "variant" else name
        lines.append(f"setoption name {option} value {value}")
    lines += ["isready", f"{bot.kind}newgame", "position startpos", f"go depth {depth}"]
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(bot.command, stdin=pipe, stdout=pipe, text=True)
    except OSError as error:
        raise UsageError(f"bot {bot.name!r} cannot be started: {error.strerror}") from None
    nodes, has_answered = 0, False
    # A program that has ended reads nothing; the missing answer is reported below.
    with suppress(BrokenPipeError), process:
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(BrokenPipeError):
            process.stdin.write("\n".join(lines) + "\n")
            process.stdin.flush()
        for line in process.stdout:
            words = line.split()
            if "nodes" in words[:-1]:
                nodes = int(words[words.index("nodes") + 1])
            has_answered = words[:1] == ["bestmove"]
            if has_answered:
                break
        with suppress(BrokenPipeError):
            process.stdin.write("quit\n")
            process.stdin.flush()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if not has_answered:
        raise UsageError(
            f"bot {bot.name!r} ended with status {process.returncode} before it chose a move"
        )
    return usage.ru_utime + usage.ru_stime, nodes


def read_engines(roster: str) -> list[BotSpec]:
    """Return the engines of a roster; raise UsageError if a bot is no engine, or is missing."""
    bots = read_roster(roster)
    for place, bot in enumerate(bots):
        if bot.kind not in DIALECTS:
            raise UsageError(f"bot {bot.name!r}: {bot.kind!r} is none of {', '.join(DIALECTS)}")
        try:
            bots[place] = bot.replace(command=command_of(bot))
        except BotFault as fault:
            raise UsageError(f"bot {bot.name!r}: {fault}") from None
    return bots


def compare(game: outwit.Game, bots: list[BotSpec], least: int, most: int) -> None:
    """Print the costs of our engine and others to some depths; raise UsageError if one fails."""
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
    parser = parser_of(__doc__)
    parser.add_argument("games", nargs="*", type=game_name, metavar="GAME", help="games (all)")
    parser.add_argument("--seconds", type=seconds, default=1.0, help="per search (%(default)s)")
    parser.add_argument("--threads", type=count, default=2, help="compared with one (%(default)s)")
    parser.add_argument("--against", metavar="ROSTER", help="a TOML file of engines")
    parser.add_argument(
        "--depths",
        type=count,
        nargs=2,
        default=(10, 14),
        metavar=("FROM", "TO"),
        help="first and last depth with --against (10 14)",
    )
    words = parser.parse_args()
    if words.threads > MOST_THREADS:
        refuse(f"--threads: {words.threads} is more than {MOST_THREADS}")
    if not words.depths[0] <= words.depths[1] <= DEEPEST:
        first, last = words.depths
        refuse(f"--depths: {first} to {last} are no depths from 1 to {DEEPEST}, least first")
    if words.against is not None:
        if not words.games:
            refuse("--against needs a GAME")
        try:
            bots = read_engines(words.against)
            for name in words.games:
                compare(outwit.game(name), bots, *words.depths)
        except UsageError as error:
            refuse(error)
        return
    for game in [outwit.game(name) for name in words.games] or outwit.all_games():
        position = middle_game(game)
        speeds: list[float] = []
        walls: dict[int, list[float]] = {1: [], words.threads: []}
        for _ in range(ROUNDS):
            for threads, rates in walls.items():
                engine = engine_for(game, threads=threads)
                engine.tuning = engine.tuning.replace(proofs=0)
                before = process_time()
                found = engine.best(position, Limits(time=words.seconds))
                if threads == 1:
                    speeds.append(found.nodes / (process_time() - before))
                rates.append(found.nodes / found.time)
        ratio = median(walls[words.threads]) / median(walls[1])
        print(
            f"{game.name:10} {max(speeds) / 1e6:5.2f} M nodes/s of processor time, evaluated by "
            f"{'hand' if engine.network is None else 'its network'}; "
            f"{words.threads} threads search {ratio:.2f} times as many a second as one",
            flush=True,
        )


if __name__ == "__main__":
    run(main)
