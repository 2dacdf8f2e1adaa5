"""Chooses the class of player for an external program."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from outwit.core.game import Game
from outwit.errors import BotAbsent, UsageError
from outwit.players.dialect import DIALECTS
from outwit.players.file_player import FilePlayer
from outwit.players.program import ProgramPlayer
from outwit.players.protocol_player import ProtocolPlayer
from outwit.players.text_player import TextPlayer
from outwit.process.command import absolute_command, check_script

if TYPE_CHECKING:
    from outwit.players.roster import BotSpec


def start_program(spec: BotSpec, game: Game, seed: int) -> ProgramPlayer:
    """Return the player for a program; its process is started by ``begin``.

    Raise UsageError if there is no command or the game does not support the protocol.
    """
    if not spec.command:
        raise UsageError(f"bot {spec.name!r}: no command")
    if spec.kind in DIALECTS:
        return ProtocolPlayer(spec, game, seed, DIALECTS[spec.kind])
    if spec.kind == "file":
        return FilePlayer(spec, game, seed)
    return TextPlayer(spec, game, seed)


def command_of(bot: BotSpec) -> tuple[str, ...]:
    """Return a program's command with absolute paths; raise BotAbsent if it is not there."""
    if bot.folder and not os.path.isdir(bot.folder):
        raise BotAbsent(f"{bot.folder!r} is not there")
    check_script(bot.command, bot.folder or None)
    return tuple(absolute_command(bot.command, bot.folder or None))
