"""The file of an exam, as teachers change it."""

from __future__ import annotations

from pathlib import Path

import pytest

from outwit.assignments.assignment import assignment_of
from outwit.assignments.paper import check_paper, read_exam, read_paper
from outwit.errors import BadFile, UsageError
from outwit.games import game
from outwit.grading.marker import Marker
from outwit.grading.plan import Settings
from outwit.grading.workers import Workers
from tests.grading.parrot import EXAM, parrot_marker

pytestmark = pytest.mark.compiled_only

CASE = '[[part.case]]\nname = "c"\n'


@pytest.mark.parametrize("name", ["advance", "push", "jesonmor", "ataxx", "santorini"])
def test_every_game_has_an_exam_worth_what_its_assignment_says(name: str) -> None:
    exam = assignment_of(game(name)).exam
    assert exam is not None
    paper = read_exam(Path(exam.path))
    most = sum(part.points for part in paper.parts if not part.bonus)
    assert most == pytest.approx({"push": 42, "ataxx": 110}.get(name, 100))
    assert all(part.about for part in paper.parts if part.points)


def test_advance_has_the_points_and_gates_of_the_assignment() -> None:
    exam = assignment_of(game("advance")).exam
    assert exam is not None
    parts = read_exam(Path(exam.path)).parts
    assert [(part.name, part.points, part.needs) for part in parts] == [
        ("level 4", 50, ()),
        ("level 5", 15, ("level 4",)),
        ("level 6", 10, ("level 5",)),
        ("level 7", 10, ("level 6",)),
        ("games", 15, ("level 7",)),
    ]
    assert (parts[-1].games, parts[-1].beyond, parts[-1].each) == (100, 30, 0.5)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'part' is missing"),
        ("part = 3", "not iterable"),
        ("[[part]]\npoints = 3", "part 1: 'name' is missing"),
        (f"[[part]]\nname = 'a'\n{CASE}", "part 'a': 'points' is missing"),
        (f"[[part]]\nname = 'a'\npoints = -1\n{CASE}", "points cannot be -1"),
        (f"[[part]]\nname = 'a'\npoints = nan\n{CASE}", "points cannot be nan"),
        ("[[part]]\nname = 'a'\npoints = 1", "must have one of"),
        (f"[[part]]\nname = 'a'\npoints = 1\nneeds = ['b']\n{CASE}", "needs 'b'"),
        (f"[[part]]\nname = 'a'\npoints = 1\n{CASE}{CASE}", "two cases"),
        (f"[[part]]\nname = 'a'\npoints = 1\n{CASE}" * 2, "two parts are called 'a'"),
        (f"[[part]]\nname = 'a'\npoints = 1\nworth = 1\n{CASE}", "no field 'worth'"),
        ("second = 3", "no field 'second'"),
        (f"seconds = 0\n[[part]]\nname = 'a'\npoints = 1\n{CASE}", "a number above 0"),
        (f"x = {'[' * 9000}", "nested"),
        (f"seconds = {'9' * 6000}", "digits"),
        ("\xff", "exam.toml"),
    ],
)
def test_what_is_wrong_with_an_exam_is_named(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "exam.toml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(BadFile, match=r"exam\.toml") as caught:
        read_exam(path)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('asks = "scores"', "asks has no word 'scores'; there are ai, board, end,"),
        ('asks = "board quitt"', "asks has no word 'quitt'"),
        ('typd = "board"', "there is no field 'typd'; there are name, arguments, files, typed,"),
    ],
)
def test_a_misspelt_case_is_refused_and_not_passed_by_everybody(
    tmp_path: Path, line: str, reason: str
) -> None:
    path = tmp_path / "exam.toml"
    path.write_text(f"[[part]]\nname = 'a'\npoints = 1\n[[part.case]]\nname = 'b'\n{line}\n")
    with pytest.raises(BadFile, match=r"^exam\.toml, part 'a', case 'b': ") as caught:
        Marker(game("ataxx"), Settings(exam=path), Workers(1))
    assert reason in str(caught.value)


def test_a_missing_exam_is_refused(tmp_path: Path) -> None:
    settings = Settings(exam=tmp_path / "none.toml")
    with pytest.raises(BadFile, match="cannot be read"):
        Marker(game("advance"), settings, Workers(1))


def test_a_teacher_can_change_points_levels_and_games(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        "seconds = 2.5\n[[part]]\nname = 'easy'\npoints = 7\nlevel = 4\n"
        "[[part]]\nname = 'new'\npoints = 3\nlevel = 5\ninvented = 4\nhidden = true\n"
        "[[part]]\nname = 'play'\npoints = 0\ngames = 6\nopponent = 'level4'\n"
    )
    plan = Marker(game("advance"), Settings(exam=path), Workers(1)).plan
    assert [(each.part.name, len(each.jobs)) for each in plan.parts] == [
        ("easy", 50),
        ("new", 4),
        ("play", 6),
    ]
    assert plan.seconds == 2.5


def test_a_case_is_found_by_its_name_or_a_part_of_it(tmp_path: Path) -> None:
    plan = parrot_marker(tmp_path).plan
    for name in ("says hello", "manners: says hello", "HELLO"):
        assert plan.find_job(name)[1].name == "says hello"
    with pytest.raises(UsageError, match="there is no case 'x9'; near it are manners: says hello"):
        plan.find_job("x9")
    with pytest.raises(UsageError, match="is not one case: manners: says hello; manners"):
        plan.find_job("manners")


def test_what_a_mark_depends_on_changes_its_fingerprint(tmp_path: Path) -> None:
    first = parrot_marker(tmp_path).plan.fingerprint()
    assert parrot_marker(tmp_path).plan.fingerprint() == first
    assert parrot_marker(tmp_path, seconds=9.0).plan.fingerprint() != first
    changed = EXAM.replace("points = 4", "points = 5")
    assert parrot_marker(tmp_path, changed).plan.fingerprint() != first


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("ataxx", "[[part]]\nname = 'a'\npoints = 1\nlevel = 2\n", "there is no level 2"),
        ("advance", f"[[part]]\nname = 'a'\npoints = 1\n{CASE}", "programs are marked on boards"),
        ("ataxx", "[[part]]\nname = 'a'\npoints =\n", "line 3"),
    ],
)
def test_a_paper_is_refused_before_anybody_is_marked_by_it(
    name: str, text: str, reason: str
) -> None:
    with pytest.raises(BadFile, match=r"exam\.toml") as caught:
        check_paper(read_paper(text.encode(), "exam.toml"), "exam.toml", assignment_of(game(name)))
    assert reason in str(caught.value)
