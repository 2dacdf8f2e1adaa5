"""``outwit class list|assignments|marks|export|remark|accept``: a teacher's classes on a portal."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from outwit.cli.help import Group
from outwit.cli.portal import client_of, say, takes_portal
from outwit.cli.submit import LOOK_SECONDS, address_of
from outwit.cli.target import STANDARD_OUTPUT
from outwit.client.client import Client
from outwit.client.connection import Json
from outwit.core.counting import counted
from outwit.core.suggestion import suggestion
from outwit.errors import UsageError, harmless
from outwit.files import write_bytes

CSV, GRADESCOPE, JUNIT = FORMATS = ("csv", "gradescope", "junit")


@click.group(cls=Group, no_args_is_help=False, invoke_without_command=True)
@click.pass_context
def class_(ctx: click.Context) -> None:
    """List classes, show and export marks, and mark again.

    A class or an assignment is named by its address in the browser, or by its id.

    Examples:
      outwit class list
      outwit class marks https://games.example.org/c/ABCD2345/a/wxyz6789
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@class_.command("list")
@takes_portal
def list_classes(token: str | None, server: str) -> None:
    """List the classes that you teach or belong to.

    Examples:
      outwit class list --server https://games.example.org
    """
    with client_of(token, server) as client:
        found = client.classes()
    rows = [
        [each["id"], each["name"], each["game"], "teacher" if each["teacher"] else "student"]
        for each in found
    ]
    print_table(["id", "class", "game", "you are"], rows)


@class_.command()
@click.argument("name", metavar="CLASS")
@takes_portal
def assignments(name: str, token: str | None, server: str) -> None:
    """List the assignments of a class.

    Examples:
      outwit class assignments https://games.example.org/c/ABCD2345
    """
    key, place = address_of(name, "c")
    with client_of(token, place or server) as client:
        found = client.assignments(key)
    rows = [[each["id"], each["title"], state_of(each), moment(each["deadline"])] for each in found]
    print_table(["id", "assignment", "state", "deadline (UTC)"], rows)


@class_.command()
@click.argument("assignment")
@takes_portal
def marks(assignment: str, token: str | None, server: str) -> None:
    """Show the marks of everyone in an assignment.

    Examples:
      outwit class marks https://games.example.org/c/ABCD2345/a/wxyz6789
    """
    key, place = address_of(assignment)
    with client_of(token, place or server) as client:
        found = client.marks(key)
    print_table(
        ["name", "number", "language", "state", "public", "whole", "late", "points", "of", "rank"],
        [
            [
                each["name"],
                text_of(each["number"]),
                each["language"],
                "fault" if each["failure"] else each["state"],
                text_of(each["public"]),
                text_of(each["whole"]),
                f"{each['latePercent']:.0f} %" if each["latePercent"] else "",
                text_of(each["final"]),
                text_of(each["most"]),
                text_of(each["rank"]),
            ]
            for each in found["marks"]
        ],
    )


@class_.command()
@click.argument("assignment")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default=CSV,
    show_default=True,
    help="A table, a zip with a results.json for each student, or JUnit XML.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A file. [default: print]")
@takes_portal
def export(assignment: str, form: str, output: Path | None, token: str | None, server: str) -> None:
    """Write the marks of an assignment for other programs.

    Examples:
      outwit class export https://games.example.org/c/ABCD2345/a/wxyz6789 -o marks.csv
    """
    to_file = output is not None and str(output) != STANDARD_OUTPUT
    if form == GRADESCOPE and not to_file:
        raise UsageError(
            "--output: gradescope is a zip; standard output cannot take it; choose a name"
        )
    key, place = address_of(assignment)
    with client_of(token, place or server) as client:
        data = client.export(key, form)
    if to_file:
        write_bytes(str(output), data)
    else:
        sys.stdout.write(data.decode())


@class_.command()
@click.argument("assignment")
@click.option("--student", metavar="NAME", help="Only this student or group. [default: everyone]")
@takes_portal
def remark(assignment: str, student: str | None, token: str | None, server: str) -> None:
    """Mark active hand-ins again, and show what changes.

    The new marks count when you accept them, by `outwit class accept` or in the browser.

    Examples:
      outwit class remark https://games.example.org/c/ABCD2345/a/wxyz6789
    """
    key, place = address_of(assignment)
    with client_of(token, place or server) as client:
        account = None if student is None else account_of(client, key, student)
        say(f"marking {counted(client.remark(key, account), 'hand-in')} again")
        print_changes(waited(client, key)["changes"])


@class_.command()
@click.argument("assignment")
@takes_portal
def accept(assignment: str, token: str | None, server: str) -> None:
    """Let the new marks of an assignment count.

    Examples:
      outwit class accept https://games.example.org/c/ABCD2345/a/wxyz6789
    """
    key, place = address_of(assignment)
    with client_of(token, place or server) as client:
        changes = client.changes(key)["changes"]
        print_changes(changes)
        client.accept_marks(key, [each["mark"] for each in changes])
    say("the new marks count" if changes else "there are no new marks")


def account_of(client: Client, key: str, name: str) -> int:
    """Return the account of a student or group; raise UsageError for an unknown name."""
    known = {each["name"]: int(each["student"]) for each in client.marks(key)["marks"]}
    if name not in known:
        raise UsageError(f"there is no student {name[:80]!r}{suggestion(name, known)}")
    return known[name]


def waited(client: Client, key: str) -> Json:
    """Return the new marks of an assignment when all are there."""
    told = 0
    while (found := client.changes(key))["waiting"]:
        if found["waiting"] != told:
            told = found["waiting"]
            say(f"{counted(told, 'mark')} to come")
        time.sleep(LOOK_SECONDS)
    return found


def print_changes(changes: Sequence[Json]) -> None:
    """Print new marks that differ from those that count, and how many do not."""
    differ = [each for each in changes if each["old"] != each["new"]]
    if differ:
        print_table(
            ["name", "number", "cases", "counts", "new", "of"],
            [
                [
                    each["name"],
                    text_of(each["number"]),
                    "all" if each["whole"] else "public",
                    text_of(each["old"]),
                    text_of(each["new"]),
                    text_of(each["most"]),
                ]
                for each in differ
            ],
        )
    say(f"{counted(len(differ), 'mark')} changed, {len(changes) - len(differ)} did not")


def state_of(assignment: Json) -> str:
    """Return the state of an assignment in a word."""
    if not assignment["published"]:
        return "draft"
    if assignment["frozen"]:
        return "frozen"
    return "open" if assignment["open"] else "closed"


def moment(milliseconds: int | None) -> str:
    """Return a moment in UTC, empty without one.

    >>> moment(0), moment(None)
    ('1970-01-01 00:00', '')
    """
    if milliseconds is None:
        return ""
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M}"


def text_of(number: float | None) -> str:
    """Return a number as text, empty without one.

    >>> text_of(17.5), text_of(3), text_of(None)
    ('17.5', '3', '')
    """
    return "" if number is None else f"{number:.2f}".rstrip("0").rstrip(".")


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print columns side by side; names are those of strangers."""
    if not rows:
        say("there are none")
        return
    lines = [heads, *([harmless(" ".join(cell.split())) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (f"{cell:{width}}" for cell, width in zip(line, widths, strict=True))
        click.echo("  ".join(cells).rstrip())
