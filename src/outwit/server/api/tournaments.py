"""Tournaments: listing, joining and withdrawing."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Path, Request

from outwit.errors import NotAllowed
from outwit.server.api.access import Anybody, Bot
from outwit.server.api.answers import Ok, Tournament, Tournaments
from outwit.server.api.faults import answers
from outwit.server.api.presenter import Presenters
from outwit.server.base.provided import Provided, Router
from outwit.server.jobs.director import Director
from outwit.server.routes.tournamentpages import seen
from outwit.storage.classes import ClassStore
from outwit.storage.ids import LETTERS
from outwit.storage.tables import ID_LENGTH
from outwit.storage.tournaments import TournamentStore

router = Router(tags=["Tournaments"])
TournamentKey = Annotated[
    str, Path(pattern=f"^[{LETTERS}]{{{ID_LENGTH}}}$", description="A tournament's id.")
]


@router.get("/tournament", responses=answers())
async def list_tournaments(
    request: Request, presenters: Provided[Presenters], store: Provided[TournamentStore]
) -> Tournaments:
    """List coming, running and the last finished tournaments; without those of classes."""
    presenter = presenters.of(request)

    def found() -> Tournaments:
        created, started, finished = (
            [presenter.tournament(line.tournament, line.entrants) for line in lines]
            for lines in (store.coming(), store.going_on(), store.finished())
        )
        return Tournaments(created=created, started=started, finished=finished)

    return await asyncio.to_thread(found)


@router.get("/tournament/{key}", responses=answers(401))
async def one_tournament(
    request: Request,
    caller: Anybody,
    key: TournamentKey,
    presenters: Provided[Presenters],
    tournaments: Provided[TournamentStore],
    classes: Provided[ClassStore],
) -> Tournament:
    """Show a tournament; only members of a class see its tournaments."""
    progress = await seen(tournaments, classes, key, caller.account.id)
    presenter = presenters.of(request)
    return presenter.tournament(progress.tournament, len(progress.field))


@router.post("/tournament/{key}/join", responses=answers(401, 403))
async def join(
    caller: Bot,
    key: TournamentKey,
    tournaments: Provided[TournamentStore],
    classes: Provided[ClassStore],
    director: Provided[Director],
) -> Ok:
    """Join a tournament; your games arrive as events."""
    await seen(tournaments, classes, key, caller.account.id)
    await asyncio.to_thread(tournaments.join, key, caller.account.id)
    director.tell(key)
    return Ok()


@router.post("/tournament/{key}/withdraw", responses=answers(401, 403))
async def withdraw(
    caller: Bot,
    key: TournamentKey,
    tournaments: Provided[TournamentStore],
    classes: Provided[ClassStore],
    director: Provided[Director],
) -> Ok:
    """Withdraw from a tournament."""
    account = caller.account.id
    await seen(tournaments, classes, key, account)
    if not await asyncio.to_thread(tournaments.withdraw, key, account):
        raise NotAllowed("you do not take part in this tournament")
    director.tell(key)
    return Ok()
