"""The work itself: plain values in, plain values out, so that any machine can do it."""

from __future__ import annotations

from typing import Any

from outwit.courses.building import BuildTask, build
from outwit.courses.marking import MarkTask, mark
from outwit.courses.playing import PlayedGame, PlayTask, play_pair
from outwit.errors import MarkerFault
from outwit.process.permission import NOT_ENCLOSED, may_run
from outwit.storage.handins import BuildResult

Task = BuildTask | MarkTask | PlayTask
Outcome = BuildResult | dict[str, Any] | tuple[PlayedGame, ...]


def do(task: Task) -> Outcome:
    """Do a task; raise MarkerFault if this machine is at fault."""
    if not may_run():
        raise MarkerFault(NOT_ENCLOSED)
    if isinstance(task, BuildTask):
        return build(task)
    if isinstance(task, MarkTask):
        return mark(task)
    return play_pair(task)
