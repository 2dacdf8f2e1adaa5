"""Judge a session of a program, to the byte."""

from __future__ import annotations

from outwit.errors import BotAbsent
from outwit.grading.boards import Program
from outwit.grading.difference import first_difference
from outwit.grading.evidence import circumstances, shown
from outwit.grading.mark import Result
from outwit.grading.runner import Run, run_program
from outwit.grading.sessions import Session, Suite, changes, words_of
from outwit.programs.replay import replay


def judge(program: Program, suite: Suite, session: Session, ours: str) -> Result:
    """Mark one session; ``ours`` is the module of our program, whose output is right."""
    try:
        run = run_program(
            program.command,
            words_of(session),
            session.stdin,
            session.files,
            program.seconds,
            stop=program.stop,
        )
    except BotAbsent as error:
        return Result(session.name, False, str(error))
    wrong = mistake(run, suite, session, program, ours)
    if not wrong:
        return Result(session.name, True, seconds=run.seconds)
    given = f"arguments: {' '.join(map(shown, session.arguments)) or '(none)'}"
    evidence = "\n".join([given, wrong, circumstances(run)])
    return Result(session.name, False, evidence, run.seconds)


def mistake(run: Run, suite: Suite, session: Session, program: Program, ours: str) -> str:
    """Say what is wrong first: time, output, errors, status, files."""
    if run.timed_out:
        return f"it did not end within {program.seconds:g} s"
    if run.flooded:
        return "it wrote too much"
    expected = session
    if session.replay:
        right = replay(ours, list(session.arguments), session.stdin, run.stdout)
        stderr = None if session.stderr is None else right.stderr
        expected = session.replace(stdout=right.stdout, stderr=stderr, status=right.status)
    wrong = first_difference(expected.stdout, run.stdout, "standard output", suite.free)
    if not wrong and expected.stderr is not None:
        wrong = first_difference(expected.stderr, run.stderr, "standard error", suite.free)
    if not wrong and run.status != expected.status:
        wrong = f"exit status {expected.status} expected, {run.status} found"
    return wrong or wrong_file(run, session)


def wrong_file(run: Run, session: Session) -> str:
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
