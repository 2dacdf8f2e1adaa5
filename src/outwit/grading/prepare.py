"""Gets a submission ready: copied, and built in an enclosure."""

from __future__ import annotations

import os
import shlex
from contextlib import contextmanager
from typing import TYPE_CHECKING

from outwit.core.value import Value
from outwit.errors import BadFile
from outwit.grading.evidence import ending
from outwit.grading.health import check_health, our_faults
from outwit.players.submission import Submission, read_build, read_submission
from outwit.process.copies import Template, copy_tree
from outwit.process.folder import PrivateFolder
from outwit.process.limits import MEBIBYTE, Limits
from outwit.process.once import run_once
from outwit.process.text import shown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from threading import Event

    from outwit.core.game import Game

# Compilers need more than the programs they make.
BUILD_SECONDS = 180.0
BUILD_LIMITS = Limits(memory=3072, processes=512, file=256, disk=1024, open_files=1024)
LARGEST_BUILT = 512 * MEBIBYTE
LONGEST_LOG = 16_000
IN_THE_FOLDER = ("sh", "-c", 'exec "$@"', "build")


class Prepared(Value):
    """A submission that can be marked."""

    submission: Submission
    template: Template
    # What the build said, with its command; empty if there was none.
    log: str


class NotReady(BadFile):
    """A submission that cannot be made ready; ``log`` is what its build said."""

    def __init__(self, message: str, log: str) -> None:
        super().__init__(message)
        self.log = log


def usual_kind(game: Game) -> str:
    """Return the protocol of programs for an assignment."""
    return "text" if game.parts.marking is None else "file"


@contextmanager
def prepared(folder: str, kind: str, stop: Event | None = None) -> Iterator[Prepared]:
    """Copy a submission, build it, and remove the copy afterwards; raise as ``make_ready`` does."""
    with our_faults():
        place = PrivateFolder()
    try:
        submission, log = make_ready(folder, place.path, kind, stop)
        with our_faults():
            template = Template(place.path)
        yield Prepared(submission, template, log)
    finally:
        place.close()


def make_ready(
    folder: str, target: str, kind: str, stop: Event | None = None
) -> tuple[Submission, str]:
    """Copy a submission into an empty folder, build it there, and return what the build said.

    Raise BadFile if it has no program, MarkerFault if the machine is short of something.
    """
    check_health()
    log = ""
    with our_faults():
        if command := read_build(folder):
            log = build(folder, command, target, stop)
        else:
            copy_tree(folder, target)
        try:
            # A build may have made the program.
            return read_submission(target, os.path.basename(folder), kind), log
        except BadFile as error:
            raise NotReady(str(error), log) from None


def build(folder: str, command: tuple[str, ...], target: str, stop: Event | None) -> str:
    """Build a copy of a folder, put the result into another, and return what was said."""

    def lay(place: PrivateFolder) -> dict[str, bytes | None]:
        copy_tree(folder, place.path, place.owner)
        return {}

    def keep(place: PrivateFolder) -> None:
        copy_tree(place.path, target, largest=LARGEST_BUILT)

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
    if run.status or run.timed_out or run.exceeded:
        said.append(f"the build failed: {ending(run, BUILD_SECONDS)}")
    return "\n".join(said)
