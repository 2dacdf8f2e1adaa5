"""``outwit grade``."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryFile

import click

from outwit.cli.bot_options import program_spec
from outwit.cli.completers import complete_game
from outwit.cli.help import Command
from outwit.cli.interruption import Interruption, interruptible
from outwit.cli.sandboxed import takes_sandbox, warn_of_strangers
from outwit.cli.target import check_writable, named
from outwit.core.counting import counted
from outwit.errors import BadFile, BotAbsent, UsageError
from outwit.games import game as find_game
from outwit.grading.generate import generate
from outwit.grading.mark import Mark
from outwit.grading.marker import Marker
from outwit.grading.plan import Settings
from outwit.grading.reports import FORMATS, TEXT, format_of, write_report
from outwit.grading.strength import StrengthMarker
from outwit.grading.submissions import SubmissionMarker, mark_all
from outwit.grading.text import print_text
from outwit.grading.workers import Workers
from outwit.players.roster import PROTOCOLS, BotSpec
from outwit.process.text import shown

UNMARKED = 7
# Most failures printed without --all-failures.
MOST_FAILURES = 5
FOLDER = click.Path(path_type=Path)


@click.command(cls=Command)
@click.argument("name", metavar="GAME", shell_complete=complete_game)
@click.argument("command", metavar="-- COMMAND...", nargs=-1, type=click.UNPROCESSED)
@click.option(
    "--cases",
    type=FOLDER,
    metavar="DIR",
    help="A folder or file of cases or sessions. [default: the game's own]",
)
@click.option(
    "--exam", type=FOLDER, metavar="FILE", help="An exam file. [default: the game's own exam]"
)
@click.option("--strict", is_flag=True, help="Compare sessions with our own program, byte by byte.")
@click.option("--case", metavar="NAME", help="Run one case only, and show its input and output.")
@click.option(
    "--level",
    "levels",
    type=int,
    metavar="N",
    multiple=True,
    help="Only cases of this level; repeat it for more.",
)
@click.option(
    "--games",
    type=click.IntRange(0, 100_000),
    metavar="N",
    help="Play this many games even if they do not count. [default: as the exam says]",
)
@click.option(
    "--seed",
    type=int,
    metavar="N",
    default=1,
    show_default=True,
    help="Seed of games and of --generate.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.01, 3600),
    metavar="SECONDS",
    help="Time limit of a move or a case. [default: as the exam says]",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Programs that run at once. [default: one per CPU]",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    default=TEXT,
    show_default=True,
    help="Format of the printed report.",
)
@click.option(
    "--all-failures",
    "whole",
    is_flag=True,
    help=f"Print all failures, not only the first {MOST_FAILURES}. Reports always name all.",
)
@click.option(
    "--report",
    "reports",
    type=FOLDER,
    metavar="FILE",
    multiple=True,
    help="Write a report, too: a .txt, .xml or .json file; repeat it for more.",
)
@click.option(
    "--generate",
    "number",
    type=click.IntRange(1, 10_000),
    metavar="N",
    help="Generate this many new cases.",
)
@click.option(
    "--all", "folder", type=FOLDER, metavar="DIR", help="Mark every submission in this folder."
)
@click.option(
    "--again", is_flag=True, help="With --all: mark submissions that have a report again."
)
@click.option(
    "--strength",
    is_flag=True,
    help="Points by games against the levels, for programs of any protocol.",
)
@click.option(
    "--protocol",
    type=click.Choice(PROTOCOLS),
    help="With --strength -- COMMAND: its protocol. [default: the usual one of the game]",
)
@click.option(
    "--output",
    type=FOLDER,
    metavar="DIR",
    callback=named,
    help="The folder into which --generate and --all write.",
)
@takes_sandbox
@click.pass_context
def grade(
    ctx: click.Context,
    name: str,
    command: tuple[str, ...],
    cases: Path | None,
    exam: Path | None,
    strict: bool,
    case: str | None,
    levels: tuple[int, ...],
    games: int | None,
    seed: int,
    seconds: float | None,
    jobs: int | None,
    form: str,
    whole: bool,
    reports: tuple[Path, ...],
    number: int | None,
    folder: Path | None,
    again: bool,
    strength: bool,
    protocol: str | None,
    output: Path | None,
) -> None:
    """Mark programs that play a game.

    A program may be in any language. It passes if its output says what the assignment asks for, in
    any wording; with --strict every byte must agree. A program that plays by files is run as
    `COMMAND SIDE IN OUT`. The exit status is 0 if everything passes, 1 if something fails, and 7 if
    this machine could not mark something.

    Examples:
      outwit grade advance -- python3 solution.py
      outwit grade advance --all submissions --output marks
      outwit grade ataxx --strength --protocol ugi -- ./bot
    """
    game = find_game(name)
    if sum((bool(command), number is not None, folder is not None)) != 1:
        raise UsageError("give exactly one of -- COMMAND, --all FOLDER and --generate N")
    if folder is not None and (reports or case is not None):
        raise UsageError("--all writes its reports to --output, and marks all cases")
    if case is not None and (reports or form != TEXT):
        raise UsageError("--case shows one case as text: it takes no --report and no --format")
    for path in reports:
        format_of(path)
        check_writable(str(path))
        try_folder(path.parent)
    if number is not None:
        place = Path(f"{game.name}-cases") if output is None else output
        click.echo(generate(game, place, number, seed, levels))
        return
    warn_of_strangers()
    settings = Settings(cases, levels, games, seed, seconds, strict, exam)
    workers = Workers(jobs, progress=sys.stderr.isatty())
    if strength:
        if case is not None or settings != Settings(seed=seed):
            raise UsageError("--strength is an exam of its own; of those options it takes --seed")
        strong = StrengthMarker(game, workers, seed=seed)
    elif protocol is not None:
        raise UsageError("--protocol goes with --strength")
    marker = Marker(game, settings, workers)
    try:
        with interruptible():
            if folder is not None:
                status = grade_all(strong if strength else marker, folder, output, again=again)
            elif strength:
                bot = program_spec(command, protocol or strong.kind, (), BotSpec.memory)
                status = show_mark(strong.mark(bot, bot.name), form, reports, None)
            elif case is not None:
                status = grade_case(marker, command, case)
            else:
                most = None if whole else MOST_FAILURES
                status = show_mark(marker.mark(command), form, reports, most)
    except Interruption as stop:
        go_on = "" if folder is None else "; the same command marks the rest"
        click.echo(f"outwit: interrupted{go_on}", err=True)
        status = stop.status
    except BotAbsent as error:
        raise UsageError(str(error)) from None
    ctx.exit(status)


def try_folder(folder: Path) -> None:
    """Raise BadFile if no file can be written to a folder."""
    try:
        with TemporaryFile(dir=folder):
            return
    except OSError as error:
        raise BadFile(f"{str(folder)!r} cannot be written to: {error.strerror}") from None


def show_mark(mark: Mark, form: str, reports: tuple[Path, ...], most: int | None) -> int:
    """Print a mark, write its reports, and return 0 if everything was passed.

    As text, at most ``most`` failures are printed.
    """
    for path in reports:
        write_report(path, mark)
    click.echo(print_text(mark, most) if form == TEXT else FORMATS[form](mark), nl=False)
    return 0 if mark.full else 1


def grade_case(marker: Marker, command: tuple[str, ...], name: str) -> int:
    """Run one case, show all of it, and return 0 if it was passed."""
    part, result = marker.run_case(name, command)
    click.echo(f"{part}: {result.name}: {'passed' if result.passed else 'failed'}")
    click.echo(shown(result.evidence, len(result.evidence)))
    return 0 if result.passed else 1


def grade_all(marker: SubmissionMarker, folder: Path, output: Path | None, *, again: bool) -> int:
    """Mark the submissions in a folder, and return 0 if all passed everything."""
    place = folder.absolute()
    to = place.with_name(f"{place.name}-marks") if output is None else output
    rows = mark_all(marker, folder, to, again=again, say=click.echo)
    click.echo(f"{counted(len(rows), 'submission')}, summary in {to / 'summary.csv'}")
    if unmarked := sum(row["unmarked"] for row in rows):
        click.echo(f"{unmarked} not marked; the same command marks them")
        return UNMARKED
    return 0 if all(row["full"] for row in rows) else 1
