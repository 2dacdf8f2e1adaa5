"""Marks a hand-in that is built: by the public cases of an exam, or by all of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from outwit.core.game import Game
from outwit.core.value import Value
from outwit.courses.entrant import Entrant, laid_out
from outwit.errors import BotUnseen, MarkerFault, OutwitError
from outwit.games import game as find_game
from outwit.grading.gradescope import write_gradescope
from outwit.grading.health import check_health, our_faults
from outwit.grading.mark import Mark
from outwit.grading.marker import Marker
from outwit.grading.plan import NothingToMark, Settings
from outwit.grading.strength import StrengthMarker
from outwit.grading.submissions import SubmissionMarker
from outwit.grading.workers import Workers
from outwit.players.submission import Submission
from outwit.process.copies import Template
from outwit.process.folder import PrivateFolder
from outwit.storage.homework import FILE, STRENGTH

PAPER = "exam.toml"
ALL_HIDDEN = "all cases of this exam are hidden until the deadline"


class MarkTask(Value):
    """A hand-in to be marked: by the game's own exam, the text of another, or its strength.

    Without ``whole`` the hidden cases are left out. At most ``jobs`` programs run at once.
    """

    game: str
    entrant: Entrant
    exam: str
    paper: str = ""
    whole: bool = True
    seed: int = 1
    jobs: int = 1


def mark(task: MarkTask) -> dict[str, Any]:
    """Return the mark as a ``results.json`` of Gradescope.

    Raise MarkerFault if this machine is at fault, another OutwitError if the exam is.
    """
    check_health()
    game = find_game(task.game)
    if task.exam == STRENGTH:
        strong = StrengthMarker(game, Workers(task.jobs), seed=task.seed)
        return report_of(mark_by(strong, game, task.entrant))
    with our_faults():
        place = PrivateFolder()
    try:
        paper = None
        if task.exam == FILE:
            place.write(PAPER, task.paper.encode())
            paper = Path(place.join(PAPER))
        settings = Settings(exam=paper, seed=task.seed, whole=task.whole)
        try:
            marker = Marker(game, settings, Workers(task.jobs))
        except NothingToMark:
            if task.whole:
                raise
            found = Mark(game.name, task.entrant.name, (), ALL_HIDDEN, worth=0.0)
        else:
            found = mark_by(marker, game, task.entrant)
    finally:
        place.close()
    return report_of(found)


def report_of(mark: Mark) -> dict[str, Any]:
    """Return a mark as it is stored."""
    report: dict[str, Any] = json.loads(write_gradescope(mark))
    return report


def mark_by(marker: SubmissionMarker, game: Game, entrant: Entrant) -> Mark:
    """Mark a hand-in; if it cannot be marked, the mark says why."""
    assert entrant.bot is not None
    with laid_out(entrant) as bot:
        try:
            with our_faults():
                template = Template(bot.folder)
            submission = Submission(bot, entrant.bot["declared"])
            return marker.mark_ready(submission, template, Path(entrant.name))
        except MarkerFault:
            raise
        except BotUnseen as error:
            raise MarkerFault(str(error)) from None
        except OutwitError as error:
            return Mark(game.name, entrant.name, (), str(error), worth=marker.most)
