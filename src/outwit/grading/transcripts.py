"""Judge a session of a program, to the byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outwit.assignments.replay import replay
from outwit.errors import BotAbsent
from outwit.grading.difference import first_difference
from outwit.grading.evidence import block, circumstances, compared, crash_of, ending, given
from outwit.grading.mark import Result
from outwit.grading.program import Program
from outwit.grading.sessions import RecordedSession, Suite, changes, words_of
from outwit.process.singlerun import Run
from outwit.process.text import shown

if TYPE_CHECKING:
    from types import ModuleType


def judge(program: Program, suite: Suite, session: RecordedSession, ours: ModuleType) -> Result:
    """Mark one session; ``ours`` is our program, whose output is right."""
    try:
        run = program.run(words_of(session), session.stdin, session.files)
    except BotAbsent as error:
        return Result(session.name, False, str(error))
    expected = expected_of(session, run, ours)
    wrong = mistake(run, suite, expected, program)
    if not wrong and not program.thorough:
        return Result(session.name, True, seconds=run.seconds)
    said = [wrong or "right", given(session.arguments, session.files, session.stdin)]
    said.append(compared(shown(expected.stdout), shown(run.stdout)))
    if program.thorough:
        said.append(block("standard output", run.stdout))
    said.append(circumstances(run, program.seconds))
    told = "\n".join(filter(None, said))
    silent = run.timed_out and not run.stdout
    return Result(
        session.name,
        not wrong,
        told,
        run.seconds,
        late=run.timed_out,
        silent=silent,
        crash=crash_of(run),
    )


def expected_of(session: RecordedSession, run: Run, ours: ModuleType) -> RecordedSession:
    """Return a session with what is right where the computer chose as it did in a run."""
    if not session.replay:
        return session
    right = replay(ours, list(session.arguments), session.stdin, run.stdout)
    stderr = None if session.stderr is None else right.stderr
    return session.replace(stdout=right.stdout, stderr=stderr, status=right.status)


def mistake(run: Run, suite: Suite, expected: RecordedSession, program: Program) -> str:
    """Say what is wrong first: time, output, errors, status, files."""
    if run.timed_out or run.flooded or run.exceeded:
        return ending(run, program.seconds)
    wrong = first_difference(expected.stdout, run.stdout, "standard output", suite.free)
    if not wrong and expected.stderr is not None:
        wrong = first_difference(expected.stderr, run.stderr, "standard error", suite.free)
    if not wrong and run.status != expected.status:
        wrong = f"exit status {expected.status} expected, {run.status} found"
    return wrong or wrong_file(run, expected)


def wrong_file(run: Run, session: RecordedSession) -> str:
    """Say which file is not as it should be."""
    written = changes(session.files, run)
    for name in sorted({*session.written, *written, *session.files}):
        title = f"the file {shown(name)!r}"
        if name not in run.files:
            return f"{title} is missing"
        if name not in session.written:
            if name in written:
                return f"{title} should not have been written"
            continue
        expected, found = session.written[name], run.files[name]
        if (expected is None) != (found is None):
            return f"{title} should be a {'folder' if expected is None else 'file'}"
        if wrong := first_difference(expected or b"", found or b"", title):
            return wrong
    return ""
