"""Players of tournaments who do as they are told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from datetime import timedelta
from pathlib import Path

from outwit.records.record import DRAWN, FIRST_WON, UNFINISHED
from outwit.server.edge.settings import Settings
from outwit.server.live.commands import OfferDraw, Play, Resign
from outwit.server.news.hub import of_account
from outwit.server.portal import Portal
from outwit.storage.progress import NewTournament, Pairing, Progress
from outwit.storage.tables import now

# Says how a game ends.
Script = Callable[[Pairing], str]


def lower_wins(pairing: Pairing) -> str:
    """Let the account with the lower number win."""
    assert pairing.second is not None
    return FIRST_WON if pairing.first < pairing.second else "0-1"


def neighbours_draw(pairing: Pairing) -> str:
    """Let the lower number win, but against the next one, with which it draws."""
    assert pairing.second is not None
    return DRAWN if abs(pairing.first - pairing.second) == 1 else lower_wins(pairing)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Portal]:
    """Open a portal on a database in a folder, without its pages and tasks."""
    portal = Portal(Settings(f"sqlite:///{folder / 'portal.db'}"))
    await portal.lobby.reopen()
    try:
        yield portal
    finally:
        await portal.close()


def people(portal: Portal, count: int) -> list[int]:
    """Make so many accounts."""
    return [portal.accounts.guest().id for _ in range(count)]


def new_tournament(organiser: int, kind: str, **changes: object) -> NewTournament:
    """Return a tournament that starts now."""
    new = NewTournament("Friday", kind, "ataxx", "60+0", organiser, now() - timedelta(seconds=1))
    return new.replace(**changes)


def entered(portal: Portal, players: list[int], kind: str, **changes: object) -> str:
    """Make a tournament in which all players take part."""
    key = portal.tournaments.create(new_tournament(players[0], kind, **changes))
    for account in players:
        portal.tournaments.join(key, account)
    return key


async def play(portal: Portal, pairing: Pairing, script: Script) -> None:
    """Play two moves of a game and end it as the script says."""
    assert pairing.game_id is not None
    room = await portal.lobby.room(pairing.game_id)
    while len(room.live.moves) < 2 and not room.live.is_over:
        turn = int(room.live.position.turn)
        await room.act(Play(turn, len(room.live.moves), room.live.position.legal_moves[0].text))
    if room.live.is_over:
        return
    result = script(pairing)
    if result == DRAWN:
        await room.act(OfferDraw(0))
        await room.act(OfferDraw(1))
    else:
        await room.act(Resign(1 if result == FIRST_WON else 0))


async def play_on(
    portal: Portal,
    key: str,
    script: Script = lower_wins,
    enough: Callable[[Progress], bool] = lambda _: False,
) -> Progress:
    """Play all games that the director makes, until the tournament is over, or enough."""
    with ExitStack() as there:
        for each in portal.tournaments.load(key).entrants:
            there.enter_context(portal.hub.subscribe(of_account(each.account)))
        await portal.director.look()
        while True:
            progress = await asyncio.to_thread(portal.tournaments.load, key)
            if progress.tournament.ended is not None or enough(progress):
                return progress
            for pairing in progress.pairings:
                if pairing.game_id is not None and pairing.result == UNFINISHED:
                    await play(portal, pairing, script)
            await asyncio.sleep(0.01)
