"""Make our own Advance cases anew: 100 for each level, each with one answer by the oracle.

It takes some five minutes and always makes the same cases:

    .venv/bin/python -m tests.assignments.cases.generate
"""

from __future__ import annotations

import random
from collections import Counter

from tests.assignments.cases.advance import CASES, COLOURS, Case, packed, played, scattered, written
from tests.oracles.programs import advance as oracle

SEED = 2024
EACH = 50  # cases of a level and a colour
MOST_TO_FORESEE = 16  # moves; more of them take the oracle too long
MOST_OF_A_SORT = 7  # of level 4, so that every way out of trouble is there


def case_of(rows: list[str], colour: str, level: int) -> Case | None:
    """The case that a board makes, if its level has one answer there and a choice to make."""
    board, white = "".join(rows), colour == "white"
    legal = oracle.level_4(board, white)
    if not legal or (len(legal) > 1) == (level == 4):
        return None
    if level == 5 and len(oracle.winning(board, white)) != 1:
        return None
    if level >= 6:
        chosen, wins = oracle.level_6_and_wins(board, white)
        several = len(set(chosen.values())) > 1
        if wins or several == (level == 6) or len(chosen) > MOST_TO_FORESEE:
            return None
    best = oracle.best(rows, colour, level)
    answers = {packed(after) for after in best.values()}
    if len(answers) > 1:
        return None
    return Case(level, colour, packed(rows), list(best), answers.pop())


def sort_of_move(case: Case) -> str:
    """Which piece moves, and what it meets."""
    source, target = case.moves[0][:2], case.moves[0][-2:]
    acts = "*" if "*" in case.moves[0] else ""
    return at(case.rows, source).upper() + acts + kind_met(at(case.rows, target))


def at(rows: list[str], name: str) -> str:
    """What stands on the square."""
    return rows[9 - int(name[1])]["abcdefghi".index(name[0])]


def kind_met(thing: str) -> str:
    """A piece of any sort, a wall or nothing."""
    return "piece" if thing.isalpha() else thing


def is_sharp(case: Case) -> bool:
    """Whether a reading of level 7 that is nearly right would play something else."""
    white = case.colour == "white"
    chosen = oracle.level_6("".join(case.rows), white)
    hopeful, shortsighted = {}, {}
    for move, after in chosen.items():
        replies, wins = oracle.level_6_and_wins(after, not white)
        if wins:
            hopeful[move] = shortsighted[move] = -oracle.LARGE
            continue
        hopeful[move] = max(oracle.value_of_reply(reply, white) for reply in replies.values())
        shortsighted[move] = min(oracle.difference(reply, white) for reply in replies.values())
    return any(
        {move for move in values if values[move] == max(values.values())} != set(case.moves)
        for values in (hopeful, shortsighted)
    )


def boards(rng: random.Random, level: int) -> tuple[list[str], str]:
    """A random board with the side to move."""
    if level >= 5 and rng.random() < 0.4:
        return played(rng, 90)
    return scattered(rng, 12 if level == 4 else 24), rng.choice(COLOURS)


def cases_of(level: int) -> list[Case]:
    """The cases of a level, half of them for each colour."""
    rng = random.Random(SEED + level)
    cases: list[Case] = []
    colours: Counter[str] = Counter()
    sorts: Counter[str] = Counter()
    while len(cases) < 2 * EACH:
        rows, colour = boards(rng, level)
        if colours[colour] == EACH:
            continue
        case = case_of(rows, colour, level)
        if case is None:
            continue
        sort = sort_of_move(case)
        if level == 4 and sorts[sort] == MOST_OF_A_SORT:
            continue
        if level == 7 and not is_sharp(case) and rng.random() < 0.8:
            continue
        colours[colour] += 1
        sorts[sort] += 1
        cases.append(case)
    return sorted(cases, key=lambda case: (case.colour, case.board))


def main() -> None:
    """Write the file."""
    CASES.write_text(written([case for level in (4, 5, 6, 7) for case in cases_of(level)]), "ascii")


if __name__ == "__main__":
    main()
