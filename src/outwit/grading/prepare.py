"""Gets a submission ready: copied, and built in an enclosure."""

from __future__ import annotations

import os
import shlex
import stat
from contextlib import contextmanager
from typing import TYPE_CHECKING

from outwit.assignments.assignment import assignment_of
from outwit.core.value import Value
from outwit.errors import BadFile
from outwit.grading.evidence import ending
from outwit.grading.health import check_health, our_faults
from outwit.players.submission import (
    BUILD,
    RUN,
    Submission,
    not_built,
    read_build,
    read_submission,
)
from outwit.process.copies import Template, copy_tree
from outwit.process.folder import PrivateFolder, read_regular
from outwit.process.limits import MEBIBYTE, ResourceLimits
from outwit.process.singlerun import run_once
from outwit.process.text import shown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from threading import Event

    from outwit.core.game import Game

# Compilers need more than the programs they make.
BUILD_SECONDS = 180.0
BUILD_LIMITS = ResourceLimits(memory=3072, processes=512, file=256, disk=1024, open_files=1024)
LARGEST_BUILT = 512 * MEBIBYTE
LONGEST_LOG = 16_000
IN_THE_FOLDER = ("sh", "-c", 'exec "$@"', "build")


class Built(Value):
    """What became of a build."""

    # What it said, with its command; empty if there was none.
    log: str = ""
    # How it ended, if it failed.
    failure: str = ""

    def reason(self, problem: str) -> str:
        """Say why there is no program: a failed build comes first."""
        return f"the build failed: {self.failure}; {problem}" if self.failure else problem


class Prepared(Value):
    """A submission that can be marked."""

    submission: Submission
    template: Template
    built: Built


class NotReady(BadFile):
    """A submission that cannot be made ready; ``built`` is what became of its build."""

    def __init__(self, message: str, built: Built) -> None:
        super().__init__(built.reason(message))
        self.built = built


def usual_kind(game: Game) -> str:
    """Return the protocol of programs for an assignment."""
    return "text" if assignment_of(game).marking is None else "file"


@contextmanager
def prepared(
    folder: str, kind: str, stop: Event | None = None, game: str = ""
) -> Iterator[Prepared]:
    """Copy a submission, build it, and remove the copy afterwards; raise as ``make_ready`` does."""
    with our_faults():
        place = PrivateFolder()
    try:
        submission, built = make_ready(folder, place.path, kind, stop, game)
        with our_faults():
            template = Template(place.path)
        yield Prepared(submission, template, built)
    finally:
        place.close()


def make_ready(
    folder: str, target: str, kind: str, stop: Event | None = None, game: str = ""
) -> tuple[Submission, Built]:
    """Copy a submission into an empty folder, build it there, and return what became of that.

    Raise BadFile if it has no program, BotUnseen if its language is not installed, MarkerFault if
    the machine is short of something. A program may be called as its ``game``.
    """
    check_health()
    built = Built()
    with our_faults():
        if command := read_build(folder, game):
            built = build(folder, command, target, stop)
        else:
            copy_tree(folder, target)
        end_lines(target)
        try:
            # A build may have made the program.
            submission = read_submission(target, os.path.basename(folder), kind, game)
        except BadFile as error:
            raise NotReady(str(error), built) from None
        if built.failure and (absent := not_built(target, submission.bot.command)):
            raise NotReady(f"there is no {absent!r}", built)
        return submission, built


def end_lines(folder: str) -> None:
    """End the lines of scripts as this system's shell expects; Windows ends them otherwise."""
    for name in (RUN, BUILD):
        path = os.path.join(folder, name)
        data = read_regular(path)
        if data is not None and b"\r\n" in data and b"\0" not in data:
            os.chmod(path, os.stat(path).st_mode | stat.S_IWUSR)
            with open(path, "wb") as file:
                file.write(data.replace(b"\r\n", b"\n"))


def build(folder: str, command: tuple[str, ...], target: str, stop: Event | None) -> Built:
    """Build a copy of a folder, put the result into another, and return what became of it."""

    def lay(place: PrivateFolder) -> dict[str, bytes | None]:
        copy_tree(folder, place.path, place.owner)
        end_lines(place.path)
        return {}

    too_large: list[str] = []

    def keep(place: PrivateFolder) -> None:
        try:
            copy_tree(place.path, target, largest=LARGEST_BUILT)
        except BadFile as error:
            too_large.append(f"what it made: {error}")

    run = run_once(
        [*IN_THE_FOLDER, *command],
        seconds=BUILD_SECONDS,
        limits=BUILD_LIMITS,
        stop=stop,
        lay=lay,
        keep=keep,
        # Names stay as they are, as nothing is there: they are those of the copy.
        base=os.path.join(target, "nowhere"),
    )
    said = [f"$ {shlex.join(command)}"]
    said += [shown(data, LONGEST_LOG).rstrip() for data in (run.stdout, run.stderr) if data]
    failure = ""
    if run.status or run.timed_out or run.exceeded:
        failure = ending(run, BUILD_SECONDS)
        said.append(f"the build failed: {failure}")
    built = Built("\n".join(said), failure)
    for problem in too_large:
        raise NotReady(problem, built)
    return built
