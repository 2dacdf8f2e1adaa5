"""How do we fare against an engine from elsewhere? Equal time a move, colours swapped.

    python bench/foreign.py GAME NODE_MODULES [--games N] [--time SECONDS] [--seed N]

The other engine is the multi-variant UCI engine in the npm package fairy-stockfish-nnue.wasm,
run by node as a process of its own; ``npm install`` it anywhere and name its ``node_modules``.
"""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path
from random import Random
from tempfile import NamedTemporaryFile

import outwit
from outwit.core.position import Position
from outwit.engine.engine import Engine
from outwit.engine.limits import Limits
from outwit.players.engine import engine_for

# The boards of a match, as options of our start position.
BOARDS: dict[str, list[dict[str, object]]] = {
    "ataxx": [
        {"clock": "100"},
        {"clock": "100", "blocks": ["c3"]},
        {"clock": "100", "blocks": ["c3", "d4"]},
        {"clock": "100", "blocks": ["d3", "c4"]},
    ],
    "jesonmor": [{"archers": "no", "legs": "no"}],
}
OPENING_PLIES = {"ataxx": 4, "jesonmor": 2}
LONGEST_GAME = 400


class Foreign:
    """The other engine."""

    def __init__(self, modules: Path, variant: str, seconds: float) -> None:
        self.variant = variant
        self.milliseconds = int(seconds * 1000)
        with NamedTemporaryFile("w", suffix=".js", delete=False) as file:
            file.write("delete globalThis.fetch;\n")
        program = modules / "fairy-stockfish-nnue.wasm" / "uci.js"
        self.process = subprocess.Popen(
            ["node", "-r", file.name, str(program)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.tell("uci")
        self.wait_for("uciok")
        self.tell(f"setoption name UCI_Variant value {variant}")
        self.tell("position startpos")
        self.tell("go depth 3")
        self.wait_for("bestmove")

    def tell(self, line: str) -> None:
        """Send a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")

    def wait_for(self, word: str) -> str:
        """Return the line that begins with a word."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(word):
                return line.strip()
        raise SystemExit("the other engine has gone")

    def choose(self, fen: str) -> str:
        """Return its move."""
        self.tell(f"position fen {fen}")
        self.tell(f"go movetime {self.milliseconds}")
        return self.wait_for("bestmove").split()[1]

    def close(self) -> None:
        """End it."""
        self.tell("quit")
        self.process.wait(5)


def fen_of(game: str, position: Position) -> str:
    """Write a position as the other engine reads it."""
    board, side, *rest = position.text.split()
    if game == "ataxx":
        board = board.replace("-", "*").replace("x", "P").replace("o", "p")
        return f"{board} {'w' if side == 'x' else 'b'} - - {rest[0]} {rest[1]}"
    return f"{board.replace('K', 'N').replace('k', 'n')} {side} - - 0 1"


def move_of(game: str, text: str) -> str:
    """Read one of its moves."""
    return text.split("@")[1] if "@" in text else text


def play_game(
    game: outwit.Game,
    position: Position,
    engine: Engine,
    foreign: Foreign,
    ours: int,
    seconds: float,
) -> float:
    """Play to the end and return our points."""
    while position.outcome is None and len(position.played) < LONGEST_GAME:
        if position.turn == ours:
            move = engine.best(position, Limits(time=seconds)).move
        else:
            move = move_of(game.name, foreign.choose(fen_of(game.name, position)))
            if move not in position.legal_moves:
                # It takes a knight that survives on the centre for a won game and stops.
                print("  it answers", move, "to", position.text)
                return 0.0 if game.name == "jesonmor" else 1.0
        position.play(move)
    if position.outcome is None or position.outcome.winner is None:
        return 0.5
    return float(position.outcome.winner == ours)


def main() -> None:
    """Play a match and print its score."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(BOARDS))
    parser.add_argument("modules", type=Path)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--time", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    game = outwit.game(words.game)
    engine = engine_for(game, mebibytes=64)
    foreign = Foreign(words.modules, words.game, words.time)
    rng = Random(words.seed)
    points = played = 0.0
    wins = draws = losses = 0
    boards = BOARDS[words.game]
    for pair in range(words.games // 2):
        while True:
            start = game.start(**boards[pair % len(boards)])
            for _ in range(OPENING_PLIES[words.game]):
                if start.outcome is None:
                    start.play(rng.choice(sorted(start.legal_moves)))
            if start.outcome is None:
                break
        for ours in (0, 1):
            won = play_game(game, start.copy(), engine, foreign, ours, words.time)
            points += won
            played += 1
            wins += won == 1
            draws += won == 0.5
            losses += won == 0
        print(
            f"{int(played)} games: {wins} won, {draws} drawn, {losses} lost: {points / played:.1%}",
            flush=True,
        )
    foreign.close()


if __name__ == "__main__":
    main()
