"""Shared text: found under other names and in another order, and not where everybody has it."""

from __future__ import annotations

import random

from outwit.process.archive import read_upload
from outwit.server.values.similarity import (
    AT_LEAST,
    Prints,
    left_out,
    marked_lines,
    prints_of,
    read_source,
    similar_pairs,
)

COPIED = '''
def best(board, moves):
    """Return the best."""
    found, most = None, -1000
    for move in moves:
        after = board.play(move)
        value = sum(after[square] * 3 for square in range(49)) - len(after.moves())
        if value > most:  # better
            found, most = move, value
    return found
'''
RENAMED = COPIED.replace("board", "b").replace("most", "high").replace("# better", "# x")
RENAMED = RENAMED.replace("best", "choose").replace("1000", "99")


def other_code(seed: int, lines: int = 12) -> str:
    """Return code that nobody else has."""
    rng = random.Random(seed)
    words = ["a[1]", "f(x)", "(y - 2)", "not z", "x if y else z", "{1: x}", "[x]", "-y"]
    signs = ["+", "*", "==", "and", "%", "//", "or", "<"]
    made = []
    for number in range(lines):
        told = " ".join(f"{rng.choice(words)} {rng.choice(signs)}" for _ in range(4))
        made.append(f"v{number} = {told} {rng.choice(words)}")
    return "\n".join(made) + "\n"


def prints(*texts: str, name: str = "bot.py") -> Prints:
    return prints_of(read_source(packed(*texts, name=name)))


def packed(*texts: str, name: str = "bot.py") -> bytes:
    files = [(f"{number}{name}", text.encode()) for number, text in enumerate(texts)]
    return read_upload(files).data


def test_renamed_code_is_found_and_its_lines_are_marked() -> None:
    programs = {
        "a": prints(other_code(1) + COPIED),
        "b": prints(RENAMED + other_code(2)),
        "c": prints(other_code(3)),
    }
    groups = {name: name for name in programs}
    (pair,) = similar_pairs(programs, groups, frozenset())
    assert (pair.one, pair.other) == ("a", "b")
    assert 0.1 < pair.share < 0.6
    lines = marked_lines(programs["a"], programs["b"], frozenset())
    assert {16, 18, 20} <= lines
    assert not lines & set(range(11))


def test_identical_programs_share_everything() -> None:
    one, other = prints(other_code(1)), prints(other_code(1))
    (pair,) = similar_pairs({"a": one, "b": other}, {"a": "a", "b": "b"}, frozenset())
    assert pair.share == 1.0


def test_hand_ins_of_one_group_are_no_pair() -> None:
    one, other = prints(COPIED), prints(COPIED)
    assert similar_pairs({"a": one, "b": other}, {"a": "x", "b": "x"}, frozenset()) == []


def test_base_code_is_left_out() -> None:
    base = prints_of(read_source(packed(COPIED)), every=True)
    programs = {"a": prints(COPIED + other_code(1)), "b": prints(COPIED + other_code(2))}
    without = left_out(programs.values(), [base])
    groups = {"a": "a", "b": "b"}
    assert similar_pairs(programs, groups, frozenset()) != []
    assert similar_pairs(programs, groups, without) == []
    assert len(marked_lines(programs["a"], programs["b"], without)) == 0


def test_what_half_of_a_large_class_has_is_left_out() -> None:
    programs = {str(n): prints(COPIED, other_code(n)) for n in range(AT_LEAST)}
    without = left_out(programs.values(), ())
    assert similar_pairs(programs, {name: name for name in programs}, without) == []
    few = dict(list(programs.items())[: AT_LEAST - 1])
    assert left_out(few.values(), ()) == frozenset()


def test_files_that_are_no_programs_are_not_compared() -> None:
    assert prints(COPIED, name="notes.txt").places == {}
    assert prints("a", "b").places == {}


def test_comments_in_the_manner_of_c_are_left_out() -> None:
    code = "\n".join(f"int f{n}(int x) {{ return x {'+*-'[n % 3]} {n}; }}" for n in range(12))
    one = prints(code, name="main.c")
    other = prints(code.replace(";", "; // more\n /* and\n more */"), name="main.c")
    assert one.places.keys() == other.places.keys()
