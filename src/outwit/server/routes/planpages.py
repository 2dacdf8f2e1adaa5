"""Conditional moves: answers that a player of a slow game plans while the opponent thinks."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Form, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.errors import NotAllowed, OutwitError
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.live.commands import SetPlan
from outwit.server.live.lobby import Lobby
from outwit.server.live.room import LONGEST_MOVE, Room
from outwit.server.routes.pages import Pages
from outwit.server.routes.settingspages import signed_in
from outwit.server.values.planning import LONGEST_LINE, MOST_LINES
from outwit.server.values.shown import capital, shown_name
from outwit.server.values.view import picture
from outwit.storage.plans import Plan, PlanStore

KEEP, REMOVE = "keep", "remove"
router = Router()


@router.get("/g/{key}/plan")
async def show(
    request: Request,
    key: str,
    pages: Provided[Pages],
    identity: Provided[Identity],
    lobby: Provided[Lobby],
    plans: Provided[PlanStore],
    line: Annotated[list[str] | None, Query(max_length=LONGEST_LINE)] = None,
) -> HTMLResponse:
    """Show the plan of the caller, and the board after the moves of ``line``."""
    room = await lobby.room(key)
    side = own_side(room, identity.account(request))
    return await page(request, pages, room, side, plans, line or [])


@router.post("/g/{key}/plan")
async def change(
    request: Request,
    key: str,
    pages: Provided[Pages],
    identity: Provided[Identity],
    lobby: Provided[Lobby],
    plans: Provided[PlanStore],
    line: Annotated[list[str], Form(max_length=LONGEST_LINE)],
    csrf: str = Form(max_length=64),
    do: str = Form(max_length=10),
    ply: int = Form(ge=0, le=1_000_000),
) -> Response:
    """Add a line to the plan, or remove one."""
    account = signed_in(identity, request, csrf)
    room = await lobby.room(key)
    side = own_side(room, account)
    found = await asyncio.to_thread(plans.of, key, account)
    lines = [] if found is None else [list(each) for each in since(found, room)]
    if do == REMOVE:
        lines = [each for each in lines if each != line]
    else:
        # A longer line replaces its beginning.
        lines = [each for each in lines if line[: len(each)] != each] + [line]
    try:
        await room.act(SetPlan(side, ply, lines))
    except OutwitError as error:
        said = f"{capital(str(error))}."
        return await page(request, pages, room, side, plans, [], 400, said)
    return RedirectResponse(f"/g/{key}/plan", 303)


def own_side(room: Room, account: int | None) -> int:
    """Return the side of a player; raise NotAllowed for others, and in other games."""
    side = room.side_of(account)
    if account is None or side is None or not room.live.control.is_slow or room.setup.is_shared:
        raise NotAllowed("answers are planned by the players of a game with days for each move")
    return side


def since(plan: Plan, room: Room) -> list[tuple[str, ...]]:
    """Return the lines of a plan that are still possible, from the present position on."""
    played = tuple(each.move for each in room.live.moves[plan.ply :])
    count = len(played)
    return [line[count:] for line in plan.lines if line[:count] == played and len(line) > count]


async def page(
    request: Request,
    pages: Pages,
    room: Room,
    side: int,
    plans: PlanStore,
    line: list[str],
    status: int = 200,
    error: str = "",
) -> HTMLResponse:
    """Show the page."""
    account = room.accounts[side]
    found = None if account is None else await asyncio.to_thread(plans.of, room.key, account)
    here = room.live.position.copy()
    try:
        for text in line:
            here.play(text[:LONGEST_MOVE])
    except OutwitError as wrong:
        here, line, error = room.live.position.copy(), [], f"{capital(str(wrong))}."
    is_open = not room.live.is_over and not room.waits and side != room.live.position.turn
    drawn = await asyncio.to_thread(picture, here, flipped=side == 1)
    return await pages.show(
        request,
        "plan.html",
        status,
        state={"id": room.key},
        game=room.live.game,
        opponent=shown_name(room.setup.seats[1 - side]),
        ply=len(room.live.moves),
        is_open=is_open,
        svg=drawn,
        line=line,
        # Whether the opponent is to move after the line.
        theirs=len(line) % 2 == 0,
        moves=[] if here.is_over else [(move.text, move.label) for move in here.legal_moves],
        is_full=len(line) >= LONGEST_LINE,
        lines=[] if found is None else since(found, room)[:MOST_LINES],
        error=error,
    )
