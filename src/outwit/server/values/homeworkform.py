"""The form of an assignment: what a teacher sets, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from outwit.assignments.assignment import assignment_of
from outwit.assignments.paper import check_paper, read_paper
from outwit.core.game import Game
from outwit.errors import BadFile, UsageError
from outwit.games import game as find_game
from outwit.players.languages import LANGUAGES
from outwit.server.values.setup import read_clock, read_number, read_options
from outwit.storage.homework import (
    CASES,
    EXAMS,
    FILE,
    NOTHING,
    OWN,
    POINTS,
    STRENGTH,
    NewHomework,
    StoredHomework,
)

# The name of an exam in messages, if it was typed.
PAPER = "exam.toml"
EXAM_NAMES = {OWN: "The game’s own", FILE: "My file", STRENGTH: "Strength in games"}
SIGHT_NAMES = {CASES: "points and cases", POINTS: "points only", NOTHING: "nothing"}
LANGUAGE_NAMES = tuple(language.name for language in LANGUAGES)


def read_form(class_id: str, game: Game, form: Mapping[str, Any], chosen: Any) -> NewHomework:
    """Return the assignment of a form; ``chosen`` are the languages.

    Raise UsageError or BadFile for what cannot be stored, an exam that cannot be read included.
    """
    exam = str(form.get("exam", OWN))
    if exam not in EXAMS:
        raise UsageError(f"the exam is one of {', '.join(EXAMS)}")
    if exam == OWN and assignment_of(game).exam is None and assignment_of(game).marking is None:
        raise UsageError(f"{game.display_name} has no exam of its own: choose another")
    paper = str(form.get("paper", "")).replace("\r\n", "\n") if exam == FILE else ""
    if exam == FILE:
        check_text(game, paper)
    languages = tuple(name for name in LANGUAGE_NAMES if name in chosen)
    if not languages:
        raise UsageError("choose at least one language")
    return NewHomework(
        class_id,
        str(form.get("title", "")),
        game.name,
        read_options(game, form),
        exam,
        paper,
        read_clock(str(form.get("clock", ""))),
        read_moment(str(form.get("opens", "")), "the opening"),
        read_moment(str(form.get("deadline", "")), "the deadline"),
        read_number(str(form.get("late_hours", "")), "the late hours"),
        read_number(str(form.get("late_percent", "")), "the percent lost by each late day"),
        read_number(str(form.get("group_size", "")), "the size of groups"),
        () if languages == LANGUAGE_NAMES else languages,
        str(form.get("before", "")),
        str(form.get("after", "")),
        form.get("published") == "yes",
    )


def check_text(game: Game, text: str) -> None:
    """Raise BadFile, with the place, for the text of an exam that cannot be used."""
    if not text.strip():
        raise BadFile("an exam of your own needs its file: choose it, or paste it")
    paper = read_paper(text.encode(errors="replace"), PAPER)
    check_paper(paper, PAPER, assignment_of(game))


def read_moment(text: str, what: str) -> datetime | None:
    """Return a moment in UTC, None for an empty text; raise UsageError.

    >>> read_moment("2030-01-31T20:00:00+02:00", "the deadline").isoformat()
    '2030-01-31T18:00:00+00:00'
    """
    if not text.strip():
        return None
    try:
        found = datetime.fromisoformat(text.strip()[:40])
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError):
        example = "2030-01-31 18:00"
        raise UsageError(f"{what} is a date and a time in UTC, such as {example}") from None


def form_of(homework: StoredHomework) -> dict[str, str]:
    """Return the fields of an assignment as its form has them."""
    return {
        "title": homework.title,
        "exam": homework.exam,
        "paper": homework.paper,
        "clock": homework.time_control,
        "opens": written(homework.opens),
        "deadline": written(homework.deadline),
        "late_hours": str(homework.late_hours),
        "late_percent": str(homework.late_percent),
        "group_size": str(homework.group_size),
        "before": homework.before,
        "after": homework.after,
        "published": "yes" if homework.published else "",
        **{f"option-{name}": text for name, text in homework.options.items()},
    }


def written(moment: datetime | None) -> str:
    """Return a moment in UTC as a field of a form has it."""
    return "" if moment is None else f"{moment:%Y-%m-%dT%H:%M}"


def own_paper(game: Game) -> bool:
    """Tell whether a game has an exam of its own."""
    assignment = assignment_of(game)
    return assignment.exam is not None or assignment.marking is not None


def languages_of(homework: StoredHomework) -> tuple[str, ...]:
    """Return the languages that are welcome."""
    return homework.languages or LANGUAGE_NAMES


def game_of(homework: StoredHomework) -> Game:
    """Return the game of an assignment."""
    return find_game(homework.game)
