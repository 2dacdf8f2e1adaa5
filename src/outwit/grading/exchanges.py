"""Judge a case of an exam: typed prompt by prompt, and marked by what the assignment asks."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from outwit.assignments.exam import ExamCase, Examiner, Exchange, Mistake, Transcript
from outwit.errors import BotAbsent, MarkerFault, OutwitError
from outwit.grading.evidence import (
    LONGEST_ERRORS,
    LONGEST_OUTPUT,
    block,
    circumstances,
    compared,
    crash_of,
    given,
)
from outwit.grading.mark import Result
from outwit.process.text import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from outwit.grading.program import Program
    from outwit.process.singlerun import Run

# Exchanges that a report shows before and after the one with the mistake.
AROUND = 3
LONGEST_WHAT = 1_000
# Characters of a conversation in a report, and of one that is shown alone.
LONGEST_TALK, LONGEST_WHOLE = 8_000, 1_000_000


def judge(program: Program, examiner: Examiner, case: ExamCase) -> Result:
    """Mark one case; raise MarkerFault if the exam is wrong in it."""
    try:
        run, transcript = run_case(program, examiner, case)
    except BotAbsent as error:
        return Result(case.name, False, str(error), hidden=case.hidden, about=case.about)
    with faults_of_exam(case):
        mistakes = examiner.judge(case, transcript, program.declared)
    told = ""
    if mistakes or program.thorough:
        told = evidence(program, case, run, transcript, mistakes)
    return Result(
        case.name,
        not mistakes,
        told,
        run.seconds,
        hidden=case.hidden,
        about=case.about,
        late=run.timed_out,
        silent=run.timed_out and not run.stdout,
        crash=crash_of(run),
    )


@contextmanager
def faults_of_exam(case: ExamCase) -> Iterator[None]:
    """Turn a field that is missing or wrong in a case into a MarkerFault that names the case."""
    try:
        yield
    except (OutwitError, KeyError) as error:
        reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise MarkerFault(f"the exam's case {case.name!r}: {reason}") from None


def run_case(program: Program, examiner: Examiner, case: ExamCase) -> tuple[Run, Transcript]:
    """Run a case; raise BotAbsent if the program cannot be started."""
    with faults_of_exam(case):
        typist = examiner.typist(case)

    def type_next(printed: bytes) -> bytes | None:
        answer = typist(printed.decode("utf-8", "replace"))
        return None if answer is None else answer.encode("utf-8", "surrogateescape")

    words = [word.encode("utf-8", "surrogateescape") for word in case.arguments]
    run = program.run(words, files=files_of(case), typist=type_next)
    return run, transcript_of(run, program.seconds)


def files_of(case: ExamCase) -> dict[str, bytes | None]:
    """Return the files of a case, one byte a character."""
    return {
        name: None if text is None else text.encode("latin-1") for name, text in case.files.items()
    }


def transcript_of(run: Run, seconds: float) -> Transcript:
    """Return a run with what was printed after each line that was typed."""
    typed: list[str | None] = [""]
    cuts = [(0, 0)]
    for stdout, stderr, data in run.typed:
        typed.append(None if data is None else data.decode("utf-8", "replace"))
        cuts.append((stdout, stderr))
    ends = [*cuts[1:], (len(run.stdout), len(run.stderr))]
    exchanges = tuple(
        Exchange(
            text,
            run.stdout[begin[0] : end[0]].decode("utf-8", "replace"),
            run.stderr[begin[1] : end[1]].decode("utf-8", "replace"),
        )
        for text, begin, end in zip(typed, cuts, ends, strict=True)
    )
    stopped = run.exceeded
    if run.timed_out:
        stopped = f"it did not end within {seconds:g} s"
    elif run.flooded:
        stopped = "it printed too much"
    return Transcript(exchanges, run.status, stopped, run.files, run.seconds)


def evidence(
    program: Program, case: ExamCase, run: Run, transcript: Transcript, mistakes: list[Mistake]
) -> str:
    """Say what was wrong, what was given, and what the program printed."""
    said = [part for mistake in mistakes for part in describe(mistake)] or ["right"]
    said.append(given(case.arguments, files_of(case), case.typed.encode()))
    shows = next((each.exchange for each in mistakes if each.exchange is not None), None)
    talk = conversation(transcript, None if program.thorough else shows)
    said.append(shown(talk, LONGEST_WHOLE if program.thorough else LONGEST_TALK))
    said.append(circumstances(run, program.seconds, errors=False))
    if program.thorough:
        for name, data in sorted(run.files.items()):
            if data is not None and data != files_of(case).get(name):
                said.append(block(f"file {shown(name)!r} afterwards", data))
    return "\n".join(said)


def describe(mistake: Mistake) -> list[str]:
    """Say what is wrong, and show what was expected and found."""
    what = shown(mistake.what, LONGEST_WHAT)
    return [what, *filter(None, [compared(mistake.expected, mistake.found)])]


def conversation(transcript: Transcript, at: int | None) -> str:
    """Show what was typed (after ``>``) and printed (after ``|``), near an exchange if it is named.

    What was written to standard error stands after ``!``.
    """
    exchanges = transcript.exchanges
    begin, end = 0, len(exchanges)
    if at is not None and len(exchanges) > 2 * AROUND + 1:
        begin, end = max(0, at - AROUND), min(len(exchanges), at + AROUND + 1)
    lines = [f"… {begin} lines typed before …"] if begin else []
    for exchange in exchanges[begin:end]:
        if exchange.typed is None:
            lines.append("> (the end of the input)")
        elif exchange.typed:
            lines += prefixed("> ", exchange.typed)
        lines += prefixed("| ", exchange.printed)
        lines += prefixed("! ", exchange.errors, LONGEST_ERRORS)
    if end < len(exchanges):
        lines.append(f"… {len(exchanges) - end} lines typed after …")
    return "\n".join(["typed and printed:", *(f"  {line}" for line in lines)])


def prefixed(prefix: str, text: str, most: int = LONGEST_OUTPUT) -> list[str]:
    """Return the lines of a text, each after a prefix; if it is long, its head and tail."""
    if not text:
        return []
    return [f"{prefix}{line}" for line in shown(text, most).removesuffix("\n").split("\n")]
