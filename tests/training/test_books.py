"""Opening books are grown: the cheapest line first, the same every time, and gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest

import outwit
from outwit.engine.openingbook import BookMove, load_book
from outwit.errors import BadFile, UsageError
from tests.training.program import python
from training.books import growing
from training.books.__main__ import main
from training.books.growing import Searcher, different_moves, grow
from training.books.growth import Growth
from training.books.tree import Edge, Node, Place, Tree, identity
from training.books.writing import export, good_moves, main_line

GAME = outwit.game("ataxx")
SMALL = Growth("ataxx", nodes=100, batch=4)


@pytest.fixture
def small_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that is soon cleared."""
    monkeypatch.setattr(growing, "MEBIBYTES", 1)


def tree_of(*nodes: tuple[str, int, str], ply_cost: int = 10) -> Tree:
    """Return a tree: of each node its line, its mark, and its edges as ``move:score:target``."""
    tree = Tree(ply_cost, (0,))
    for line, mark, edges in nodes:
        parts = [edge.split(":") for edge in edges.split()]
        found = tuple(Edge(move, int(score), int(target)) for move, score, target in parts)
        tree.add_all([Node(0, tuple(line.split()), mark, mark, found)])
    return tree


def test_a_start_is_searched_first() -> None:
    assert Tree(10, (0, 30)).cheapest(5) == [Place(0, ()), Place(1, ())]


def test_the_line_that_loses_least_is_searched_next() -> None:
    tree = tree_of(("", 1, "a:20:2 b:15:3 c:-40:4"))
    assert [place.line for place in tree.cheapest(3)] == [("a",), ("b",), ("c",)]
    # After a the other side has 10, so a is worth -10 and b is best.
    tree = tree_of(("", 1, "a:20:2 b:15:3 c:-40:4"), ("a", 2, "d:10:5"))
    assert tree.values()[1] == (-10, 15, -40)
    assert [place.line for place in tree.cheapest(2)] == [("b",), ("a", "d")]


def test_a_ply_costs_something_so_that_short_lines_come_first() -> None:
    nodes = ("", 1, "a:20:2 b:15:3"), ("a", 2, "d:-20:5")
    assert tree_of(*nodes, ply_cost=10).cheapest(1)[0].line == ("b",)
    assert tree_of(*nodes, ply_cost=1).cheapest(1)[0].line == ("a", "d")


def test_moves_in_another_order_lead_to_the_same_position() -> None:
    tree = tree_of(
        ("", 1, "a:0:2 b:0:3"), ("a", 2, "b:0:4"), ("b", 3, "a:0:4"), ("a b", 4, "c:7:5")
    )
    assert tree.values()[2] == tree.values()[3] == (-7,)
    assert [place.line for place in tree.cheapest(9)] == [("a", "b", "c")]


def test_a_move_back_is_not_followed() -> None:
    tree = tree_of(("", 1, "a:5:2"), ("a", 2, "back:-5:1"))
    assert tree.values() == {1: (5,), 2: (-5,)}
    assert tree.cheapest(9) == []


def test_an_end_is_not_searched_further() -> None:
    assert tree_of(("", 1, "a:30999:2 drawn:0:0")).cheapest(9) == []


def test_lines_that_give_a_win_away_are_left_out() -> None:
    tree = tree_of(("", 1, "a:30989:2 b:15:3"), ("b", 3, "c:-15:4"))
    assert tree.cheapest(9) == []
    assert set(tree.costs()[0]) == {1}


def test_the_best_line_follows_what_was_searched() -> None:
    tree = tree_of(("", 1, "a:20:2 b:15:3"), ("a", 2, "d:-18:5 e:-30:6"))
    assert main_line(tree) == ("a", "d")


def test_moves_that_were_searched_further_or_win_are_in_the_book() -> None:
    tree = tree_of(("", 1, "a:20:2 b:15:3 c:17:4"), ("a", 2, "d:-18:5"), ("b", 3, "e:-15:6"))
    values = tree.values()
    assert good_moves(tree, tree.nodes[1], values[1], 10) == (BookMove("a", 18), BookMove("b", 15))
    assert good_moves(tree, tree.nodes[1], values[1], 2) == (BookMove("a", 18),)
    assert good_moves(tree, tree.nodes[2], values[2], 10) == ()
    won = tree_of(("", 1, "a:30989:2 b:15:3"))
    assert good_moves(won, won.nodes[1], won.values()[1], 10) == (BookMove("a", 30_989),)


def test_a_position_and_its_images_are_one() -> None:
    position = GAME.start()
    position.play("b6")
    assert len({identity(position.image(symmetry)) for symmetry in position.symmetries}) == 1


def test_of_moves_that_are_images_of_each_other_one_is_searched() -> None:
    start = GAME.start()
    assert len(different_moves(start)) == 5
    start.play("b6")
    start.play("b1")
    assert different_moves(start) == ()


@pytest.mark.compiled_only
@pytest.mark.usefixtures("small_table")
def test_the_same_place_gives_the_same_moves_whatever_was_searched_before() -> None:
    first, second = Searcher(SMALL), Searcher(SMALL)
    second.search(Place(0, ("b6",)))
    assert first.search(Place(1, ())) == second.search(Place(1, ()))


@pytest.mark.compiled_only
@pytest.mark.usefixtures("small_table")
def test_a_book_that_was_stopped_grows_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    grow(SMALL, str(whole), positions=10)
    grow(SMALL, str(parts), positions=4)
    # A process that is killed leaves a line half written.
    with parts.open("ab") as file:
        file.write(b'[[0, ["b6"')
    grow(SMALL, str(parts), positions=10)
    assert whole.read_bytes() == parts.read_bytes()


@pytest.mark.compiled_only
def test_processes_change_nothing_but_the_time(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    grow(SMALL, str(one), positions=6)
    # In a process of its own, because a pool leaves a process behind until its parent ends.
    small = f"--positions 6 --nodes {SMALL.nodes} --batch {SMALL.batch} --processes 2"
    files = ["--journal", two, "--output", tmp_path / "book.txt"]
    python("-m", "training.books", "ataxx", *small.split(), *files)
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.compiled_only
@pytest.mark.usefixtures("small_table")
def test_a_book_is_written_that_the_engine_reads(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    tree = grow(SMALL, str(tmp_path / "journal"), positions=14)
    assert "positions" in export(SMALL, GAME, tree, str(path), 20)
    book = load_book(str(path))
    assert book is not None
    known = book.find(GAME.start())
    assert known
    assert known[0].score == max(tree.values()[tree.roots[0]])
    assert "| nodes | 100 |" in (tmp_path / "book.md").read_text()


def test_a_book_of_a_lone_start_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="too few"):
        export(SMALL, GAME, tree_of(("", 1, "a:20:2")), str(tmp_path / "book.txt"), 20)


@pytest.mark.usefixtures("small_table")
def test_a_journal_of_another_growth_is_not_gone_on_with(tmp_path: Path) -> None:
    path = str(tmp_path / "journal")
    grow(Growth("ataxx", nodes=20), path, positions=1)
    with pytest.raises(UsageError, match="another way"):
        grow(Growth("ataxx", nodes=21), path, positions=1)


@pytest.mark.parametrize("text", ["nonsense\n", '{"format": 1}\n', "[]\n", "a thesis", "{}"])
def test_what_is_no_journal_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_text(text)
    with pytest.raises((BadFile, UsageError)):
        grow(SMALL, str(path), positions=1)
    assert path.read_text() == text


@pytest.mark.usefixtures("small_table")
def test_a_damaged_round_is_named(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    grow(Growth("ataxx", nodes=20), str(path), positions=1)
    with path.open("a") as file:
        file.write("[[1, 2]]\n")
    with pytest.raises(BadFile, match="line 3"):
        grow(Growth("ataxx", nodes=20), str(path), positions=99)


@pytest.mark.parametrize(
    "words",
    [
        ["chess"],
        ["ataxx", "--nodes", "0"],
        ["ataxx", "--positions", "0"],
        ["ataxx", "--processes", "0"],
        ["ataxx", "--seconds", "0"],
        ["ataxx", "--seconds", "nan"],
        ["ataxx", "--width", "0"],
        ["ataxx", "--margin", "-1"],
        ["ataxx", "--ply-cost", "-1"],
        ["ataxx", "--journal", "/nonexistent/journal"],
        ["ataxx", "--output", "/nonexistent/book.txt"],
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = [] if "--journal" in words else ["--journal", str(tmp_path / "journal")]
    output = [] if "--output" in words else ["--output", str(tmp_path / "book.txt")]
    assert main([*words, *journal, *output]) != 0
    written = capsys.readouterr()
    assert (written.out, written.err.count("\n")) == ("", 1)
