"""The table of commands, each loaded when it is called."""

from __future__ import annotations

import os
from importlib import import_module
from keyword import iskeyword
from typing import TYPE_CHECKING, NamedTuple

import click

from outwit import __version__
from outwit.cli.help import Group
from outwit.errors import UsageError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


# A shell that completes words asks by this variable.
VARIABLE = "_OUTWIT_COMPLETE"


class Entry(NamedTuple):
    """A command's group in the help, and its help in one line: the first of its docstring."""

    group: str
    help: str


# In the order of `outwit --help`. The table spares that help from loading every command. A command
# ``x-y`` is the function ``x_y`` of module ``x_y``; a word of Python has an underscore after it.
COMMANDS = {
    "play": Entry("Play", "Play a game in the terminal."),
    "games": Entry("Play", "List the games, or the options and bots of one game."),
    "show": Entry("Look", "Print a board, its text and the side to move."),
    "draw": Entry("Look", "Draw a position as an SVG or PNG picture."),
    "moves": Entry("Look", "List the legal moves of a position."),
    "replay": Entry("Look", "Step through a recorded game."),
    "movie": Entry("Look", "Make a film, a picture page or a score curve of a game."),
    "best": Entry("Engine", "Search for the best move."),
    "analyse": Entry("Engine", "Print the best lines at every search depth."),
    "solve": Entry("Engine", "Prove how a game ends with perfect play."),
    "puzzles": Entry("Engine", "Check the puzzles of a game, or find new ones."),
    "perft": Entry("Engine", "Count the lines of play of a given length."),
    "bench": Entry("Engine", "Measure the speed of the engine in every game."),
    "engine": Entry("Engine", "Run the engine for a tournament manager."),
    "check-bot": Entry("Bots and arena", "Test a program as a player."),
    "match": Entry("Bots and arena", "Play a match between two bots."),
    "tournament": Entry("Bots and arena", "Create, play and report a tournament."),
    "sprt": Entry("Bots and arena", "Test whether one bot is stronger than another."),
    "connect": Entry("Bots and arena", "Connect a program to a portal as a bot."),
    "grade": Entry("Teach", "Mark programs that play a game."),
    "submit": Entry("Teach", "Hand in a program for an assignment of a class."),
    "class": Entry("Teach", "List classes, show and export marks, and mark again."),
    "serve": Entry("Serve", "Serve the portal, where people and bots play in the browser."),
    "work": Entry("Serve", "Build, mark and play what students hand in on a portal."),
    "lti": Entry("Serve", "Connect learning platforms (LTI 1.3) with the portal."),
    "database": Entry("Serve", "Back up or restore the database of the portal."),
    "moderators": Entry("Serve", "Name the moderators of the portal, and print their log."),
    "convert": Entry("Data", "Convert recorded games to text, JSON or CSV."),
    "dataset": Entry("Data", "Write positions as a Parquet file to learn from."),
    "check": Entry("Data", "Check that recorded games follow the rules."),
    "new-game": Entry("Set up", "Write the folder of a new game."),
    "completion": Entry("Set up", "Print the script that completes commands in your shell."),
    "doctor": Entry("Set up", "Report what is installed and what is missing."),
}


class Commands(Group):
    """A group that loads a command when it is called, not when it is listed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands in their order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_") + "_" * iskeyword(cmd_name)
        command = getattr(import_module(f"outwit.cli.{name}"), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, group by group."""
        widest = max(map(len, COMMANDS))
        for group in dict.fromkeys(entry.group for entry in COMMANDS.values()):
            with formatter.section(group):
                formatter.write_dl(
                    [
                        (f"{name:{widest}}", entry.help)
                        for name, entry in COMMANDS.items()
                        if entry.group == group
                    ]
                )

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the names of commands and options."""
        from click.shell_completion import CompletionItem

        return [
            *(
                CompletionItem(name, help=entry.help)
                for name, entry in COMMANDS.items()
                if name.startswith(incomplete)
            ),
            *click.Command.shell_complete(self, ctx, incomplete),
        ]


@click.command(cls=Commands, no_args_is_help=False, invoke_without_command=True)
@click.version_option(
    __version__,
    prog_name="outwit",
    message="%(prog)s %(version)s",
    help="Show the version and exit.",
)
@click.pass_context
def outwit(ctx: click.Context) -> None:
    """Play, study and measure two-player board games.

    Every command explains itself: `outwit COMMAND --help`.

    Examples:
      outwit play
      outwit games
      outwit best ataxx --time 0.5
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def run_command(words: list[str]) -> int:
    """Run a command line and return its exit status; raise UsageError if it is misused."""
    if instruction := os.environ.get(VARIABLE):
        from outwit.cli.shells import complete

        return complete(outwit, VARIABLE, instruction)
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
