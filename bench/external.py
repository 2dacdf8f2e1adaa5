"""Measure the cost of external programs for the referee.

    python bench/external.py [--games N] [--moves N]

Prints the plies per CPU second of the referee with a UGI bot that answers at once; the baseline is
a loop that only writes and reads. Prints the time of a move of the file protocol, with and without
bubblewrap; the baseline is a bare start of the same command.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import outwit
from outwit.core.position import Position
from outwit.players.allowance import Allowance
from outwit.players.external import start_program
from outwit.players.program import ProgramPlayer
from outwit.players.roster import BotSpec
from outwit.process.enclosure import can_enclose

UGI_BOT = """\
import sys
moves = sys.argv[1].split()
for line in sys.stdin:
    if line.startswith("position"):
        played = len(line.split(" moves ")[1].split()) if " moves " in line else 0
    elif line.startswith("go"):
        print("info depth 1 score cp 12 nodes 1 time 0 pv", moves[played])
        print("bestmove", moves[played], flush=True)
    elif line == "ugi\\n":
        print("ugiok", flush=True)
    elif line == "isready\\n":
        print("readyok", flush=True)
"""
FILE_BOT = """\
import sys
with open(sys.argv[1]) as source, open(sys.argv[4], "w") as target:
    target.write(source.read())
"""
ALLOWANCE = Allowance(move=5.0)


def recorded_game(seed: int) -> tuple[outwit.Game, list[str]]:
    """Return the moves of a long random game."""
    game = outwit.game("advance")
    position, rng = game.start(), Random(seed)
    while position.outcome is None:
        position.play(rng.choice(sorted(position.legal_moves)))
    return game, list(position.played)


def play(game: outwit.Game, player: ProgramPlayer) -> int:
    """Let a bot play both sides, and return the number of plies."""
    position: Position = game.start()
    player.begin(position)
    while position.outcome is None:
        position.play(player.choose(position, ALLOWANCE))
    return len(position.played)


def plies_a_second(folder: Path, games: int) -> tuple[float, float, float]:
    """Return plies per CPU second, the bare loop's rounds per CPU second, and plies per second."""
    script = folder / "ugi.py"
    script.write_text(UGI_BOT)
    game, moves = recorded_game(1)
    command = (sys.executable, str(script), " ".join(moves))
    player = start_program(BotSpec("bot", "ugi", command), game, 1)
    play(game, player)
    cpu, wall = time.process_time(), time.monotonic()
    plies = sum(play(game, player) for _ in range(games))
    cpu, wall = time.process_time() - cpu, time.monotonic() - wall
    player.close()
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, bufsize=0) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        stdin, stdout = process.stdin.fileno(), process.stdout.fileno()
        bare = time.process_time()
        for _ in range(plies):
            os.write(stdin, b"position startpos\ngo\n")
            while not os.read(stdout, 1 << 16).endswith(b"\n"):
                pass
        bare = time.process_time() - bare
        process.stdin.close()
    return plies / cpu, plies / bare, plies / wall


def file_moves(folder: Path, kind: str, moves: int) -> dict[str, tuple[float, float]]:
    """Return the median and shortest milliseconds of a move, bare and in sandboxes."""
    game = outwit.game("advance")
    position = game.start()
    position.play("e2e3")
    position.play("e8e7")
    position.play("d2d3")
    answer = folder / "answer"
    answer.write_bytes(position.to_file())
    position.undo()
    script = folder / "file.py"
    script.write_text(FILE_BOT)
    command = (
        (sys.executable, str(script), str(answer))
        if kind == "python"
        else ("/bin/sh", "-c", 'while read -r a; do echo "$a"; done < "$0" > "$3"', str(answer))
    )
    target = folder / "out"
    times: dict[str, list[float]] = {"bare": [], "limits only": []}
    players = {}
    if can_enclose():
        times["bubblewrap"] = []
    for name in list(times)[1:]:
        player = players[name] = start_program(BotSpec("bot", "file", command), game, 1)
        player.enclosed = name == "bubblewrap"
    for _ in range(moves):
        # Alternate, so that other load on the machine affects all alike.
        start = time.perf_counter()
        words = [*command, "white", str(answer), str(target)]
        subprocess.run(words, check=True, stderr=subprocess.PIPE)
        times["bare"].append(time.perf_counter() - start)
        for name, player in players.items():
            start = time.perf_counter()
            assert player.choose(position, ALLOWANCE) == "d2d3"
            times[name].append(time.perf_counter() - start)
    for player in players.values():
        player.close()
    return {n: (1000 * statistics.median(t), 1000 * min(t)) for n, t in times.items()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--moves", type=int, default=200)
    words = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        plies, rounds, real = plies_a_second(folder, words.games)
        print(f"UGI: {plies:,.0f} plies a CPU second; {real:,.0f} a real second")
        print(f"     a bare loop: {rounds:,.0f} rounds a CPU second, {rounds / plies:.2f} times")
        for kind in ("python", "shell"):
            times = file_moves(folder, kind, words.moves)
            usual, least = times["bare"]
            for way, (median, shortest) in times.items():
                print(
                    f"file, {kind}, {way}: {median:.2f} ms, {shortest:.2f} at least; "
                    f"{median / usual:.2f} and {shortest / least:.2f} times the bare start"
                )


if __name__ == "__main__":
    main()
