"""The form of a new tournament."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from fastapi import Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.core.game import Game
from outwit.errors import UsageError
from outwit.games import all_games
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.jobs.director import Director
from outwit.server.jobs.tournamentview import FORMATS
from outwit.server.routes.pages import Pages, game_at
from outwit.server.routes.visitors import member
from outwit.server.values.rated import check_usual
from outwit.server.values.setup import (
    read_clock,
    read_number,
    read_options,
    shown_clocks,
    shown_games,
    shown_options,
)
from outwit.storage.accounts import AccountStore
from outwit.storage.progress import ARENA, ROUND_ROBIN, SWISS, NewTournament
from outwit.storage.tables import now
from outwit.storage.tournaments import MOST_MINUTES, MOST_ROUNDS, TournamentStore

# Choices for the start: in some minutes, or at a moment.
DELAYS = {
    "5": "in 5 minutes",
    "15": "in 15 minutes",
    "30": "in half an hour",
    "60": "in an hour",
    "180": "in 3 hours",
    "1440": "tomorrow at this time",
}
FARTHEST = timedelta(days=90)
router = Router()


@router.get("/tournaments/new")
async def choose_game(request: Request, pages: Provided[Pages], game: str = "") -> HTMLResponse:
    """Show the form."""
    chosen = game_at(game) if game else all_games()[0]
    return await ask(pages, request, chosen, {}, None)


@router.post("/tournaments/new")
async def make(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    tournaments: Provided[TournamentStore],
    director: Provided[Director],
    csrf: str = Form(max_length=64),
) -> Response:
    """Create a tournament; its organiser needs an account."""
    account = identity.form_sender(request, csrf)
    form = {name: str(value) for name, value in (await request.form()).items()}
    game = game_at(form.get("game", "")[:40])
    organiser = await member(accounts, account, "make a tournament")
    try:
        new = read_tournament(game, form, organiser.id)
        key = await asyncio.to_thread(tournaments.create, new)
    except UsageError as error:
        return await ask(pages, request, game, form, str(error))
    director.tell(key)
    return RedirectResponse(f"/t/{key}", 303)


async def ask(
    pages: Pages, request: Request, game: Game, form: dict[str, str], error: str | None
) -> HTMLResponse:
    """Show the form; after an error, with the entered values."""
    return await pages.show(
        request,
        "newtournament.html",
        200 if error is None else 400,
        choices=shown_games(game),
        chosen=game,
        options=shown_options(game, form),
        paces=shown_clocks(),
        delays=DELAYS,
        formats=FORMATS,
        most={"cycles": MOST_ROUNDS[ROUND_ROBIN], "rounds": MOST_ROUNDS[SWISS]}
        | {"minutes": MOST_MINUTES},
        form=form,
        error=error,
    )


def read_tournament(game: Game, form: dict[str, str], organiser: int) -> NewTournament:
    """Return the tournament that a form describes; raise UsageError."""
    kind = form.get("format", "")
    length = {ROUND_ROBIN: "cycles", SWISS: "rounds", ARENA: "minutes"}.get(kind, "rounds")
    number = read_number(form.get(length, ""), length)
    options, is_rated = read_options(game, form), form.get("rated") == "yes"
    if is_rated:
        check_usual(game.start(**options))
    return NewTournament(
        form.get("name", ""),
        kind,
        game.name,
        read_clock(form.get("clock", "")),
        organiser,
        read_start(form, now()),
        options,
        rounds=0 if kind == ARENA else number,
        minutes=number if kind == ARENA else 0,
        rated=is_rated,
    )


def read_start(form: dict[str, str], moment: datetime) -> datetime:
    """Return the start of a tournament: the given moment in UTC, else after the chosen delay."""
    at = form.get("at", "").strip()
    if not at:
        return moment + timedelta(minutes=read_number(form.get("delay", ""), "the start"))
    try:
        starts = datetime.fromisoformat(at[:40])
    except ValueError:
        raise UsageError("the start is a date and a time, such as 2030-01-31 18:00") from None
    starts = starts.replace(tzinfo=UTC) if starts.tzinfo is None else starts.astimezone(UTC)
    if not moment - timedelta(minutes=1) <= starts <= moment + FARTHEST:
        raise UsageError(f"the start lies within {FARTHEST.days} days from now")
    return starts
