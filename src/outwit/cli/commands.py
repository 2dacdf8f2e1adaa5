"""The subcommands, each loaded when it is called."""

from __future__ import annotations

import os
from importlib import import_module

import click

from outwit import __version__
from outwit.errors import UsageError

COMPLETION = "_OUTWIT_COMPLETE"
# The order of ``outwit --help``. A subcommand ``x-y`` is the function ``x_y`` of module ``x_y``.
COMMANDS = (
    "games",
    "play",
    "serve",
    "database",
    "best",
    "analyse",
    "solve",
    "puzzles",
    "show",
    "draw",
    "moves",
    "perft",
    "bench",
    "replay",
    "convert",
    "check",
    "movie",
    "engine",
    "match",
    "tournament",
    "sprt",
    "grade",
    "check-bot",
    "connect",
    "doctor",
)


class Subcommands(click.Group):
    """A group that imports a subcommand when it is run or described."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the subcommands in their order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a subcommand."""
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        command = getattr(import_module(f"outwit.cli.{name}"), name)
        assert isinstance(command, click.Command)
        return command


@click.command(cls=Subcommands, no_args_is_help=False, invoke_without_command=True)
@click.version_option(__version__, prog_name="outwit", message="%(prog)s %(version)s")
@click.pass_context
def outwit(ctx: click.Context) -> None:
    """Play, study and measure two-player board games.

    Start with `outwit play`, or `outwit games` for a list of games.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def run_command(words: list[str]) -> int:
    """Run a command line and return its exit status; raise UsageError if it is misused.

    A shell that completes words asks through the environment variable COMPLETION instead.
    """
    if instruction := os.environ.get(COMPLETION):
        from click.shell_completion import shell_complete

        try:
            return shell_complete(outwit, {}, "outwit", COMPLETION, instruction)
        except (KeyError, ValueError):
            raise UsageError("completion needs COMP_WORDS and COMP_CWORD, as shells set") from None
    try:
        with outwit.make_context("outwit", words) as context:
            outwit.invoke(context)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.ClickException as error:
        place: click.Context | None = getattr(error, "ctx", None)
        command = "outwit" if place is None else place.command_path
        raise UsageError(f"{error.format_message()} (try `{command} --help`)") from None
    return 0
