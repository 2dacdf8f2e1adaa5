from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

import outwit
from outwit.engine.openingbook import OpeningBook, load_book, write_entry
from outwit.errors import BadFile
from tests.mode import sample

ATAXX = outwit.game("ataxx")
LARGEST = 100_000
# The start of Santorini with A and B in each other's place.
TWIN = "00000/00Y00A0/00000/00B00Z0/00000 w 1"


def book_of(folder: Path, *lines: str) -> OpeningBook:
    """Write a book with some lines and read it."""
    path = folder / "book.txt"
    path.write_text("\n".join(["outwit book 1", "game ataxx", "margin 10", *lines, ""]))
    book = load_book(str(path))
    load_book.cache_clear()
    assert book is not None
    return book


def entry(position: outwit.Position, moves: str) -> str:
    """Write an entry of a position."""
    return f"{position.key:016x} {moves} | {' '.join(position.played)}"


def after(*moves: str) -> outwit.Position:
    """Return a position of Ataxx after some moves."""
    position = ATAXX.start()
    for move in moves:
        position.play(move)
    return position


def test_without_a_file_there_is_no_book(tmp_path: Path) -> None:
    assert load_book(str(tmp_path / "none.txt")) is None


def test_a_position_is_known_in_every_image(tmp_path: Path) -> None:
    position = after("a6", "b1", "b5")
    book = book_of(tmp_path, "start", entry(position, "c2=30"))
    position.play("c2")
    wanted = {position.image(symmetry).key for symmetry in position.symmetries}
    position.undo()
    reached = set()
    for symmetry in position.symmetries:
        image = position.image(symmetry)
        (found,) = book.find(image)
        assert found.score == 30
        image.play(found.move)
        reached.add(image.key)
    assert reached == wanted


def test_of_a_symmetric_start_every_image_of_a_move_is_played(tmp_path: Path) -> None:
    start = ATAXX.start()
    book = book_of(tmp_path, entry(start, "b6=5"))
    chosen = {book.choose(start, Random(seed)) for seed in range(40)}
    assert {found.move for found in chosen if found is not None} == {"b6", "f2"}


def test_better_moves_are_played_more_often_and_bad_ones_never(tmp_path: Path) -> None:
    position = after("a6", "b1", "b5")
    book = book_of(tmp_path, entry(position, "c2=30 b2=25 a2=19"))
    rng = Random(1)
    chosen = Counter(
        found.move for _ in range(60) if (found := book.choose(position, rng)) is not None
    )
    assert chosen["c2"] > chosen["b2"] > 0
    assert set(chosen) == {"c2", "b2"}


def test_a_move_that_is_not_legal_is_never_played(tmp_path: Path) -> None:
    position = after("a6", "b1", "b5")
    book = book_of(tmp_path, entry(position, "d4=99 nonsense=98 c2=30"))
    assert [found.move for found in book.find(position)] == ["c2"]
    book = book_of(tmp_path, entry(position, "d4=99"))
    assert book.choose(position, Random(1)) is None


def test_an_entry_whose_line_leads_elsewhere_is_not_played(tmp_path: Path) -> None:
    position = after("a6", "b1", "b5")
    for line in ("a6 b1", "a6 a6", "a6 nonsense"):
        book = book_of(tmp_path, f"{position.key:016x} c2=30 | {line}")
        assert book.choose(position, Random(1)) is None


def test_a_move_is_known_by_where_it_leads_whatever_the_pieces_are_called(tmp_path: Path) -> None:
    game = outwit.game("santorini")
    own, other = (game.position(text) for text in ("00000/00Y00B0/00000/00A00Z0/00000 w 1", TWIN))
    assert own.key == other.key
    book = book_of(tmp_path, f"{own.key:016x} A,e,w=2 |")
    own.play("A,e,w")
    (found,) = book.find(other)
    other.play(found.move)
    assert own.key == other.key


def test_an_unknown_position_has_no_moves(tmp_path: Path) -> None:
    book = book_of(tmp_path, entry(after("a6"), "b1=3"))
    assert book.choose(ATAXX.start(), Random(1)) is None


def test_a_book_holds_under_the_rules_it_names_and_no_others(tmp_path: Path) -> None:
    line = entry(ATAXX.start(), "b6=5")
    other = ATAXX.start(clock="100")
    assert not book_of(tmp_path, line).find(other)
    assert [found.move for found in book_of(tmp_path, "rules clock=100", line).find(other)] == [
        "b6"
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "is no opening book"),
        ("outwit book 2\n", "is no opening book"),
        ("outwit book 1\nmargin many\n", "line 2"),
        ("outwit book 1\nmargin -1\n", "line 2"),
        ("outwit book 1\nstart\n00f3 b6=5\n", "line 3"),
        ("outwit book 1\n00f3c2a94be81d57\n", "line 2"),
        ("outwit book 1\n00f3c2a94be81d57 b6\n", "line 2"),
        ("outwit book 1\n00f3c2a94be81d57 b6=5x\n", "line 2"),
        ("outwit book 1\n00f3c2a94be81d57 b6=99999\n", "line 2"),
        ("outwit book 1\nxxf3c2a94be81d57 b6=5\n", "line 2"),
        ("outwit book 1\n" + "start\n" * 200_000, "too large"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(text: str, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text(text)
    with pytest.raises(BadFile, match=fault) as refusal:
        load_book(str(path))
    assert "\n" not in str(refusal.value)


@pytest.mark.compiled_only
@pytest.mark.parametrize("game", outwit.all_games(), ids=lambda game: game.name)
def test_the_book_in_a_games_folder_holds_what_its_lines_lead_to(game: outwit.Game) -> None:
    path = Path(game.parts.book)
    book = load_book(str(path))
    assert book is not None
    assert path.stat().st_size <= LARGEST
    assert path.with_suffix(".md").exists()
    start = game.start()
    known = book.find(start)
    assert known
    assert all(found.move in start.legal_moves for found in known)
    number = 0
    for line in path.read_text().splitlines()[1:]:
        word, _, rest = line.partition(" ")
        if word == "start":
            pairs = (pair.partition("=") for pair in rest.split())
            start = game.start(**{name: value for name, _, value in pairs})
        elif "|" in line:
            number += 1
            if number % sample(1, 5):
                continue
            moves = tuple(line.partition("|")[2].split())
            position = start.copy()
            for move in moves:
                position.play(move)
            found = book.find(position)
            assert write_entry(position.key, found, moves) == line
    assert number == len(book.entries)
