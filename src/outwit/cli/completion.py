"""``outwit completion``."""

from __future__ import annotations

import click

from outwit.cli.commands import VARIABLE
from outwit.cli.help import Command
from outwit.cli.shells import SHELLS, complete


@click.command(cls=Command)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that completes commands in your shell.

    The Tab key then completes commands, options, games, options of games, levels and bots. Add the
    line for your shell to its start-up file:

    \b
      ~/.bashrc                   eval "$(outwit completion bash)"
      ~/.zshrc, after compinit    eval "$(outwit completion zsh)"
      ~/.config/fish/config.fish  outwit completion fish | source

    Examples:
      outwit completion bash
    """  # noqa: D301
    complete(ctx.find_root().command, VARIABLE, f"{shell}_source")
