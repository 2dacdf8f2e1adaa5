"""Commands whose help ends with examples, and groups that suggest a command."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any

import click

from outwit.core.suggestion import suggestion
from outwit.errors import UsageError

HEADING = "Examples:"


class Examples(click.Command):
    """The examples of a command: the last section of its docstring, one command line a line."""

    def __init__(self, *args: Any, help: str | None = None, **options: Any) -> None:  # noqa: A002
        text, _, section = cleandoc(help or "").partition(f"\n{HEADING}\n")
        options["help"] = text.rstrip()
        super().__init__(*args, **options)
        self.examples = tuple(line.strip() for line in section.splitlines() if line.strip())

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, each on a line of its own."""
        if self.examples:
            formatter.write(f"\n{HEADING}\n")
            formatter.write("".join(f"  {line}\n" for line in self.examples))


class Command(Examples):
    """A command with examples."""


class Group(Examples, click.Group):
    """A group of commands. Alone it shows its help; for an unknown command it suggests another."""

    command_class = Command

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands in the order in which they were added."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names; raise UsageError if there is none."""
        word = args[0]
        known = self.list_commands(ctx)
        if word not in known and not word.startswith("-") and not ctx.resilient_parsing:
            meant = suggestion(word, known)
            what = f"there is no command {word[:40]!r}{meant}"
            raise UsageError(f"{what} (try `{ctx.command_path} --help`)")
        return super().resolve_command(ctx, args)
