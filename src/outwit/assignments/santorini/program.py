"""The program ``santorini [white] [blue] [undo] [score]``, also ``python3 main.py …``."""

from __future__ import annotations

from random import Random

from outwit.assignments.console import Console, EndOfInput, Leave, read_seed, run, seed
from outwit.games.santorini import bots
from outwit.games.santorini.compass import COMPASS
from outwit.games.santorini.rules import WORKERS, Santorini

PLAYERS = ("human", "heuristic", "random")
SWITCHES = ("on", "off")
SIDES = ("white", "blue")
COLOURS = ("white (AB)", "blue (YZ)")
WAYS = ", ".join(COMPASS)
ASK_WORKER = "Select a worker to move"
ASK_STEP = f"Select a direction to move ({WAYS})"
ASK_BUILD = f"Select a direction to build ({WAYS})"
HELP = """\
usage: santorini [WHITE] [BLUE] [UNDO] [SCORE] [--seed N]

  WHITE, BLUE  who plays: human (the default), heuristic or random
  UNDO         on: ask before each turn whether to undo or redo one; default off
  SCORE        on: print the scores of the player to move; default off
  --seed       seed of the choices of heuristic and random
"""


def play(console: Console, words: list[str]) -> int:
    """Play a game."""
    if words == ["--help"]:
        console.write(HELP)
        return 0
    words, chosen = take_seed(words)
    white, blue, undo, score = read_settings(words)
    players = (white, blue)
    rng = Random(chosen)
    position = Santorini.begin()
    redo: list[str] = []
    try:
        while True:
            show(console, position, score == "on")
            outcome = position.outcome
            if outcome is not None and outcome.winner is not None:
                console.write(f"{SIDES[outcome.winner]} has won\n")
                return 0
            if undo == "on" and not is_next(console, position, redo):
                continue
            kind = players[position.turn]
            if kind == "human":
                move = ask_move(console, position)
            else:
                move = console.decide(
                    lambda: bots.BOTS[kind](position, rng),  # noqa: B023
                    lambda: bots.CHOICES[kind](position),  # noqa: B023
                )
                console.write(f"{move.replace(',', ', ')}\n")
            position.play(move)
            redo.clear()
    except EndOfInput:
        raise Leave(1, "santorini: the input has ended before the game") from None


def announced(output: bytes) -> list[str]:
    """List the computers' moves in what such a program has printed."""
    import re

    found = re.findall(rb"^([ABYZ]), ([nesw]{1,2}), ([nesw]{1,2})$", output, re.MULTILINE)
    return [b",".join(parts).decode() for parts in found]


def take_seed(words: list[str]) -> tuple[list[str], int | bytes | None]:
    """Split a ``--seed N`` off the arguments; without one the environment may name a seed."""
    if "--seed" not in words:
        return words, seed()
    at = words.index("--seed")
    if at + 1 >= len(words) or not words[at + 1].isascii() or not words[at + 1].isdigit():
        raise Leave(2, "santorini: --seed needs a number")
    return words[:at] + words[at + 2 :], read_seed(words[at + 1])


def read_settings(words: list[str]) -> tuple[str, str, str, str]:
    """Return who plays white and blue, and whether undo and score are on."""
    names = ("white", "blue", "undo", "score")
    allowed = (PLAYERS, PLAYERS, SWITCHES, SWITCHES)
    settings = ["human", "human", "off", "off"]
    if len(words) > len(names):
        raise Leave(2, f"santorini: at most {len(names)} arguments expected, {len(words)} found")
    for i, word in enumerate(words):
        if word not in allowed[i]:
            raise Leave(2, f"santorini: {names[i]}: {word!r} is not one of {', '.join(allowed[i])}")
        settings[i] = word
    white, blue, undo, score = settings
    return white, blue, undo, score


def show(console: Console, position: Santorini, with_score: bool) -> None:
    """Print the board and whose turn it is."""
    side = position.turn
    line = f"Turn: {position.turn_number}, {COLOURS[side]}"
    if with_score:
        line += f", {bots.score(position, side)}"
    console.write(f"{position}\n{line}\n")


def is_next(console: Console, position: Santorini, redo: list[str]) -> bool:
    """Ask until the answer is next, True, or something was undone or redone, False."""
    while True:
        console.write("undo, redo, or next\n")
        word = console.text_line()
        if word == "next":
            return True
        if word == "undo":
            if position.played:
                redo.append(position.undo())
            return False
        if word == "redo":
            if redo:
                position.play(redo.pop())
            return False


def ask_move(console: Console, position: Santorini) -> str:
    """Ask for worker, step and build until each is possible."""
    moves = [move.text for move in position.legal_moves]
    worker = ask_worker(console, position, moves)
    step = ask_way(console, ASK_STEP, "move", {m.split(",")[1] for m in moves if m[0] == worker})
    begun = f"{worker},{step},"
    builds = {move.removeprefix(begun) for move in moves if move.startswith(begun)}
    build = ask_way(console, ASK_BUILD, "build", builds)
    return begun + build


def ask_worker(console: Console, position: Santorini, moves: list[str]) -> str:
    """Ask for a worker of the player's own that can move."""
    while True:
        console.write(f"{ASK_WORKER}\n")
        worker = console.text_line()
        if len(worker) != 1 or worker not in WORKERS:
            console.write("Not a valid worker\n")
        elif WORKERS.index(worker) // 2 != position.turn:
            console.write("That is not your worker\n")
        elif not any(move[0] == worker for move in moves):
            console.write("That worker cannot move\n")
        else:
            return worker


def ask_way(console: Console, question: str, verb: str, possible: set[str]) -> str:
    """Ask for one of the possible directions."""
    while True:
        console.write(f"{question}\n")
        way = console.text_line()
        if way not in COMPASS:
            console.write("Not a valid direction\n")
        elif way not in possible:
            console.write(f"Cannot {verb} {way}\n")
        else:
            return way


def main() -> None:
    """Run it."""
    run(play)
