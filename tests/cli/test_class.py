"""A teacher's classes from a shell; the tests do the part of workers."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from outwit.cli import class_
from outwit.storage.accounts import AccountStore
from outwit.storage.handins import BuildResult
from outwit.storage.tables import now
from tests.cli.command import Answer, outwit
from tests.cli.conftest import Room
from tests.courses.programs import packed

pytestmark = pytest.mark.compiled_only


class Class:
    """The class of a room, as its teacher asks for it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.token = room.token(room.course.teacher)
        self.place = f"{room.portal.url}/c/{room.course.class_id}"
        self.address = f"{self.place}/a/{room.course.homework}"

    def ask(self, *words: str, token: str = "") -> Answer:
        return outwit("class", *words, OUTWIT_TOKEN=token or self.token)

    def rows(self, *words: str) -> list[list[str]]:
        """Return the cells of the lines below the heading."""
        answer = self.ask(*words)
        assert (answer.status, answer.err) == (0, "")
        return [line.split() for line in answer.out.splitlines()[1:]]


@pytest.fixture(scope="module")
def of_class(room: Room) -> Class:
    """Return the class, in which a student has a mark of 7."""
    data = packed({"main.py": "print(1)"})
    student = room.course.students[0]
    room.handins.add(room.course.homework, student, data, "Ada", now())
    room.build(BuildResult({"kind": "text"}, b"folder", "Python"))
    room.finish_all()
    room.mark(7.0)
    return Class(room)


def test_the_teacher_lists_classes_and_assignments(of_class: Class) -> None:
    course, url = of_class.room.course, of_class.room.portal.url
    listed = of_class.rows("list", "--server", url)
    assert listed == [[course.class_id, "Spring", "ataxx", "teacher"]]
    for words in ((of_class.place,), (course.class_id, "--server", url)):
        (line,) = of_class.rows("assignments", *words)
        assert line[:4] == [course.homework, "First", "program", "open"]


def test_marks_have_a_line_for_everyone(of_class: Class) -> None:
    rows = of_class.rows("marks", of_class.address)
    assert len(rows) == len(of_class.room.course.students)
    (marked,) = [row for row in rows if len(row) > 2]
    assert marked[3:] == ["Python", "ready", "7", "7", "10"]


@pytest.mark.parametrize(("form", "start"), [("csv", b"name,"), ("junit", b"<?xml")])
def test_exports_are_printed_or_written(
    of_class: Class, tmp_path: Path, form: str, start: bytes
) -> None:
    words = ("export", of_class.address, "--format", form)
    printed = of_class.ask(*words)
    assert printed.out.encode().startswith(start)
    path = tmp_path / "marks"
    assert of_class.ask(*words, "-o", str(path)) == ("", "", 0)
    assert path.read_text() == printed.out


def test_a_zip_is_written_to_a_file_only(of_class: Class, tmp_path: Path) -> None:
    words = ("export", of_class.address, "--format", "gradescope")
    refused = of_class.ask(*words)
    assert (refused.status, refused.out) == (2, "")
    assert of_class.ask(*words, "--output", str(tmp_path / "marks.zip")).status == 0
    assert (tmp_path / "marks.zip").read_bytes().startswith(b"PK")


def test_what_changes_is_shown_before_it_counts(
    of_class: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = of_class.room

    def work(_: float) -> None:
        room.finish_all()
        room.mark(9.0, counts=False)

    monkeypatch.setattr(class_, "time", SimpleNamespace(sleep=work))
    answer = of_class.ask("remark", of_class.address)
    assert answer.status == 0
    first, to_come, _, line, counts = answer.out.splitlines()
    assert (first, to_come) == ("marking 1 hand-in again", "1 mark to come")
    assert line.split()[-4:] == ["public", "7", "9", "10"]
    assert counts == "1 mark changed, 0 did not"
    key, marks = room.newest().id, room.marks
    assert marks.of_kind(key, whole=False).score == 7.0  # type: ignore[union-attr]
    assert of_class.ask("accept", of_class.address).out.endswith("the new marks count\n")
    assert marks.of_kind(key, whole=False).score == 9.0  # type: ignore[union-attr]
    assert of_class.ask("accept", of_class.address).out.endswith("there are no new marks\n")


def test_one_student_is_named_as_in_the_table(of_class: Class) -> None:
    accounts = AccountStore(of_class.room.database)
    other = accounts.name_of(of_class.room.course.students[1])
    answer = of_class.ask("remark", of_class.address, "--student", other)
    assert answer.out.startswith("marking 0 hand-ins again\n")
    unknown = of_class.ask("remark", of_class.address, "--student", f"{other}x")
    assert unknown.status == 2
    assert f"did you mean '{other}'?" in unknown.said


@pytest.mark.parametrize("command", ["marks", "export", "remark", "accept"])
def test_a_student_is_told_that_it_is_for_the_teacher(of_class: Class, command: str) -> None:
    token = of_class.room.token(of_class.room.course.students[0])
    answer = of_class.ask(command, of_class.address, token=token)
    expected = "outwit: only the teacher of the class can do that\n"
    assert (answer.status, answer.out, answer.said) == (2, "", expected)


@pytest.mark.parametrize("command", ["assignments", "marks"])
def test_another_teacher_is_told_that_there_is_no_such_class(of_class: Class, command: str) -> None:
    token = of_class.room.token(of_class.room.closed.teacher)
    place = of_class.place if command == "assignments" else of_class.address
    answer = of_class.ask(command, place, token=token)
    assert answer.status == 2
    assert answer.said.startswith("outwit: there is no class")


def test_names_cannot_write_to_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    class_.print_table(["name"], [["a\x1b[2J\nb"]])
    assert capsys.readouterr().out == "name\na\\x1b[2J b\n"
