"""The program ``santorini``, told slowly: one sentence of its description after the other."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tests.assignments.process import Result
from tests.oracles.santorini import COMPASS, SIZE, TOP, WORKERS, Square, State, start

KINDS = ("human", "heuristic", "random")
SWITCH = ("on", "off")
NAMES = {"w": "white", "b": "blue"}
OTHER = {"w": "b", "b": "w"}
SEPARATOR = "+--+--+--+--+--+"
TURN_PROMPT = "undo, redo, or next"
WORKER_PROMPT = "Select a worker to move"
MOVE_PROMPT = "Select a direction to move (n, ne, e, se, s, sw, w, nw)"
BUILD_PROMPT = "Select a direction to build (n, ne, e, se, s, sw, w, nw)"
OUR_WORDING = b"santorini: *\n"
"""The ``*`` stands for a wording that nobody has settled."""


class InputEnded(Exception):
    """There is nothing left to read."""


class Refused(Exception):
    """The arguments will not do."""


def apart(one: Square, two: Square) -> int:
    """The king's moves from one square to another."""
    return max(abs(one[0] - two[0]), abs(one[1] - two[1]))


def score(state: State, player: str) -> tuple[int, int, int]:
    """Height, centre and distance, from the player's point of view."""
    own = [state.workers[worker] for worker in WORKERS[player]]
    others = [state.workers[worker] for worker in WORKERS[OTHER[player]]]
    height = sum(state.levels[square] for square in own)
    middle = (SIZE // 2, SIZE // 2)
    centre = sum(2 - apart(square, middle) for square in own)
    distance = 8 - sum(min(apart(other, square) for square in own) for other in others)
    return height, centre, distance


def worth(state: State, turn: str) -> float:
    """What the heuristic player thinks of a turn: a step onto level 3 is worth everything."""
    worker, step, build = turn.split(",")
    after = state.stepped(worker, step).built(worker, build)
    if after.levels[after.workers[worker]] == TOP:
        return float("inf")
    height, centre, distance = score(after, state.side)
    return 3 * height + 2 * centre + 1 * distance


def best_turns(state: State) -> list[str]:
    """The turns that the heuristic player draws from, in their order."""
    worths = {turn: worth(state, turn) for turn in state.legal_moves()}
    return [turn for turn in worths if worths[turn] == max(worths.values())]


class Program:
    """One run of the program; ``state`` and ``asked`` may be looked at while it reads."""

    def __init__(self, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        self.arguments = list(arguments)
        seed = environment.get("OUTWIT_SEED")
        self.rng = random.Random(int(seed) if seed else None)
        self.out: list[str] = []
        self.history = [start()]
        self.redoable: list[State] = []
        self.asked = ""
        self.worker = ""
        self.lines: Iterator[bytes] = iter(())

    @property
    def state(self) -> State:
        """The position the program shows."""
        return self.history[-1]

    def run(self, lines: Iterable[bytes]) -> Result:
        """Read the lines and say what the program leaves behind."""
        self.lines = iter(lines)
        try:
            kinds, undo, scores = self.settings()
        except Refused:
            return Result(b"", OUR_WORDING, 2)
        try:
            while self.turn(kinds, undo, scores):
                pass
        except InputEnded:
            return Result("".join(self.out).encode(), OUR_WORDING, 1)
        return Result("".join(self.out).encode(), b"", 0)

    def settings(self) -> tuple[dict[str, str], bool, bool]:
        """What the arguments say; the defaults are human human off off."""
        if self.arguments[-2:-1] == ["--seed"]:
            self.rng = random.Random(int(self.arguments.pop()))
            self.arguments.pop()
        values = ["human", "human", "off", "off"]
        if len(self.arguments) > len(values):
            raise Refused
        values[: len(self.arguments)] = self.arguments
        white, blue, undo, scores = values
        if not {white, blue} <= set(KINDS) or not {undo, scores} <= set(SWITCH):
            raise Refused
        return {"w": white, "b": blue}, undo == "on", scores == "on"

    def turn(self, kinds: Mapping[str, str], undo: bool, scores: bool) -> bool:
        """Go through one turn; False when the game is over."""
        # 1. The board. 2. The header.
        self.board()
        side = self.state.side
        header = f"Turn: {self.state.turn}, {NAMES[side]} ({WORKERS[side]})"
        self.print(f"{header}, {score(self.state, side)}" if scores else header)
        # 3. Is the game over?
        outcome = self.state.outcome()
        if outcome is not None:
            self.print("white has won" if outcome[0] == 0 else "blue has won")
            return False
        # 4. Back, forth or on?
        if undo and self.asks_for_another_turn():
            return True
        # 5. A person or 6. the computer.
        if kinds[side] == "human":
            move = self.typed_turn()
        else:
            turns = self.state.legal_moves() if kinds[side] == "random" else best_turns(self.state)
            move = self.rng.choice(turns)
            self.print(move.replace(",", ", "))
        self.history.append(self.state.play(move))
        self.redoable.clear()
        return True

    def board(self) -> None:
        """Print the board: level, then worker or blank."""
        on = {square: worker for worker, square in self.state.workers.items()}
        self.print(SEPARATOR)
        for row in range(SIZE):
            squares = [(row, column) for column in range(SIZE)]
            cells = [f"{self.state.levels[square]}{on.get(square, ' ')}" for square in squares]
            self.print(f"|{'|'.join(cells)}|")
            self.print(SEPARATOR)

    def asks_for_another_turn(self) -> bool:
        """Undo and redo, even where nothing can change, are answered True; next is False."""
        while True:
            answer = self.ask(TURN_PROMPT)
            if answer == "next":
                return False
            if answer == "undo":
                if len(self.history) > 1:
                    self.redoable.append(self.history.pop())
                return True
            if answer == "redo":
                if self.redoable:
                    self.history.append(self.redoable.pop())
                return True

    def typed_turn(self) -> str:
        """Ask a person for worker, move and build."""
        self.worker = worker = self.typed_worker()
        step = self.typed_direction(MOVE_PROMPT)
        while not self.state.can_step(worker, step):
            self.print(f"Cannot move {step}")
            step = self.typed_direction(MOVE_PROMPT)
        moved = self.state.stepped(worker, step)
        build = self.typed_direction(BUILD_PROMPT)
        while not moved.can_build(worker, build):
            self.print(f"Cannot build {build}")
            build = self.typed_direction(BUILD_PROMPT)
        return f"{worker},{step},{build}"

    def typed_worker(self) -> str:
        """Ask for one of the player's own workers that can move."""
        while True:
            worker = self.ask(WORKER_PROMPT)
            if worker not in {"A", "B", "Y", "Z"}:
                self.print("Not a valid worker")
            elif worker not in WORKERS[self.state.side]:
                self.print("That is not your worker")
            elif not any(turn.startswith(worker) for turn in self.state.legal_moves()):
                self.print("That worker cannot move")
            else:
                return worker

    def typed_direction(self, prompt: str) -> str:
        """Ask for a direction of the compass."""
        while (direction := self.ask(prompt)) not in COMPASS:
            self.print("Not a valid direction")
        return direction

    def ask(self, prompt: str) -> str:
        """Print the prompt, a line of its own, and read one line; only its end is stripped."""
        self.asked = prompt
        self.print(prompt)
        line = next(self.lines, None)
        if line is None:
            raise InputEnded
        return re.sub("\r?\n$", "", line.decode(errors="replace"))

    def print(self, line: str) -> None:
        """Print the line."""
        self.out.append(f"{line}\n")


def run(arguments: Sequence[str], stdin: bytes, environment: Mapping[str, str]) -> Result:
    """What the program leaves behind when everything typed is known in advance."""
    return Program(arguments, environment).run(re.findall(rb"[^\n]*\n|[^\n]+", stdin))
