"""Studies: variations with comments, in chapters."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import Path, Query, Request

from outwit.server.api.access import Anybody, find_caller
from outwit.server.api.answers import Ok
from outwit.server.api.faults import answers
from outwit.server.api.presenter import milliseconds
from outwit.server.api.studyanswers import (
    ReplacedStudy,
    SentStudy,
    Studies,
    Study,
    StudyLine,
    shown_chapter,
)
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.bearer import secret_of
from outwit.server.routes.botpages import site_of
from outwit.server.routes.pages import game_at
from outwit.server.routes.studypages import LAST_PAGE
from outwit.server.values.studytree import study_by_the_rules
from outwit.storage import studyvalues
from outwit.storage.ids import LETTERS
from outwit.storage.studies import StudyStore
from outwit.storage.tables import ID_LENGTH

router = Router(tags=["Studies"])
PATTERN = f"^[{LETTERS}]{{{ID_LENGTH}}}$"
StudyKey = Annotated[str, Path(pattern=PATTERN, description="A study's id.")]


@router.get("/study", responses=answers(401))
async def own(request: Request, caller: Anybody, studies: Provided[StudyStore]) -> Studies:
    """List your studies."""
    found = await asyncio.to_thread(studies.of_owner, caller.account.id)
    return Studies(studies=[StudyLine(**values_of(request, each)) for each in found])


@router.get("/study/game/{game}", responses=answers())
async def public(
    request: Request,
    game: Annotated[str, Path(max_length=40, description="A game's name.")],
    studies: Provided[StudyStore],
    page: Annotated[int, Query(ge=1, le=LAST_PAGE, description="20 studies each.")] = 1,
) -> Studies:
    """List the public studies of a game."""
    found, _ = await asyncio.to_thread(studies.public, game_at(game).name, page)
    return Studies(studies=[StudyLine(**values_of(request, each)) for each in found])


@router.get("/study/{key}", responses=answers(401))
async def read(request: Request, key: StudyKey, studies: Provided[StudyStore]) -> Study:
    """Show a study; a token is needed for your private ones only."""
    reader = (await find_caller(request)).account.id if secret_of(request) else None
    return shown(request, await asyncio.to_thread(studies.get, key, reader))


@router.post("/study", responses=answers(401, 403))
async def create(
    request: Request, caller: Anybody, sent: SentStudy, studies: Provided[StudyStore]
) -> Study:
    """Create a study; the moves are checked by the rules."""
    owner = caller.account.id

    def create_it() -> studyvalues.Study:
        new = study_by_the_rules(sent.study(game_at(sent.game).name))
        return studies.get(studies.create(owner, new), owner)

    return shown(request, await asyncio.to_thread(create_it))


@router.put("/study/{key}", responses=answers(401, 403, 409))
async def replace(
    request: Request,
    caller: Anybody,
    key: StudyKey,
    sent: ReplacedStudy,
    studies: Provided[StudyStore],
) -> Study:
    """Replace a study of yours, if nobody has changed the version that you have read."""
    owner = caller.account.id

    def replace_it() -> studyvalues.Study:
        new = study_by_the_rules(sent.study(game_at(sent.game).name))
        studies.replace(key, owner, sent.version, new)
        return studies.get(key, owner)

    return shown(request, await asyncio.to_thread(replace_it))


@router.delete("/study/{key}", responses=answers(401, 403))
async def delete(caller: Anybody, key: StudyKey, studies: Provided[StudyStore]) -> Ok:
    """Delete a study of yours."""
    await asyncio.to_thread(studies.delete, key, caller.account.id)
    return Ok()


def shown(request: Request, study: studyvalues.Study) -> Study:
    """Return a study as it is sent."""
    return Study(
        **values_of(request, study), chapters=[shown_chapter(each) for each in study.chapters]
    )


def values_of(request: Request, line: studyvalues.StudyLine) -> dict[str, Any]:
    """Return the fields of a study without its chapters."""
    return {
        "id": line.id,
        "url": f"{site_of(request)}/study/{line.id}",
        "owner": line.owner_name,
        "title": line.title,
        "game": line.game,
        "visibility": line.visibility,
        "version": line.version,
        "created_at": milliseconds(line.created),
        "changed_at": milliseconds(line.changed),
    }
