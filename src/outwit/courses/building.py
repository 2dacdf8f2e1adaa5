"""Builds a hand-in and tries it: from packed files to a program that can be marked and play."""

from __future__ import annotations

import os

from outwit.arena.referee import Terms
from outwit.arena.timecontrol import read_time_control
from outwit.arena.trial import refusal, spoken
from outwit.core.game import Game
from outwit.core.value import Value
from outwit.courses.entrant import describe, opening, sides_of, turn_to
from outwit.errors import BadFile, BotAbsent, BotUnseen
from outwit.games import game as find_game
from outwit.grading.health import our_faults
from outwit.grading.prepare import Built, NotReady, make_ready, usual_kind
from outwit.grading.program import find_command
from outwit.players.languages import language_of
from outwit.players.roster import BotSpec
from outwit.players.submission import Submission, names_in, read_description
from outwit.process.archive import pack, unpack
from outwit.process.folder import PrivateFolder
from outwit.storage.handins import BuildResult

# The name of a hand-in's folder; a program that is called after its folder has this name.
FOLDER = "hand-in"
SEED = 1
NOTHING_TO_BUILD = "nothing to build"


class BuildTask(Value):
    """A hand-in to be built, and what it is for; no ``languages`` allow all."""

    data: bytes
    game: str
    options: dict[str, str]
    time_control: str
    languages: tuple[str, ...] = ()


def build(task: BuildTask) -> BuildResult:
    """Build a hand-in in an enclosure, and have it make one move.

    A program that makes none is ready all the same, as parts of an exam may not ask for moves; its
    failure says why it does not play. Raise MarkerFault if this machine is at fault.
    """
    game = find_game(task.game)
    with our_faults():
        place, target = PrivateFolder(), PrivateFolder()
    try:
        source = place.join(FOLDER)
        with our_faults():
            os.mkdir(source)
            unpack(task.data, source)
        return build_folder(task, game, source, target.path)
    except NotReady as error:
        return refused(str(error), error.built)
    except BotUnseen as error:
        return refused(f"{error}. Tell your teacher: nothing is wrong with your files", Built())
    except (BadFile, BotAbsent) as error:
        return refused(str(error), Built())
    finally:
        place.close()
        target.close()


def refused(failure: str, built: Built) -> BuildResult:
    """Return the result of a build that left no program."""
    return BuildResult(log=built.log, failure=" ".join(failure.split()))


def build_folder(task: BuildTask, game: Game, source: str, target: str) -> BuildResult:
    """Build what is in a folder into another, and return what became of it."""
    submission, built = make_ready(source, target, usual_kind(game), game=game.name)
    language = language_of(submission.bot.command, target, names_in(target))
    if task.languages and language not in task.languages:
        wanted = " or ".join(task.languages)
        told = f"this assignment takes {wanted}, and this is {language or 'another language'}"
        return refused(told, built).replace(language=language)
    try:
        find_command(submission.bot.command, target)
    except BotUnseen:
        raise
    except BotAbsent as error:
        raise NotReady(str(error), built) from None
    if protocol := other_protocol(submission, game, target):
        submission = submission.replace(bot=submission.bot.replace(kind=protocol))
    failure = try_out(task, game, submission.bot.replace(folder=target))
    command = " ".join(submission.bot.command)
    log = [built.log or NOTHING_TO_BUILD, f"the program: {command}", failure or "it made a move"]
    return BuildResult(
        describe(submission),
        pack(target),
        language,
        "\n".join(log),
        failure and f"no move: {failure}",
    )


def other_protocol(submission: Submission, game: Game, folder: str) -> str:
    """Return the engine protocol that a program speaks, unless its description names one."""
    if "kind" in read_description(folder)[0]:
        return ""
    with our_faults():
        return spoken(submission.bot.replace(folder=folder), game)


def try_out(task: BuildTask, game: Game, bot: BotSpec) -> str:
    """Return why a program makes no move in this game; empty if it makes one."""
    start = turn_to(opening(game, task.options, SEED, bot), sides_of(bot, game))
    terms = Terms(read_time_control(task.time_control))
    with our_faults():
        return " ".join(refusal(bot, game, terms, start, SEED).split())
