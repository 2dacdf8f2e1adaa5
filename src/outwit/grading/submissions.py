"""Marks a folder of submissions; a broken one does not affect the others."""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from outwit.errors import BadFile, BotUnseen, MarkerFault, OutwitError, UsageError
from outwit.files import parse_json, read_bytes, write_bytes
from outwit.grading.gradescope import facts, write_gradescope
from outwit.grading.health import check_health
from outwit.grading.mark import Mark
from outwit.grading.prepare import Built, NotReady, prepared
from outwit.grading.reports import write_report
from outwit.grading.summary import write_summary
from outwit.process.copies import fingerprint
from outwit.process.text import shown

if TYPE_CHECKING:
    from outwit.core.game import Game
    from outwit.grading.workers import Workers
    from outwit.players.submission import Submission
    from outwit.process.copies import Template

REPORTS, LOCK = "reports", ".lock"
LARGEST_REPORT = 1 << 28
# Longest name of a report; a longer one is cut and gets a part of its hash.
LONGEST_NAME = 200
MOST_NAMED = 5


class SubmissionMarker(Protocol):
    """What marks submissions: by an exam, or by their strength."""

    game: Game
    workers: Workers

    @property
    def kind(self) -> str:
        """Return the protocol of programs that name none."""

    @property
    def most(self) -> float:
        """Return the points of all parts, without bonus."""

    def fingerprint(self) -> str:
        """Return a hash of all that a mark depends on besides the program."""

    def mark_ready(self, submission: Submission, template: Template, place: Path) -> Mark:
        """Mark a program that is built; raise UsageError if it is none to be marked."""


def submissions(folder: Path) -> list[Path]:
    """List the submissions, by name; raise UsageError if there are none."""
    if not folder.is_dir():
        raise UsageError(f"there is no folder {str(folder)!r}")
    found = [path for path in folder.iterdir() if path.is_dir() and not why_not(path)]
    if not found:
        raise UsageError(f"{str(folder)!r} holds no submissions: no sub-folder is in it")
    return sorted(found)


def why_not(path: Path) -> str:
    """Say why a folder is no submission; nothing if it is one.

    A link may lead to somebody else's program.
    """
    if path.name.startswith((".", "_")):
        return "their names begin with . or _"
    return "they are links" if path.is_symlink() else ""


def say_passed_over(folder: Path, say: Callable[[str], None]) -> None:
    """Name the folders that are no submissions."""
    names: dict[str, list[str]] = {}
    for path in sorted(folder.iterdir()):
        if (path.is_dir() or path.is_symlink()) and (reason := why_not(path)):
            names.setdefault(reason, []).append(path.name)
    for reason, named in names.items():
        more = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
        first = shown(", ".join(named[:MOST_NAMED]), LONGEST_NAME)
        say(f"no submissions, as {reason}: {first}{more}")


def mark_all(
    marker: SubmissionMarker, folder: Path, output: Path, *, again: bool, say: Callable[[str], None]
) -> list[dict[str, Any]]:
    """Mark every submission, write its reports and a summary, and return the summary's rows.

    A submission that has a report is marked again only if it has changed, or what it is marked by,
    or if ``again``; so a run that was killed can be continued. What could not be marked for a fault
    of ours has no report, and is marked by the next run.
    """
    if output.absolute().is_relative_to(folder.absolute()):
        raise UsageError(f"{str(output)!r} is in the folder of submissions")
    places = submissions(folder)
    rows: list[dict[str, Any]] = []
    by = marker.fingerprint()
    say_passed_over(folder, say)
    with claimed(output):
        for number, place in enumerate(places, 1):
            marker.workers.about = f"{shown(place.name, 40)} ({number} of {len(places)}): "
            row = None if again else read_row(report_of(output, place.name), fresh(place, by))
            if row is None:
                marker.workers.show("copied and built")
                row = mark_place(marker, place, output, fresh(place, by))
                marker.workers.say("")
            row = {"name": shown(place.name).replace("\n", "\\n"), **row}
            rows.append(row)
            points = [] if row["error"] else [f"{row['score']:.2f} of {row['most']:g}"]
            say(f"{row['name']}: {'; '.join([*row['remarks'], *points])}")
            write_summary(output, rows)
    return rows


@contextmanager
def claimed(output: Path) -> Iterator[None]:
    """Make the folder of the reports, and keep others from writing there at the same time."""
    try:
        (output / REPORTS).mkdir(parents=True, exist_ok=True)
        handle = os.open(output / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise BadFile(f"{str(output)!r} cannot be written: {error.strerror}") from None
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(f"another run is marking into {str(output)!r}") from None
        for place in (output, output / REPORTS):
            # What a killed run was writing.
            for path in place.glob(".*.part"):
                path.unlink(missing_ok=True)
        yield
        (output / LOCK).unlink()
    finally:
        os.close(handle)


def fresh(place: Path, by: str) -> dict[str, Any]:
    """Return the hashes that a report must have to be up to date."""
    try:
        content = fingerprint(str(place))
    except BadFile as error:
        content = hashlib.sha256(str(error).encode()).hexdigest()
    return {"content": content, "marked_by": by}


def report_of(output: Path, name: str) -> Path:
    """Return where the report of a submission is; a name too long for a file is cut."""
    data = os.fsencode(name)
    if len(data) > LONGEST_NAME:
        name = f"{os.fsdecode(data[:LONGEST_NAME])}-{hashlib.sha256(data).hexdigest()[:8]}"
    return output / REPORTS / f"{name}.json"


def mark_place(
    marker: SubmissionMarker, place: Path, output: Path, hashes: dict[str, Any]
) -> dict[str, Any]:
    """Mark a submission, write its reports, and return its row."""
    report = report_of(output, place.name)
    try:
        check_health()
        mark = mark_one(marker, place)
        row = {**facts(mark), **hashes, "unmarked": False}
        # The report that says it is done comes last.
        write_report(report.with_suffix(".txt"), mark)
        write_bytes(str(report), write_gradescope(mark, {**hashes, "unmarked": False}).encode())
    except (MarkerFault, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        for path in (report, report.with_suffix(".txt")):
            with suppress(OSError):
                path.unlink(missing_ok=True)
        fault = f"not marked, not the submission's fault: {reason}"
        empty = Mark(marker.game.name, place.name, (), fault, worth=marker.most)
        return {**facts(empty), **hashes, "unmarked": True}
    return row


def mark_one(marker: SubmissionMarker, place: Path) -> Mark:
    """Mark a submission; if it cannot be marked, the mark says why."""
    game, name, built = marker.game, place.name, Built()
    # A fault that ended the jobs of the submission before does not end this one's build.
    marker.workers.stop.clear()

    def refused(reason: str) -> Mark:
        return Mark(game.name, name, (), reason, built.log, built.failure, marker.most)

    try:
        kind, stop = marker.kind, marker.workers.stop
        with prepared(str(place.absolute()), kind, stop, game.name) as ready:
            built = ready.built
            mark = marker.mark_ready(ready.submission, ready.template, place)
            return mark.replace(build=built.log, build_failure=built.failure)
    except MarkerFault:
        raise
    except BotUnseen as error:
        raise MarkerFault(str(error)) from None
    except NotReady as error:
        built = error.built
        return refused(str(error))
    except OutwitError as error:
        return refused(built.reason(str(error)))
    except Exception as error:
        # Whatever a submission does to the marker, the others go on.
        told = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        raise MarkerFault(f"the marker failed: {told}") from error


def read_row(report: Path, hashes: dict[str, Any]) -> dict[str, Any] | None:
    """Return what a finished report says; None if there is none, or it is out of date."""
    try:
        known = parse_json(read_bytes(str(report), LARGEST_REPORT))["extra_data"]
        complete = (
            all(known[key] == value for key, value in hashes.items())
            and isinstance(known["error"], str)
            and isinstance(known["why"], str)
            and all(isinstance(remark, str) for remark in known["remarks"])
            and known["score"] >= 0
            and known["most"] >= 0
            and known["full"] in (True, False)
            and known["unmarked"] is False
        )
        parts = [(part["name"], part["passed"], part["total"]) for part in known["parts"]]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return known if complete and (parts or known["error"]) else None
