"""Checks before a challenge whether a bot accepts the game, by its declaration."""

from __future__ import annotations

from outwit.arena.timecontrol import read_time_control
from outwit.errors import UsageError
from outwit.games import all_games
from outwit.games import game as find_game
from outwit.records.replay import option_text
from outwit.storage.accounts import AccountStore
from outwit.storage.botplays import Plays
from outwit.storage.stored import NewGame
from outwit.storage.timeclass import time_class


def check_accepted(accounts: AccountStore, account: int | None, new: NewGame) -> None:
    """Raise UsageError, with the reason, if the invited bot does not accept the game."""
    invited = None if account is None else accounts.get(account)
    if invited is None or not invited.is_bot:
        return
    plays = accounts.plays_of(invited.id)
    speed = time_class(read_time_control(new.time_control))
    why = plays.refusal(new.game, speed, rated=new.rated, is_variant=is_variant(new))
    if why:
        raise UsageError(f"the bot {invited.name} does not accept this game: {why}")


def played_games(plays: Plays) -> list[dict[str, str]]:
    """Return the installed games that a bot plays, for pages."""
    return [
        {"name": game.name, "display_name": game.display_name}
        for game in all_games()
        if not plays.games or game.name in plays.games
    ]


def is_variant(new: NewGame) -> bool:
    """Tell whether a game has options or a start position other than the defaults."""
    usual = find_game(new.game).start()
    options = {
        name: option_text(value) for name, value in usual.options.items() if value is not None
    }
    return (new.options, new.start) != (options, usual.text)
