"""Studies: lists, the page of a chapter, and records to take away."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import quote

from fastapi import Query, Request, Response
from fastapi.responses import HTMLResponse

from outwit.errors import NotFound
from outwit.games import all_games
from outwit.records.jsonlines import to_json
from outwit.records.writer import write_record
from outwit.server.base.provided import Provided, Router
from outwit.server.base.workqueue import Painting
from outwit.server.edge.identity import Identity
from outwit.server.routes.analysisboard import shown_position
from outwit.server.routes.pages import Pages, game_at, shown_game
from outwit.server.routes.review import NO_INDEX
from outwit.server.values.openings import LEASTS
from outwit.server.values.studyform import SEEN_BY
from outwit.server.values.studytree import records_of, shown_nodes, start_of
from outwit.storage.stored import PUBLIC
from outwit.storage.studies import PAGE, StudyStore
from outwit.storage.studyvalues import (
    LONGEST_COMMENT,
    Chapter,
    Study,
    StudyLine,
)
from outwit.storage.timeclass import TIME_CLASSES

JSON_LINES = "application/jsonl"
TEXT = "text/plain; charset=utf-8"
LAST_PAGE = 10_000
router = Router()


@router.get("/studies")
async def own_studies(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    studies: Provided[StudyStore],
) -> HTMLResponse:
    """List the visitor's studies, and the games that have public ones."""
    account = identity.account(request)
    own = () if account is None else await asyncio.to_thread(studies.of_owner, account)
    return await pages.show(
        request,
        "studies.html",
        studies=[shown_line(line) for line in own],
        games=list_of_games(),
        seen_by=SEEN_BY,
    )


@router.get("/studies/game/{name}")
async def public_studies(
    request: Request,
    name: str,
    pages: Provided[Pages],
    studies: Provided[StudyStore],
    page: int = Query(1, ge=1, le=LAST_PAGE),
) -> HTMLResponse:
    """List the public studies of a game."""
    game = game_at(name)
    found, total = await asyncio.to_thread(studies.public, game.name, page)
    return await pages.show(
        request,
        "publicstudies.html",
        game=shown_game(game),
        games=list_of_games(),
        studies=[shown_line(line) for line in found],
        page=page,
        pages=max(1, -(-total // PAGE)),
    )


@router.get("/study/{key}.txt")
async def text(
    request: Request, key: str, identity: Provided[Identity], studies: Provided[StudyStore]
) -> Response:
    """Return all chapters as records."""
    study = await asyncio.to_thread(studies.get, key, identity.account(request))
    written = await asyncio.to_thread(lambda: "".join(map(write_record, records_of(study))))
    return saved(study, written, TEXT, "txt")


@router.get("/study/{key}.jsonl")
async def json_lines(
    request: Request, key: str, identity: Provided[Identity], studies: Provided[StudyStore]
) -> Response:
    """Return all chapters as records in JSON."""
    study = await asyncio.to_thread(studies.get, key, identity.account(request))
    lines = await asyncio.to_thread(lambda: [to_json(each) for each in records_of(study)])
    return saved(study, "".join(f"{line}\n" for line in lines), JSON_LINES, "jsonl")


@router.get("/study/{key}")
async def first_chapter(
    request: Request,
    key: str,
    pages: Provided[Pages],
    identity: Provided[Identity],
    painting: Provided[Painting],
    studies: Provided[StudyStore],
) -> HTMLResponse:
    """Show the first chapter."""
    study = await asyncio.to_thread(studies.get, key, identity.account(request))
    return await shown(request, study, study.chapters[0], pages, identity, painting)


@router.get("/study/{key}/{number}")
async def one_chapter(
    request: Request,
    key: str,
    number: int,
    pages: Provided[Pages],
    identity: Provided[Identity],
    painting: Provided[Painting],
    studies: Provided[StudyStore],
) -> HTMLResponse:
    """Show a chapter."""
    study = await asyncio.to_thread(studies.get, key, identity.account(request))
    chapter = study.chapter(number)
    if chapter is None:
        raise NotFound(f"the study has no chapter {number}")
    return await shown(request, study, chapter, pages, identity, painting)


async def shown(
    request: Request,
    study: Study,
    chapter: Chapter,
    pages: Pages,
    identity: Identity,
    painting: Painting,
) -> HTMLResponse:
    """Show a chapter: to its owner with what changes it, to others as it is."""
    client = identity.client(request)
    start = await asyncio.to_thread(start_of, study.game, chapter)
    position = await painting.run(lambda: shown_position(start, flipped=False), client=client)
    nodes = await painting.run(lambda: shown_nodes(start, chapter.nodes), client=client)
    answer = await pages.show(
        request,
        "study.html",
        game=shown_game(start.game),
        shown=position,
        study=shown_line(study),
        is_owner=identity.account(request) == study.owner,
        chapter=chapter,
        tree={
            "key": study.id,
            "number": chapter.number,
            "title": chapter.title,
            "version": chapter.version,
            "comment": chapter.comment,
            "nodes": nodes,
        },
        chapters=study.chapters,
        seen_by=SEEN_BY,
        longest_comment=LONGEST_COMMENT,
        paces=TIME_CLASSES,
        leasts=LEASTS,
    )
    if study.visibility != PUBLIC:
        answer.headers.update(NO_INDEX)
    return answer


def shown_line(line: StudyLine) -> dict[str, Any]:
    """Return the data of a study for lists."""
    return {
        "id": line.id,
        "title": line.title,
        "owner": line.owner_name,
        "game_name": game_at(line.game).display_name,
        "visibility": line.visibility,
        "changed": line.changed,
    }


def list_of_games() -> list[dict[str, str]]:
    """Return names and titles of all games."""
    return [{"name": game.name, "display_name": game.display_name} for game in all_games()]


def saved(study: Study, text: str, kind: str, ending: str) -> Response:
    """Return a file to be saved under the title of the study."""
    name = quote(f"{study.title}.{ending}", safe="")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}", **NO_INDEX}
    return Response(text.encode("utf-8", "backslashreplace"), media_type=kind, headers=headers)
