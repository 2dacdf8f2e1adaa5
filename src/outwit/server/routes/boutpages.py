"""The page of a game of hand-ins: board and replay, who played, time, errors, downloads."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import Request, Response
from fastapi.responses import HTMLResponse

from outwit.core.game import Game
from outwit.errors import BadRecord, NotFound
from outwit.games import game as find_game
from outwit.records.endings import reason
from outwit.records.reader import read_records
from outwit.records.record import FIRST_WON, SECOND_WON, GameRecord
from outwit.records.replay import replay
from outwit.records.writer import write_record
from outwit.reports.summary import EVIDENCE
from outwit.server.base.provided import Provided, Router
from outwit.server.base.workqueue import Painting
from outwit.server.edge.identity import Identity
from outwit.server.jobs.filming import Filming
from outwit.server.routes.analysisboard import address_of
from outwit.server.routes.downloads import GIF, TEXT
from outwit.server.routes.entering import Entering, some_bout
from outwit.server.routes.pages import Pages
from outwit.server.values.entry import Entry
from outwit.server.values.shown import name_of_game
from outwit.server.values.view import picture, shown_played
from outwit.storage.bouts import Bout, BoutStore
from outwit.storage.handins import HandInStore

# Characters of standard error shown.
LONGEST_ERRORS = 20_000
router = Router()


@router.get("/c/{key}/a/{homework}/g/{bout}")
async def bout_page(
    request: Request,
    key: str,
    homework: str,
    bout: str,
    pages: Provided[Pages],
    entering: Provided[Entering],
    identity: Provided[Identity],
    handins: Provided[HandInStore],
    bouts: Provided[BoutStore],
    painting: Provided[Painting],
    ply: int | None = None,
) -> HTMLResponse:
    """Show a game to the class; standard error only to the own side and the teacher."""
    entry = await entering.visitor(request, key, homework)
    found = await some_bout(bouts, entry, bout)
    own = await own_sides(handins, entry, found)
    values = await painting.run(lambda: shown_game(found, ply), client=identity.client(request))
    return await pages.show(
        request,
        "bout.html",
        of_class={"id": entry.of_class.id, "name": entry.of_class.name},
        homework={"title": entry.homework.title},
        path=entry.path,
        players=[shown_side(found, side, is_own=side in own) for side in (0, 1)],
        at=found.at,
        bout_id=found.id,
        **values,
    )


@router.get("/c/{key}/a/{homework}/g/{bout}/ply/{ply}.svg")
async def board(
    request: Request,
    key: str,
    homework: str,
    bout: str,
    ply: int,
    entering: Provided[Entering],
    identity: Provided[Identity],
    bouts: Provided[BoutStore],
    painting: Provided[Painting],
    flipped: bool = False,
) -> Response:
    """Return the board after some moves, as a picture."""
    entry = await entering.visitor(request, key, homework)
    record = record_of(await some_bout(bouts, entry, bout))
    drawn = await painting.run(
        lambda: picture(position_after(record, ply), flipped=flipped),
        client=identity.client(request),
    )
    return Response(
        drawn, media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"}
    )


@router.get("/c/{key}/a/{homework}/g/{bout}/record.txt")
async def record_file(
    request: Request,
    key: str,
    homework: str,
    bout: str,
    entering: Provided[Entering],
    handins: Provided[HandInStore],
    bouts: Provided[BoutStore],
) -> Response:
    """Return the record; what a program printed before a fault only to those who may see it."""
    entry = await entering.visitor(request, key, homework)
    found = await some_bout(bouts, entry, bout)
    record = record_of(found)
    if found.fault_of not in await own_sides(handins, entry, found):
        record = without_evidence(record)
    text = await asyncio.to_thread(write_record, record)
    return saved(found, text, TEXT, "txt", record.game)


@router.get("/c/{key}/a/{homework}/g/{bout}/film.gif")
async def film(
    request: Request,
    key: str,
    homework: str,
    bout: str,
    entering: Provided[Entering],
    identity: Provided[Identity],
    bouts: Provided[BoutStore],
    filming: Provided[Filming],
) -> Response:
    """Return the game as a GIF."""
    entry = await entering.visitor(request, key, homework)
    found = await some_bout(bouts, entry, bout)
    record = without_evidence(record_of(found))
    data = await filming.film(f"bout {found.id}", record, identity.client(request))
    return saved(found, data, GIF, "gif", record.game)


def saved(bout: Bout, content: str | bytes, kind: str, ending: str, game: str) -> Response:
    """Return a file that the browser saves under the game's name."""
    name = f"{game}-{bout.id}.{ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)


async def own_sides(handins: HandInStore, entry: Entry, bout: Bout) -> frozenset[int | None]:
    """Return the sides whose standard error the account may read."""

    def sides() -> frozenset[int | None]:
        keys = (bout.first, bout.second)
        return frozenset(
            side
            for side, key in enumerate(keys)
            if key is not None and entry.owns(handins.get(key))
        )

    return await asyncio.to_thread(sides)


def record_of(bout: Bout) -> GameRecord:
    """Return the record of a game; raise NotFound if it cannot be read any more."""
    try:
        return next(iter(read_records(bout.record.splitlines())))
    except (BadRecord, StopIteration):
        raise NotFound("the record of this game cannot be read") from None


def without_evidence(record: GameRecord) -> GameRecord:
    """Return a record without what a program printed before its fault."""
    tags = {name: text for name, text in record.tags.items() if name not in EVIDENCE}
    return record.replace(tags=tags)


def position_after(record: GameRecord, ply: int) -> Any:
    """Return the position after some moves of a record."""
    return replay(record.replace(moves=record.moves[: max(0, ply)]))


def shown_game(bout: Bout, ply: int | None) -> dict[str, Any]:
    """Return board and moves of a game; with ``ply`` the board after some moves."""
    record = record_of(bout)
    position = replay(record)
    moves = shown_played(position)
    number = len(moves) if ply is None else max(0, min(len(moves), ply))
    shown = position if number == len(moves) else position_after(record, number)
    times = [None if move.time is None else f"{move.time:.2f} s" for move in record.moves]
    return {
        "game": {"name": bout_game(record).name, "display_name": name_of_game(record.game)},
        "svg": picture(shown),
        "ply": number,
        "moves": [move | {"time": time} for move, time in zip(moves, times, strict=False)],
        "sentence": sentence(bout, bout_game(record)),
        "sides": list(bout_game(record).sides),
        "analysis": f"{address_of(position)}&moves={'+'.join(m['text'] for m in moves)}",
    }


def bout_game(record: GameRecord) -> Game:
    """Return the game of a record."""
    return find_game(record.game)


def sentence(bout: Bout, game: Game) -> str:
    """Return the result in words."""
    names = (bout.first_name, bout.second_name)
    winner = {FIRST_WON: 0, SECOND_WON: 1}.get(bout.result)
    loser = None if winner is None else names[1 - winner]
    why = reason(game, bout.termination, loser or "a player")
    return f"Drawn: {why}" if winner is None else f"{names[winner]} wins: {why}"


def shown_side(bout: Bout, side: int, *, is_own: bool) -> dict[str, Any]:
    """Return a player: name, time, result, and standard error if it may be read."""
    winner = {FIRST_WON: 0, SECOND_WON: 1}.get(bout.result)
    return {
        "name": (bout.first_name, bout.second_name)[side],
        "handin": (bout.first, bout.second)[side] if is_own else None,
        "seconds": f"{bout.seconds[side]:.1f} s",
        "won": winner == side,
        "fault": bout.fault_of == side,
        "is_own": is_own,
        "errors": bout.errors[side][-LONGEST_ERRORS:] if is_own else None,
    }
