"""Choosing how to play, and beginning: against a bot, a friend, anyone, or somebody by name."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import randrange
from typing import Any

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse

from outwit.arena.seat import DEFAULT_LEVEL, level_seat
from outwit.arena.timecontrol import TimeControl, read_time_control
from outwit.core.game import Game
from outwit.core.value import Value
from outwit.errors import BadText, NotFound, UsageError
from outwit.players.levels import LEVELS, introduction
from outwit.server.portal import Portal, form_sender, portal_of
from outwit.server.routes.analysisboard import LONGEST_TEXT, written_options
from outwit.server.routes.gamepages import somebody
from outwit.server.routes.pages import game_at, page, shown_game
from outwit.server.routes.seeking import take_seat
from outwit.server.values.accepting import check_accepted, played_games
from outwit.server.values.options import (
    check_options,
    check_size,
    chosen_start,
    read_options,
    shown_option,
)
from outwit.server.values.players import shown_rating
from outwit.server.values.rated import check_rated
from outwit.server.values.shown import capital
from outwit.server.values.view import picture
from outwit.storage.accounts import Account
from outwit.storage.plays import Plays
from outwit.storage.stored import LINK, PUBLIC, NewGame, StoredSeat
from outwit.storage.timeclass import time_class

EITHER = "random"
BOT, FRIEND, ANYONE, INVITE = "bot", "friend", "anyone", "invite"
OPPONENTS = {
    BOT: "A bot",
    FRIEND: "A friend, by link",
    ANYONE: "Anyone",
    INVITE: "Somebody by name",
}
SIDES = ("0", "1", EITHER)
GAME_CLOCK, MOVE_CLOCK = "game", "move"
CLOCKS = {
    "unlimited": "No clock",
    "180+2": "3 min + 2 s",
    "300+3": "5 min + 3 s",
    "900+10": "15 min + 10 s",
    GAME_CLOCK: "Another clock",
    MOVE_CLOCK: "Time for each move",
}
# The clock of a game against anyone for somebody who takes any: it ends if a stranger leaves.
ANY_CLOCK, RELAXED_CLOCK = "any", "900+10"
# What the buttons of the first page stand for, without a form to fill in.
AT_ONCE = {
    BOT: {"opponent": BOT},
    FRIEND: {"opponent": FRIEND, "side": EITHER},
    ANYONE: {"opponent": ANYONE, "side": EITHER, "clock": ANY_CLOCK},
}
# What the form proposes.
DEFAULTS = {
    "opponent": BOT,
    "level": str(DEFAULT_LEVEL),
    "side": SIDES[0],
    "clock": "unlimited",
    "minutes": "10",
    "increment": "5",
    "seconds": "30",
    "name": "",
    "rated": "",
}
# Most bots listed in the form.
MOST_ONLINE = 20
MOST_MINUTES, MOST_SECONDS = 180, 600
A_WHILE = "private, max-age=600"
router = APIRouter()


@router.get("/play")
async def which() -> RedirectResponse:
    """Lead to the first page, where the games are."""
    return RedirectResponse("/", 303)


@router.get("/play/{name}")
async def choose(request: Request, name: str) -> HTMLResponse:
    """Ask how to play; everything is proposed already."""
    typed = read_form(request.query_params)
    if typed["name"]:
        typed["opponent"] = INVITE
    game = game_at(name)
    return await ask(request, game, typed, read_options(game, request.query_params))


@router.get("/play/{name}/board.svg")
async def preview(request: Request, name: str) -> Response:
    """Return the start position that the options of an address ask for, or what is wrong."""
    game, portal = game_at(name), portal_of(request.app)
    given, client = read_options(game, request.query_params), portal.identity.client(request)
    try:
        svg = await drawn_start(portal, game, given, client)
    except (UsageError, BadText) as error:
        return JSONResponse({"code": error.code, "message": capital(str(error))}, 400)
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": A_WHILE})


async def drawn_start(portal: Portal, game: Game, given: dict[str, str], client: str) -> str:
    """Return the start position under some options, drawn for a page once and then kept.

    Raise UsageError or BadText if there is none.
    """
    name = f"start {game.name} {sorted(given.items())}"
    kept = portal.pictures.get(name)
    if kept is None:
        prefix = f"{game.name}-"
        drawn = await portal.painting.run(
            lambda: picture(chosen_start(game, given), prefix=prefix), client=client
        )
        kept = drawn.encode()
        portal.pictures.put(name, kept)
    return kept.decode()


@router.post("/play")
async def begin(
    request: Request, game: str = Form(max_length=40), csrf: str = Form(max_length=64)
) -> Response:
    """Begin a game; whoever has no account becomes a guest.

    It begins with the position of the field ``start``, a text, or with the game's own. What
    cannot be is said in the form, which keeps what was typed. Against anyone, a game that waits
    on the same terms is joined.
    """
    portal, account = form_sender(request, csrf)
    found = game_at(game)
    form = await request.form()
    typed = read_form(form) | AT_ONCE.get(str(form.get("at-once")), {})
    given = read_options(found, form)
    start = str(form.get("start", ""))[:LONGEST_TEXT]
    try:
        new = await asyncio.to_thread(prepare, portal, found, typed, given, start, account)
    except (UsageError, BadText) as error:
        return await ask(request, found, typed, given, str(error))
    person = await somebody(portal, account)
    await portal.allow_game(request, person.id)
    key = None
    if typed["opponent"] == ANYONE:
        side = None if typed["side"] == EITHER else SIDES.index(typed["side"])
        any_clock = typed["clock"] == ANY_CLOCK
        key = await take_seat(portal, new, person, side=side, any_clock=any_clock)
    if key is None:
        seats = StoredSeat(person.name, person.id), new.seats[1]
        is_second = randrange(2) == 1 if typed["side"] == EITHER else typed["side"] == SIDES[1]
        key = (
            await portal.lobby.create(new.replace(seats=seats[::-1] if is_second else seats))
        ).key
    response = RedirectResponse(f"/g/{key}", 303)
    portal.identity.keep(request, response, person.id)
    return response


async def ask(
    request: Request,
    game: Game,
    typed: dict[str, str],
    given: dict[str, str] | None = None,
    error: str = "",
) -> HTMLResponse:
    """Show the form with what was typed, and what is wrong with it."""
    given = {} if given is None else given
    shown = shown_game(game)
    portal = portal_of(request.app)
    # If there is no such start, the sentence above the form says why; the usual board stays.
    with suppress(UsageError, BadText):
        shown["svg"] = await drawn_start(portal, game, given, portal.identity.client(request))
    bot = await asyncio.to_thread(challenged_bot, portal, typed)
    if bot is not None and not error:
        error = bot.unplayed(game)
    return await page(
        request,
        "play.html",
        400 if error else 200,
        bot=bot,
        rivals=await asyncio.to_thread(online_bots, portal, game),
        game=shown,
        opponents=OPPONENTS,
        levels=[{"number": i, "words": introduction(i)} for i in range(1, len(LEVELS) + 1)],
        sides=list(game.sides),
        clocks=CLOCKS if bot is None else bot.clocks,
        options=[shown_option(option, given.get(option.name)) for option in game.options],
        has_variant=any(given.get(option.name) for option in game.options),
        typed=typed,
        error=capital(error),
    )


def online_bots(portal: Portal, game: Game) -> list[dict[str, str]]:
    """Return name and rating of the bots that are online and play a game, as the form lists them.

    A bot has a rating in every time class; the one with the most games is shown.
    """
    shown = []
    for bot in portal.accounts.bots_online(MOST_ONLINE):
        plays = portal.accounts.plays_of(bot.id)
        if plays.games and game.name not in plays.games:
            continue
        ratings = [each for each in portal.ratings.of_account(bot.id) if each.game == game.name]
        known = max(ratings, key=lambda each: each.games, default=None)
        rating = "" if known is None else shown_rating(known.glicko.rating, known.glicko.deviation)
        shown.append({"name": bot.name, "rating": rating})
    return shown


class ChallengedBot(Value):
    """A bot that somebody wants to challenge, and what it plays."""

    name: str
    plays: Plays

    @property
    def clocks(self) -> dict[str, str]:
        """Return the clocks that it plays with; one's own if none of those proposed will do."""
        if not self.plays.speeds:
            return CLOCKS
        own = (GAME_CLOCK, MOVE_CLOCK)
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
        """Say that it does not play a game; nothing if it does."""
        if not self.plays.games or game.name in self.plays.games:
            return ""
        return f"the bot {self.name} does not play {game.display_name}"


def challenged_bot(portal: Portal, typed: dict[str, str]) -> ChallengedBot | None:
    """Return the bot that a form is about, None if it is about somebody else."""
    found = portal.accounts.find(typed["name"]) if typed["opponent"] == INVITE else None
    if found is None or not found.is_bot:
        return None
    return ChallengedBot(found.name, portal.accounts.plays_of(found.id))


def read_form(form: Any) -> dict[str, str]:
    """Return the fields that every game's form has, those left out as the form proposes them."""
    return {
        name: " ".join(str(form.get(name, default))[:100].split())
        for name, default in DEFAULTS.items()
    }


def prepare(
    portal: Portal,
    game: Game,
    typed: dict[str, str],
    given: dict[str, str],
    start: str,
    account: int | None,
) -> NewGame:
    """Return the game that a form asks for; the first seat is for whoever asks.

    Raise UsageError or BadText, saying what is wrong.
    """
    for name, known in (("opponent", OPPONENTS), ("side", SIDES)):
        if typed[name] not in known:
            raise UsageError(f"{name} {typed[name]!r} is not one of {', '.join(known)}")
    opponent = typed["opponent"]
    check_options(game, given)
    position = game.position(start, **given) if start else game.start(**given)
    check_size(position)
    if position.is_over:
        raise UsageError(f"there is nothing to play: {position.status}")
    control = read_clock(typed)
    invited = None
    other = StoredSeat()
    if opponent == BOT:
        bot = level_seat(read_level(typed["level"])).name
        other = StoredSeat(bot, None, bot)
    elif opponent == INVITE:
        invited = invited_account(portal, account, typed["name"])
    is_rated = bool(typed["rated"]) and opponent != BOT
    if is_rated:
        check_rated(account_of(portal, account), invited, control, position)
    new = NewGame(
        game.name,
        (StoredSeat(), other),
        written_options(position),
        position.text,
        str(control),
        is_rated,
        LINK if opponent == FRIEND else PUBLIC,
        invited=None if invited is None else invited.id,
    )
    check_accepted(portal.accounts, new.invited, new)
    if invited is not None and invited.is_bot and not portal.presence.is_present(invited.id):
        raise UsageError(f"the bot {invited.name} is not online now: it could not answer")
    return new


def read_clock(typed: dict[str, str]) -> TimeControl:
    """Return the time control of a form: one that it proposes, or one of its own."""
    clock = typed["clock"]
    if clock == ANY_CLOCK:
        return read_time_control(RELAXED_CLOCK)
    if clock == MOVE_CLOCK:
        seconds = read_number(typed["seconds"], "the seconds for a move", 1, MOST_SECONDS)
        return TimeControl(move=seconds)
    if clock == GAME_CLOCK:
        minutes = read_number(typed["minutes"], "the minutes for a game", 0.25, MOST_MINUTES)
        increment = read_number(typed["increment"], "the seconds added", 0, MOST_SECONDS)
        return TimeControl(game=60 * minutes, increment=increment)
    return read_time_control(clock)


def read_number(text: str, name: str, low: float, high: float) -> float:
    """Return a number within bounds; raise UsageError."""
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not low <= number <= high:
        raise UsageError(f"{name} are a number from {low:g} to {high:g}")
    return number


def read_level(text: str) -> int:
    """Return a level; raise UsageError."""
    if text not in map(str, range(1, len(LEVELS) + 1)):
        raise UsageError(f"a level is a number from 1 to {len(LEVELS)}")
    return int(text)


def invited_account(portal: Portal, account: int | None, name: str) -> Account:
    """Return the account to invite; raise UsageError if that cannot be."""
    found = portal.accounts.find(name)
    if found is None:
        raise UsageError(f"nobody here is called {name[:40]!r}: a friend can be invited by link")
    if found.id == account:
        raise UsageError("you cannot invite yourself")
    if account is not None and portal.history.has_invited(account, found.id):
        raise UsageError(f"{found.name} has not answered your last invitation yet")
    return found


def account_of(portal: Portal, account: int | None) -> Account | None:
    """Return an account by its number, None for a stranger or one that is gone."""
    try:
        return None if account is None else portal.accounts.get(account)
    except NotFound:
        return None
