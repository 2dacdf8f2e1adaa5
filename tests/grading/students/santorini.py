"""A student's program for Santorini, written from the assignment, that can make one mistake.

Its choices are the same in every run, and so is what a mistake costs.
"""

from __future__ import annotations

import random
import sys

MISTAKE = ""
WAYS = {
    "n": (-1, 0),
    "ne": (-1, 1),
    "e": (0, 1),
    "se": (1, 1),
    "s": (1, 0),
    "sw": (1, -1),
    "w": (0, -1),
    "nw": (-1, -1),
}
OWN = {"white": "AB", "blue": "YZ"}
WEIGHTS = (4, 1, 2)


def has(name: str) -> bool:
    return name == MISTAKE


class State:
    def __init__(self) -> None:
        self.levels = [[0] * 5 for _ in range(5)]
        self.places = {"Y": (1, 1), "B": (1, 3), "A": (3, 1), "Z": (3, 3)}
        self.turn = 1

    @property
    def player(self) -> str:
        return "white" if self.turn % 2 else "blue"

    def copy(self) -> State:
        other = State()
        other.levels = [list(row) for row in self.levels]
        other.places = dict(self.places)
        other.turn = self.turn
        return other

    def draw(self) -> str:
        letters = {place: letter for letter, place in self.places.items()}
        rule = "+" + "--+" * 5 + "\n"
        text = rule
        for row in range(5):
            cells = [
                f"{self.levels[row][column]}{letters.get((row, column), ' ')}"
                for column in range(5)
            ]
            text += "|" + "|".join(cells) + "|\n" + rule
        return text

    def next_to(self, place: tuple[int, int], way: str) -> tuple[int, int] | None:
        row, column = place[0] + WAYS[way][0], place[1] + WAYS[way][1]
        return (row, column) if 0 <= row < 5 and 0 <= column < 5 else None

    def level(self, place: tuple[int, int]) -> int:
        return self.levels[place[0]][place[1]]

    def can_move(self, worker: str, way: str) -> bool:
        target = self.next_to(self.places[worker], way)
        if target is None:
            return False
        if target in self.places.values() and not has("steps onto workers"):
            return False
        climb = self.level(target) - self.level(self.places[worker])
        most = 2 if has("climbs two levels") else 1
        return self.level(target) < 4 and climb <= most

    def can_build(self, place: tuple[int, int], way: str, left: tuple[int, int]) -> bool:
        target = self.next_to(place, way)
        if target is None:
            return False
        if has("cannot build where it stood") and target == left:
            return False
        if target in self.places.values() and target != left:
            return False
        return self.level(target) < (5 if has("builds on domes") else 4)

    def moves(self, player: str) -> list[tuple[str, str, str]]:
        found = []
        for worker in OWN[player]:
            for step in WAYS:
                if not self.can_move(worker, step):
                    continue
                place = self.places[worker]
                target = self.next_to(place, step)
                assert target is not None
                found += [
                    (worker, step, build) for build in WAYS if self.can_build(target, build, place)
                ]
        return found

    def play(self, worker: str, step: str, build: str) -> None:
        target = self.next_to(self.places[worker], step)
        assert target is not None
        self.places[worker] = target
        built = self.next_to(target, build)
        assert built is not None
        self.levels[built[0]][built[1]] += 1
        self.turn += 1

    def winner(self) -> str:
        for player, workers in OWN.items():
            if any(self.level(self.places[worker]) == 3 for worker in workers):
                return player
        if not self.moves(self.player) and not has("forgets blocked players"):
            return "blue" if self.player == "white" else "white"
        return ""

    def scores(self, player: str) -> tuple[int, int, int]:
        own = [self.places[worker] for worker in OWN[player]]
        others = [place for letter, place in self.places.items() if letter not in OWN[player]]
        height = sum(map(self.level, own))
        center = sum(2 - max(abs(row - 2), abs(column - 2)) for row, column in own)
        distance = 8 - sum(min(apart(place, mine) for mine in own) for place in others)
        return height, center, distance


def apart(one: tuple[int, int], two: tuple[int, int]) -> int:
    rows, columns = abs(one[0] - two[0]), abs(one[1] - two[1])
    return rows + columns if has("measures as a rook walks") else max(rows, columns)


def ask_person(state: State) -> tuple[str, str, str]:
    while True:
        worker = input("Which worker? ")
        if worker not in ("A", "B", "Y", "Z"):
            print("Not a valid worker")
        elif worker not in OWN[state.player] and not has("moves anybody's workers"):
            print("That is not your worker")
        else:
            break
    place = state.places[worker]
    step = ask_way("Where to? ", "move", lambda way: state.can_move(worker, way))
    target = state.next_to(place, step)
    assert target is not None
    build = ask_way("Build where? ", "build", lambda way: state.can_build(target, way, place))
    return worker, step, build


def ask_way(question: str, verb: str, allowed) -> str:  # type: ignore[no-untyped-def]
    while True:
        way = input(question)
        if way not in WAYS:
            print("Not a valid direction")
        elif not allowed(way):
            print(f"Cannot {verb} {way}")
        else:
            return way


def choose(state: State, kind: str) -> tuple[str, str, str]:
    moves = state.moves(state.player)
    if kind == "random":
        return moves[0] if has("random is not random") else random.choice(moves)
    rated = []
    for move in moves:
        trial = state.copy()
        trial.play(*move)
        scores = trial.scores(state.player)
        rate = float(sum(a * b for a, b in zip(WEIGHTS, scores, strict=True)))
        if has("forgets the center"):
            rate = 4.0 * scores[0] + 2.0 * scores[2]
        if trial.level(trial.places[move[0]]) == 3:
            rate = -1.0 if has("does not take the win") else float("inf")
        rated.append((rate, move))
    best = max(rate for rate, _ in rated)
    return random.choice([move for rate, move in rated if rate == best])


def main() -> None:
    global MISTAKE  # noqa: PLW0603
    words = sys.argv[1:]
    if words[:1] == ["--mistake"]:
        MISTAKE = words[1]
        words = words[2:]
    random.seed(5)
    white, blue, undo, score = [*words, *["human", "human", "off", "off"][len(words) :]]
    kinds = {"white": white, "blue": blue}
    past: list[State] = []
    future: list[State] = []
    state = State()
    while True:
        player = state.player
        print(state.draw(), end="")
        shown = f"    {state.scores(player)}" if score == "on" else ""
        print(f"*** turn no. {state.turn} *** {player.upper()} to play{shown}")
        if state.winner():
            print(f"{state.winner()} has won")
            return
        if undo == "on":
            word = input("(undo / redo / next) ")
            if word == "undo":
                if past:
                    future.append(state)
                    state = past.pop()
                continue
            if word == "redo":
                if future:
                    past.append(state)
                    state = future.pop()
                continue
        if kinds[player] == "human":
            move = ask_person(state)
        else:
            move = choose(state, kinds[player])
            if not has("computers are silent"):
                print("computer plays", ",".join(move))
        past.append(state.copy())
        state = state.copy()
        state.play(*move)
        if not has("keeps what could be redone"):
            future.clear()


if __name__ == "__main__":
    main()
