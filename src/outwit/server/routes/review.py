"""The review of a finished game: the engine's analysis."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import Form, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from outwit.errors import NotAllowed
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.jobs.analyses import RunningAnalyses
from outwit.server.values.analysisview import shown_analysis
from outwit.storage.analyses import AnalysisStore
from outwit.storage.games import GameStore
from outwit.storage.stored import LINK, StoredGame

JSON = "application/json"
RUNNING, DONE, NONE = "running", "done", "none"
NO_INDEX = {"X-Robots-Tag": "noindex"}
router = Router()


@router.get("/g/{key}/analysis")
async def analysis(
    key: str,
    games: Provided[GameStore],
    running: Provided[RunningAnalyses],
    analyses: Provided[AnalysisStore],
) -> JSONResponse:
    """Return the analysis of a finished game, or its progress."""
    stored = await finished(games, key)
    return JSONResponse(await status(running, analyses, stored), headers=headers_for(stored))


@router.post("/g/{key}/analysis")
async def analyse(
    request: Request,
    key: str,
    identity: Provided[Identity],
    games: Provided[GameStore],
    running: Provided[RunningAnalyses],
    analyses: Provided[AnalysisStore],
    csrf: str = Form(max_length=64),
) -> Response:
    """Start the analysis of a finished game, unless it is stored."""
    identity.form_sender(request, csrf)
    stored = await finished(games, key)
    wants_json = JSON in request.headers.get("accept", "")
    if await asyncio.to_thread(analyses.of_game, key) is None:
        try:
            running.start(key, stored.record(), identity.client(request))
        except NotAllowed as error:
            if not wants_json:
                raise
            return JSONResponse({"message": str(error)}, 403)
    if wants_json:
        return JSONResponse(await status(running, analyses, stored), 202)
    return RedirectResponse(f"/g/{key}", 303)


async def finished(games: GameStore, key: str) -> StoredGame:
    """Return a finished game; raise NotAllowed during a game, when nobody may get help."""
    stored = await asyncio.to_thread(games.load, key)
    if stored.ended is None:
        raise NotAllowed("this game goes on: it can be analysed when it is over")
    return stored


async def status(
    running: RunningAnalyses, analyses: AnalysisStore, stored: StoredGame
) -> dict[str, Any]:
    """Return the analysis of a game, or its progress."""
    progress = running.progress(stored.id)
    if progress is not None:
        return {"state": RUNNING, "done": progress.done, "of": progress.total}
    plies = await asyncio.to_thread(analyses.of_game, stored.id)
    if plies is None:
        return {"state": NONE}
    shown = await asyncio.to_thread(shown_analysis, stored.record(), plies)
    return {"state": DONE, **shown}


def headers_for(stored: StoredGame) -> dict[str, str]:
    """Return the headers that keep an unlisted game out of search engines."""
    return NO_INDEX if stored.setup.visibility == LINK else {}
