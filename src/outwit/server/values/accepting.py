"""Checks before a challenge whether a bot accepts the game, by its declaration."""

from __future__ import annotations

from outwit.arena.timecontrol import read_time_control
from outwit.errors import NotAllowed, UsageError
from outwit.games import all_games
from outwit.games import game as find_game
from outwit.records.replay import option_text
from outwit.storage.accounts import AccountStore
from outwit.storage.botplays import BOTS, Plays
from outwit.storage.relations import RelationStore
from outwit.storage.stored import NewGame
from outwit.storage.timeclass import time_class

NOT_FOR_YOU = "this challenge is not for you"


def check_accepted(accounts: AccountStore, account: int | None, new: NewGame) -> None:
    """Raise UsageError, with the reason, if the invited bot does not accept the game."""
    invited = None if account is None else accounts.get(account)
    if invited is None or not invited.is_bot:
        return
    others = [seat.account for seat in new.seats if seat.account not in (None, invited.id)]
    by_bot = any(each is not None and accounts.is_bot(each) for each in others)
    why = refusal(accounts, invited.id, new, by_bot=by_bot)
    if why:
        raise UsageError(f"the bot {invited.name} does not accept this game: {why}")


def refusal(accounts: AccountStore, bot: int, new: NewGame, *, by_bot: bool) -> str:
    """Return why a bot does not accept a game by its declaration, as a clause; empty if it does."""
    speed = time_class(read_time_control(new.time_control))
    return accounts.plays_of(bot).refusal(
        new.game, speed, rated=new.rated, is_variant=is_variant(new), by_bot=by_bot
    )


def check_seat(accounts: AccountStore, setup: NewGame, player: int) -> None:
    """Raise NotAllowed if a player may not take the free seat of an open game.

    The reason is the declaration of a bot: of the one that waits, or of the player.
    """
    player_is_bot = accounts.is_bot(player)
    for seat in setup.seats:
        if seat.account is None or setup.invited is not None:
            continue
        maker_is_bot = accounts.is_bot(seat.account)
        if maker_is_bot:
            why = accounts.plays_of(seat.account).refused_opponent(by_bot=player_is_bot)
            if why:
                raise NotAllowed(f"the bot {seat.name} does not accept you: {why}")
        if player_is_bot:
            why = refusal(accounts, player, setup, by_bot=maker_is_bot)
            if why:
                raise NotAllowed(f"this bot has declared that it does not play this game: {why}")


def check_together(relations: RelationStore, setup: NewGame, player: int) -> None:
    """Raise NotAllowed if the free seat of a game is kept for another player, or by a block.

    Both have the same answer for a player who is blocked.
    """
    makers = [seat.account for seat in setup.seats if seat.account is not None]
    if player not in makers and setup.invited not in (None, player):
        raise NotAllowed(NOT_FOR_YOU)
    for seat in setup.seats:
        if seat.account is not None and seat.account != player:
            relations.check_unblocked(player, seat.account, seat.name)
            if player in relations.blocked(seat.account):
                raise NotAllowed(NOT_FOR_YOU)


def played_games(plays: Plays) -> list[dict[str, str]]:
    """Return the installed games in which a person can challenge a bot, for pages."""
    if plays.opponents == BOTS:
        return []
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
