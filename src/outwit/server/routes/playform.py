"""The form of a new game, with entered values and errors."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse

from outwit.arena.seat import DEFAULT_LEVEL
from outwit.arena.timecontrol import read_time_control
from outwit.core.game import Game
from outwit.core.value import Value
from outwit.errors import BadText, UsageError
from outwit.players.levels import LEVELS, introduction
from outwit.server.base.workqueue import Painting
from outwit.server.edge.identity import Identity
from outwit.server.jobs.filecache import KeptPictures
from outwit.server.routes.pages import Pages, shown_game
from outwit.server.values.accepting import played_games
from outwit.server.values.levelmarks import shown_levels
from outwit.server.values.options import chosen_start, shown_option
from outwit.server.values.players import shown_rating
from outwit.server.values.shown import Shown, capital
from outwit.server.values.view import picture
from outwit.storage.accounts import AccountStore
from outwit.storage.botplays import BOTS, Plays
from outwit.storage.levelwins import LevelWinStore
from outwit.storage.ratings import RatingStore
from outwit.storage.timeclass import time_class

EITHER = "random"
BOT, FRIEND, HERE, ANYONE, INVITE = "bot", "friend", "here", "anyone", "invite"
OPPONENTS = {
    BOT: "A bot",
    FRIEND: "A friend, by link",
    ANYONE: "Anyone",
    HERE: "A friend, here",
    INVITE: "Somebody by name",
}
SIDES = ("0", "1", EITHER)
GAME_CLOCK, MOVE_CLOCK, DAYS_CLOCK = "game", "move", "days"
# The days for a move that a form offers.
DAYS = ("1", "2", "3", "7", "14")
CLOCKS = {
    "unlimited": "No clock",
    "180+2": "3 min + 2 s",
    "300+3": "5 min + 3 s",
    "900+10": "15 min + 10 s",
    DAYS_CLOCK: "Days for each move",
    GAME_CLOCK: "Another clock",
    MOVE_CLOCK: "Time for each move",
}
# The choice of any clock, and the clock of a game created for it, which ends if a player leaves.
ANY_CLOCK, RELAXED_CLOCK = "any", "900+10"
# The form's values for the buttons of the first page.
AT_ONCE = {
    BOT: {"opponent": BOT},
    FRIEND: {"opponent": FRIEND, "side": EITHER},
    HERE: {"opponent": HERE},
    ANYONE: {"opponent": ANYONE, "side": EITHER, "clock": ANY_CLOCK},
}
# The form's default values.
DEFAULTS = {
    "opponent": BOT,
    "level": str(DEFAULT_LEVEL),
    "side": SIDES[0],
    "clock": "unlimited",
    "minutes": "10",
    "increment": "5",
    "seconds": "30",
    "days": "3",
    "name": "",
    "rated": "",
}
# Most bots listed in the form.
MOST_ONLINE = 20


class PlayForm:
    """Shows the form of a game; it lists online bots as opponents."""

    def __init__(
        self,
        pages: Pages,
        identity: Identity,
        accounts: AccountStore,
        ratings: RatingStore,
        level_wins: LevelWinStore,
        painting: Painting,
        pictures: KeptPictures,
    ) -> None:
        self._pages = pages
        self._identity = identity
        self._accounts = accounts
        self._ratings = ratings
        self._level_wins = level_wins
        self._painting = painting
        self._pictures = pictures

    async def show(
        self,
        request: Request,
        game: Game,
        typed: dict[str, str],
        given: dict[str, str],
        error: str = "",
    ) -> HTMLResponse:
        """Show the form with the entered values and the error."""
        shown = shown_game(game)
        # Without such a start, the form shows the error and the usual board.
        with suppress(UsageError, BadText):
            shown["svg"] = await self.start(request, game, given)
        bot = await asyncio.to_thread(self._challenged_bot, typed)
        if bot is not None and not error:
            error = bot.unplayed(game)
        beaten = await asyncio.to_thread(self._beaten, self._identity.account(request), game)
        return await self._pages.show(
            request,
            "play.html",
            400 if error else 200,
            bot=bot,
            beaten=beaten,
            rivals=await asyncio.to_thread(self._online_bots, game),
            game=shown,
            opponents=OPPONENTS,
            levels=[{"number": i, "words": introduction(i)} for i in range(1, len(LEVELS) + 1)],
            sides=list(game.sides),
            days=DAYS,
            clocks=CLOCKS if bot is None else bot.clocks,
            options=[shown_option(option, given.get(option.name)) for option in game.options],
            has_variant=any(given.get(option.name) for option in game.options),
            typed=typed,
            error=capital(error),
        )

    async def start(self, request: Request, game: Game, given: dict[str, str]) -> str:
        """Return the start position for some options, drawn for a page and cached.

        Raise UsageError or BadText for invalid options.
        """
        name = f"start {game.name} {sorted(given.items())}"
        kept = self._pictures.get(name)
        if kept is None:
            drawn = await self._painting.run(
                lambda: picture(chosen_start(game, given), prefix=f"{game.name}-"),
                client=self._identity.client(request),
            )
            kept = drawn.encode()
            self._pictures.put(name, kept)
        return kept.decode()

    def _beaten(self, account: int | None, game: Game) -> Shown | None:
        """Return the levels that an account has beaten, None if it has beaten none."""
        wins = () if account is None else self._level_wins.of_account(account, game.name)
        return shown_levels(game, wins) if wins else None

    def _online_bots(self, game: Game) -> list[dict[str, str]]:
        """Return name and rating of the online bots that play a game.

        The shown rating is the one of the time class with the most games.
        """
        shown = []
        for bot in self._accounts.bots_online(MOST_ONLINE):
            plays = self._accounts.plays_of(bot.id)
            if plays.games and game.name not in plays.games:
                continue
            if plays.opponents == BOTS:
                continue
            ratings = [each for each in self._ratings.of_account(bot.id) if each.game == game.name]
            known = max(ratings, key=lambda each: each.games, default=None)
            rating = ""
            if known is not None:
                rating = shown_rating(known.glicko.rating, known.glicko.deviation)
            shown.append({"name": bot.name, "rating": rating})
        return shown

    def _challenged_bot(self, typed: dict[str, str]) -> ChallengedBot | None:
        """Return the bot that a form challenges, None if it challenges none."""
        found = self._accounts.find(typed["name"]) if typed["opponent"] == INVITE else None
        if found is None or not found.is_bot:
            return None
        return ChallengedBot(found.name, self._accounts.plays_of(found.id))


class ChallengedBot(Value):
    """A bot to challenge, and the games that it accepts."""

    name: str
    plays: Plays

    @property
    def clocks(self) -> dict[str, str]:
        """Return the clocks that it accepts; a custom clock if it accepts no proposed one."""
        if not self.plays.speeds:
            return CLOCKS
        own = (GAME_CLOCK, MOVE_CLOCK, DAYS_CLOCK)
        fitting = {
            clock: title
            for clock, title in CLOCKS.items()
            if clock not in own and time_class(read_time_control(clock)) in self.plays.speeds
        }
        return fitting or {clock: CLOCKS[clock] for clock in own}

    @property
    def games(self) -> list[dict[str, str]]:
        """Return the games that it plays, for links."""
        return played_games(self.plays)

    def unplayed(self, game: Game) -> str:
        """Return the message that it does not play a game, empty if it does."""
        if self.plays.opponents == BOTS:
            return f"the bot {self.name} plays bots only"
        if not self.plays.games or game.name in self.plays.games:
            return ""
        return f"the bot {self.name} does not play {game.display_name}"


def read_form(form: Any) -> dict[str, str]:
    """Return the fields common to all games; missing ones get their defaults."""
    return {
        name: " ".join(str(form.get(name, default))[:100].split())
        for name, default in DEFAULTS.items()
    }
