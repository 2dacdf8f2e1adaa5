"""The trial of a program before the first game: does it start, and speak its protocol?"""

from __future__ import annotations

from outwit import games
from outwit.arena.referee import Terms
from outwit.arena.timecontrol import GameClock
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import BadFile, BotAbsent, BotFault, BotIllegal, BotTimeout, OutwitError
from outwit.players.allowance import Allowance
from outwit.players.dialect import DIALECTS
from outwit.players.protocol_player import ProtocolPlayer
from outwit.players.roster import BotSpec, find_bot
from outwit.players.spoken import LONGEST_LOOK, greetings, how_to_test, protocol_of
from outwit.process.copies import Template
from outwit.process.limits import ResourceLimits
from outwit.process.singlerun import run_once

# Seconds for the one move of a program that is greeted by no command.
LEAST_SECONDS, MOST_SECONDS = 10.0, 30.0
# Most characters of its output in a message.
LONGEST_WORDS = 300
SAID = ("output", "standard error")


def refusal(spec: BotSpec, game: Game, terms: Terms, start: Position, seed: int) -> str:
    """Return why a program is not let in, with what it said; empty if it may play.

    A program with an engine protocol must greet and get ready. Any other is asked for one move: it
    may be a bad one, but must be told as the protocol wants it, and in time if there is a limit. If
    it speaks an engine protocol instead, that is the reason.
    """
    try:
        player = find_bot(spec, game, seed)
        try:
            player.begin(start)
            if isinstance(player, ProtocolPlayer):
                player.position_line(start)
            else:
                seconds = GameClock(terms.time).allowance().time_limit(start.turn)
                most = min(max(seconds or MOST_SECONDS, LEAST_SECONDS), MOST_SECONDS)
                try:
                    player.choose(start, Allowance(move=most))
                except BotTimeout:
                    if seconds is None or seconds <= most:
                        raise
                except BotIllegal:
                    return ""
        finally:
            player.close()
    except BotAbsent as fault:
        return f"{fault.code}: {fault}{said_in(fault)}"
    except BotFault as fault:
        return misnamed(spec, game) or f"{fault.code}: {fault}{said_in(fault)}"
    except OutwitError as error:
        return str(error)
    return ""


def misnamed(spec: BotSpec, game: Game) -> str:
    """Say that a program speaks another protocol than the one it is entered with, if it does."""
    protocol = spoken(spec, game)
    if not protocol:
        return ""
    folder = spec.folder or None
    cure = f'put kind = "{protocol}" into its bot.toml' if folder else f"name it {protocol}:COMMAND"
    tested = how_to_test(protocol, game, (folder,) if folder else spec.command)
    return (
        f"this is a bot that speaks {protocol}, but it is entered with the protocol {spec.kind}. "
        f"To let it play: {cure}. {tested}"
    )


def spoken(spec: BotSpec, game: Game) -> str:
    """Return the engine protocol that a program entered with another kind speaks, if it does."""
    if spec.kind in DIALECTS:
        return ""
    folder = spec.folder or None
    try:
        run = run_once(
            spec.command,
            (),
            greetings(game),
            seconds=LONGEST_LOOK,
            limits=ResourceLimits(memory=spec.memory, processes=spec.processes),
            reads=(*spec.reads, *games.FOLDERS, *((folder,) if folder else ())),
            environment=games.environment(),
            lay=None if folder is None else Template(folder).lay,
            base=folder,
        )
    except (BadFile, BotFault):
        return ""
    return protocol_of(run.stdout.decode("utf-8", "replace"))


def said_in(fault: BotFault) -> str:
    """Return the end of what a program said, as words to put after its fault."""
    told = f"; {words}" if (words := fault.evidence.get("advice", "")) else ""
    for name in SAID:
        if words := " ".join(fault.evidence.get(name, "").split()):
            return f"; it said: {words[-LONGEST_WORDS:]}{told}"
    return told
