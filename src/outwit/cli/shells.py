"""Answers shells that ask how a word goes on."""

from __future__ import annotations

import os
import re
from typing import Any

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    add_completion_class,
    shell_complete,
    split_arg_string,
)

from outwit.errors import UsageError

SHELLS = ("bash", "zsh", "fish")


@add_completion_class
class Bash(BashComplete):
    """Bash, which cuts a word such as ``size=9`` at ``=`` and ``:`` and completes the last part."""

    before = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the complete words and the incomplete one, both as they were typed."""
        parts = os.environ["COMP_WORDS"].split("\n")
        if len(parts) == 1:
            return super().get_completion_args()
        cword = int(os.environ["COMP_CWORD"])
        typed = rejoin(parts[1 : cword + 1])
        words = [" ".join(split_arg_string(word)) for word in typed]
        incomplete = words.pop() if words else ""
        self.before = re.match(r"(.*[=:])?", incomplete)[0]  # type: ignore[index]
        return words, incomplete

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """Return an answer without what Bash does not replace."""
        return f"{item.type},{item.value.removeprefix(self.before)}"


def rejoin(parts: list[str]) -> list[str]:
    """Join the parts of words that were cut at ``=`` and ``:``.

    >>> rejoin(["match", "engine", ":", "level", "=", "3", "--games", ""])
    ['match', 'engine:level=3', '--games', '']
    """
    words: list[str] = []
    joins = False
    for part in parts:
        cuts = bool(part) and not part.strip("=:")
        if words and (joins or cuts):
            words[-1] += part
        else:
            words.append(part)
        joins = cuts
    return words


def complete(command: click.Command, variable: str, instruction: str) -> int:
    """Answer a shell: print its script or the words that complete a line; return the status.

    The script asks by the environment variable ``variable``.

    Raise UsageError if the environment lacks what a shell sets.
    """
    try:
        return shell_complete(command, {}, "outwit", variable, instruction)
    except (KeyError, ValueError):
        raise UsageError("completion needs COMP_WORDS and COMP_CWORD, as shells set") from None
