"""The levels of ``advance`` allow exactly the moves that a literal reading allows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from outwit.games.advance.bots import candidates
from outwit.games.advance.rules import Advance
from tests.assignments.cases.advance import (
    COLOURS,
    START,
    Case,
    own_cases,
    packed,
    played,
    scattered,
    unpacked,
)
from tests.assignments.inprocess import play
from tests.assignments.process import Result, run
from tests.mode import amount, many
from tests.oracles import advance as rules
from tests.oracles.programs import advance as oracle

OWN_CASES = own_cases()


def allowed(rows: list[str], colour: str, level: int) -> list[str]:
    """The moves that the package allows."""
    return candidates(Advance(rows, COLOURS.index(colour), 0, 0), level)


def assert_same_moves(rows: list[str], colour: str, level: int) -> int:
    """Compare the package with the oracle; how many moves there are."""
    wanted = oracle.best_moves(rows, colour, level)
    assert allowed(rows, colour, level) == wanted, f"{packed(rows)} {colour} level {level}"
    return len(wanted)


def move_made(
    folder: Path, rows: list[str], *arguments: str, start: Callable[..., Result] = play
) -> list[str]:
    """The board that the program leaves."""
    (folder / "in").write_text("".join(row + "\n" for row in rows))
    colour, *options = arguments
    result = start("advance", [colour, "in", "out", *options], cwd=folder)
    assert result == (b"", b"", 0)
    return (folder / "out").read_text().splitlines()


# The oracle itself


def test_the_lean_board_has_the_moves_of_the_literal_rules() -> None:
    rng = random.Random(11)
    for _ in range(many(25, 5)):
        rows, colour = scattered(rng), rng.choice(COLOURS)
        state = rules.read(f"{packed(rows)} {colour[0]} 0", limit=0)
        moves = oracle.level_4("".join(rows), colour == "white")
        assert sorted(state.legal_moves()) == sorted(moves), packed(rows)
        for move in rng.sample(sorted(moves), min(len(moves), 2)):
            assert state.play(move).text.split()[0] == packed(oracle.split(moves[move]))


def test_the_lean_board_counts_the_openings() -> None:
    first = oracle.level_4("".join(unpacked(START)), True)
    assert len(first) == 43
    assert sum(len(oracle.level_4(board, False)) for board in first.values()) == 1849


# The package


def test_levels_4_to_6_allow_the_same_moves_on_scattered_boards() -> None:
    rng = random.Random(4)
    sizes: Counter[bool] = Counter()
    for _ in range(many(80, 10)):
        rows, colour = scattered(rng), rng.choice(COLOURS)
        for level in (4, 5, 6):
            sizes[assert_same_moves(rows, colour, level) > 0] += 1
    assert sizes[True]


def test_levels_4_to_6_allow_the_same_moves_in_games() -> None:
    rng = random.Random(5)
    for _ in range(many(8, 1)):
        rows, colour = played(rng)
        for level in (4, 5, 6):
            assert_same_moves(rows, colour, level)


@pytest.mark.compiled_only
def test_level_7_allows_the_same_moves_on_scattered_boards() -> None:
    rng = random.Random(7)
    seen = 0
    while seen < many(25):
        rows, colour = scattered(rng, 10), rng.choice(COLOURS)
        if len(oracle.best_moves(rows, colour, 6)) <= 12:
            assert_same_moves(rows, colour, 7)
            seen += 1


@pytest.mark.compiled_only
def test_level_7_allows_the_same_moves_in_games() -> None:
    rng = random.Random(8)
    seen = 0
    while seen < many(3):
        rows, colour = played(rng)
        if 2 <= len(oracle.best_moves(rows, colour, 6)) <= 5:
            assert_same_moves(rows, colour, 7)
            seen += 1


# The installed program


@pytest.mark.compiled_only
@pytest.mark.parametrize("level", [4, 5, 6, 7])
def test_the_program_draws_from_the_moves_of_its_level(tmp_path: Path, level: int) -> None:
    rng = random.Random(level)
    for _ in range(10):
        rows, colour = scattered(rng, 10), rng.choice(COLOURS)
        best = oracle.best(rows, colour, level)
        if best and len(best) < 30:
            seed = rng.randrange(1000)
            options = ["--level", str(level), "--seed", str(seed)]
            made = move_made(tmp_path, rows, colour, *options)
            assert made == best[random.Random(seed).choice(sorted(best))]


@pytest.mark.compiled_only
def test_the_program_by_default_plays_a_move_of_level_7(tmp_path: Path) -> None:
    rng = random.Random(77)
    for _ in range(many(4)):
        rows, colour = scattered(rng, 8), rng.choice(COLOURS)
        best = oracle.best(rows, colour, 6)
        if best and len(best) < 20:
            best = oracle.best(rows, colour, 7)
            assert move_made(tmp_path, rows, colour, start=run) in best.values()
            options = ["--level", "max", "--time", "0.01"]
            assert move_made(tmp_path, rows, colour, *options) in best.values()


# Our own cases


def test_there_are_100_cases_of_each_level_with_one_answer() -> None:
    assert Counter(case.level for case in OWN_CASES) == {4: 100, 5: 100, 6: 100, 7: 100}
    assert len({(case.board, case.colour) for case in OWN_CASES}) == 400
    assert Counter(case.colour for case in OWN_CASES) == {"white": 200, "black": 200}


def test_the_oracle_still_answers_our_cases() -> None:
    easy = [case for case in OWN_CASES if case.level < 7]
    for case in easy[:: amount(3, 30)] + OWN_CASES[-100 :: amount(25, 50)]:
        best = oracle.best(case.rows, case.colour, case.level)
        assert list(best) == case.moves
        assert {packed(rows) for rows in best.values()} == {case.answer}


@pytest.mark.parametrize("level", [4, 5, 6, 7])
def test_the_package_answers_our_cases(level: int) -> None:
    for case in OWN_CASES[100 * (level - 4) :][: amount(100, 5)]:
        assert case.level == level
        assert allowed(case.rows, case.colour, level) == case.moves, case


@pytest.mark.compiled_only
@pytest.mark.parametrize("case", OWN_CASES[::10], ids=lambda case: f"{case.level} {case.board}")
def test_the_program_answers_our_cases(tmp_path: Path, case: Case) -> None:
    options = ["--level", str(case.level)]
    assert packed(move_made(tmp_path, case.rows, case.colour, *options)) == case.answer
    if case.level == 7:
        assert packed(move_made(tmp_path, case.rows, case.colour)) == case.answer
