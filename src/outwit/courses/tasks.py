"""Between the queue and the work: a job becomes a task, and its outcome changes the database."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from outwit.courses.building import BuildTask
from outwit.courses.due import add_wanted
from outwit.courses.entrant import Entrant, opponent_name
from outwit.courses.marking import MarkTask
from outwit.courses.playing import PlayedGame, PlayTask
from outwit.courses.schedule import after_build
from outwit.courses.work import Outcome, Task
from outwit.storage.bouts import NewBout, store_bout
from outwit.storage.contents import ContentStore
from outwit.storage.database import Database
from outwit.storage.handins import (
    READY,
    BuildResult,
    HandIn,
    HandInStore,
    active_of,
    one_handin,
    store_build,
)
from outwit.storage.homework import HomeworkStore, StoredHomework, one_homework
from outwit.storage.jobs import BUILD, MARK, Job
from outwit.storage.marks import store_mark
from outwit.storage.tables import now

Effect = Callable[[Connection], None]


def nothing(connection: Connection) -> None:
    """Change nothing."""


def task_of(database: Database, job: Job, programs: int = 1) -> Task | None:
    """Return what is to be done for a job, None if it is no longer wanted.

    At most ``programs`` run at once. Raise NotFound if what it is about is deleted.
    """
    homework = HomeworkStore(database).get(job.homework)
    if job.kind == BUILD:
        handin = HandInStore(database).get(job.subject["handin"])
        data = ContentStore(database).get(handin.content)
        # A bot of the teacher may be in any language.
        languages = homework.languages if handin.account is not None else ()
        return BuildTask(data, homework.game, homework.options, homework.time_control, languages)
    if job.kind == MARK:
        handin = HandInStore(database).get(job.subject["handin"])
        if handin.state != READY:
            return None
        return MarkTask(
            homework.game,
            entrant_of(database, handin),
            homework.exam,
            homework.paper,
            job.subject["whole"],
            jobs=programs,
        )
    return play_task(database, job, homework)


def play_task(database: Database, job: Job, homework: StoredHomework) -> PlayTask | None:
    """Return the games of a job, None if one of the hand-ins no longer plays."""
    handins = handins_of(database, job)
    if not all(each.is_playing for each in handins):
        return None
    entrants = [entrant_of(database, each) for each in handins]
    if len(entrants) == 1:
        words = job.subject["opponent"]
        entrants.append(Entrant(opponent_name(words), opponent=words))
    return PlayTask(
        homework.game,
        homework.options,
        homework.time_control,
        (entrants[0], entrants[1]),
        homework.title,
        seed_of(job),
    )


def handins_of(database: Database, job: Job) -> list[HandIn]:
    """Return the hand-ins that play in a job."""
    keys = filter(None, (job.subject["first"], job.subject["second"]))
    return [HandInStore(database).get(key) for key in keys]


def entrant_of(database: Database, handin: HandIn) -> Entrant:
    """Return a hand-in as it plays; its name has its number."""
    assert handin.built is not None
    return Entrant(handin.player, handin.bot, ContentStore(database).get(handin.built))


def seed_of(job: Job) -> int:
    """Return the seed of a job's games; the same if they have to be played again."""
    words = f"{job.subject['first']} {job.subject['second']} {job.subject['opponent']} {job.id}"
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:4], "big")


def effect_of(database: Database, job: Job, task: Task, outcome: Outcome) -> Effect:
    """Return what an outcome changes, to be called in the transaction that finishes the job."""
    if isinstance(outcome, BuildResult):
        return lambda connection: finish_build(connection, job, outcome)
    if isinstance(outcome, dict):
        return lambda connection: store_mark(
            connection,
            job.subject["handin"],
            job.subject["revision"],
            outcome,
            whole=job.subject["whole"],
            counts=job.subject["counts"],
        )
    assert isinstance(task, PlayTask)
    bouts = bouts_of(job, handins_of(database, job), task, outcome)
    return lambda connection: store_bouts(connection, bouts)


def finish_build(connection: Connection, job: Job, result: BuildResult) -> None:
    """Store a build, and add the jobs that follow from it."""
    homework = one_homework(connection, job.homework, lock=True)
    key = job.subject["handin"]
    store_build(connection, key, result)
    handin = one_handin(connection, key)
    active = active_of(connection, homework.id)
    for wanted in after_build(homework, handin, active, now()):
        add_wanted(connection, homework.id, wanted)


def store_bouts(connection: Connection, bouts: Sequence[NewBout]) -> None:
    """Store games."""
    for bout in bouts:
        store_bout(connection, bout)


def bouts_of(
    job: Job, handins: Sequence[HandIn], task: PlayTask, games: Sequence[PlayedGame]
) -> list[NewBout]:
    """Return the games of a job as they are stored."""
    keys = [*(each.id for each in handins), None][:2]
    names = [each.name for each in task.entrants]
    night = job.subject["night"]
    at = now()
    return [
        NewBout(
            job.homework,
            keys[game.first],
            names[game.first],
            keys[1 - game.first],
            names[1 - game.first],
            game.result,
            game.termination,
            game.fault_of,
            game.plies,
            game.record,
            game.errors,
            game.seconds,
            at,
            None if night is None else type(at).fromisoformat(night),
        )
        for game in games
    ]
