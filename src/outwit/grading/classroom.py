"""The programs of a class as the bots of a tournament."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from outwit.errors import BadFile, BotAbsent, MarkerFault
from outwit.grading.prepare import make_ready, usual_kind
from outwit.grading.program import find_command
from outwit.grading.submissions import say_passed_over, submissions
from outwit.players.roster import BotSpec
from outwit.process.folder import remove_tree

if TYPE_CHECKING:
    from outwit.core.game import Game


def class_bots(folder: Path, game: Game, target: Path, say: Callable[[str], None]) -> list[BotSpec]:
    """Copy and build every submission into a folder of its own, and return them as bots.

    What a submission asks for itself, such as more memory, is not granted. Who has no program is
    left out, and ``say`` is told.
    """
    bots = []
    places = submissions(folder)
    say_passed_over(folder, say)
    for place in places:
        own = target / place.name
        if own.exists():
            remove_tree(str(own))
        try:
            own.mkdir(parents=True)
            submission, built = make_ready(str(place), str(own), usual_kind(game), game=game.name)
            bot = submission.bot
            command = find_command(bot.command, str(own))
        except (BadFile, BotAbsent) as error:
            say(f"{place.name!r} is left out: {error}")
            remove_tree(str(own))
            continue
        except MarkerFault:
            remove_tree(str(own))
            raise
        except OSError as error:
            raise BadFile(f"{str(own)!r} cannot be written: {error.strerror}") from None
        if built.failure:
            say(f"{place.name!r}: the build failed: {built.failure}")
        bots.append(BotSpec(place.name, bot.kind, command, bot.settings, folder=str(own)))
    return bots
