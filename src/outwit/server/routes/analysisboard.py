"""The analysis board: any position of a game, moves for both sides, and the engine's lines.

The server stores nothing: the URL contains the position, the moves after it and the options.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any
from urllib.parse import quote, urlencode

from fastapi import Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from outwit.arena.seat import DEFAULT_LEVEL
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.engine.analysis import Analysis
from outwit.errors import BadText, IllegalMove, NotAllowed, OutwitError, UsageError
from outwit.games import all_games
from outwit.movies.analysis import of_search
from outwit.players.levels import LEVELS
from outwit.records.replay import option_text
from outwit.server.base.provided import Provided, Router
from outwit.server.base.workqueue import Painting
from outwit.server.edge.identity import Identity
from outwit.server.jobs.searches import MOST_LINES, MOST_SECONDS, Searches
from outwit.server.routes.pages import Pages, game_at, shown_game
from outwit.server.values.analysisview import chance, shown_line
from outwit.server.values.openings import LEASTS
from outwit.server.values.shown import capital
from outwit.server.values.studyform import SEEN_BY
from outwit.server.values.view import picture, shown_motion, shown_moves, shown_played, shown_words
from outwit.storage.timeclass import TIME_CLASSES

# Most characters of a position's text, and of all moves together.
LONGEST_TEXT, LONGEST_MOVES = 2_000, 20_000
MOST_MOVES = 1_000
OPTION = "option-"
router = Router()


@router.get("/analysis")
async def boards(request: Request, pages: Provided[Pages]) -> HTMLResponse:
    """List the analysis boards of all games."""
    games = [shown_game(game) for game in all_games()]
    return await pages.show(
        request, "games.html", title="Analysis boards", folder="/analysis", games=games
    )


@router.get("/analysis/{name}")
async def board(
    request: Request,
    name: str,
    pages: Provided[Pages],
    painting: Provided[Painting],
    identity: Provided[Identity],
    flipped: bool = False,
) -> HTMLResponse:
    """Show the board; for an invalid position, show the error above the start position."""
    game = game_at(name)
    error = ""
    try:
        position = await asyncio.to_thread(read_position, game, dict(request.query_params))
    except OutwitError as wrong:
        position = game.start()
        error = explained(game, wrong)
    shown = await painting.run(
        lambda: shown_position(position, flipped=flipped), client=identity.client(request)
    )
    return await pages.show(
        request,
        "analysis.html",
        400 if error else 200,
        game=shown_game(game),
        shown=shown,
        error=error,
        levels=[{"number": number, "manner": lv.manner} for number, lv in enumerate(LEVELS, 1)],
        level=DEFAULT_LEVEL,
        paces=TIME_CLASSES,
        leasts=LEASTS,
        seen_by=SEEN_BY,
    )


@router.get("/analysis/{name}/position")
async def position_of(
    request: Request,
    name: str,
    painting: Provided[Painting],
    identity: Provided[Identity],
    flipped: bool = False,
) -> Response:
    """Return a position with its picture and its legal moves."""
    game = game_at(name)
    try:
        position = await asyncio.to_thread(read_position, game, dict(request.query_params))
    except OutwitError as error:
        return refusal(error, explained(game, error))
    shown = await painting.run(
        lambda: shown_position(position, flipped=flipped), client=identity.client(request)
    )
    return JSONResponse(shown)


@router.get("/analysis/{name}/lines")
async def lines(
    request: Request,
    name: str,
    searches: Provided[Searches],
    identity: Provided[Identity],
    seconds: Annotated[float, Query(gt=0, le=MOST_SECONDS)] = 1.0,
    count: Annotated[int, Query(ge=1, le=MOST_LINES)] = 3,
) -> Response:
    """Return the engine's best lines."""
    game = game_at(name)
    try:
        position = await asyncio.to_thread(read_position, game, dict(request.query_params))
        if position.is_over:
            raise UsageError("the game is over")
        found = await searches.lines(position.copy(), seconds, count, identity.client(request))
    except OutwitError as error:
        return refusal(error)
    return JSONResponse(await asyncio.to_thread(shown_lines, position, found))


def explained(game: Game, error: OutwitError) -> str:
    """Return the error message for a position; for unreadable text, with an example."""
    message = capital(str(error))
    if not isinstance(error, BadText):
        return message
    return f"{message.removesuffix('.')}. The start position, for example, is {game.start().text}"


def refusal(error: OutwitError, message: str = "") -> JSONResponse:
    """Return an error for the script, which shows it and leaves the board unchanged."""
    status = 403 if isinstance(error, NotAllowed) else 400
    return JSONResponse({"code": error.code, "message": message or capital(str(error))}, status)


def read_position(game: Game, query: dict[str, str]) -> Position:
    """Return the position of a URL's query; raise an OutwitError with the reason."""
    text, moves = query.get("position", "").strip(), query.get("moves", "")
    if len(text) > LONGEST_TEXT:
        raise UsageError(f"the position's text has more than {LONGEST_TEXT:,} characters")
    if len(moves) > LONGEST_MOVES or len(moves.split()) > MOST_MOVES:
        raise UsageError(f"there are more than {MOST_MOVES:,} moves")
    given: dict[str, Any] = {
        key.removeprefix(OPTION): value for key, value in query.items() if key.startswith(OPTION)
    }
    game.read_options(given)
    position = game.position(text, **given) if text else game.start(**given)
    for number, move in enumerate(moves.split(), 1):
        try:
            position.play(move)
        except IllegalMove as error:
            raise IllegalMove(f"move {number}: {error}") from None
    return position


def address_of(position: Position) -> str:
    """Return the URL of the board at the beginning of a position, without its moves."""
    values = {"position": position.beginning}
    values |= {f"{OPTION}{name}": value for name, value in written_options(position).items()}
    return f"/analysis/{quote(position.game.name)}?{urlencode(values)}"


def written_options(position: Position) -> dict[str, str]:
    """Return the options of the whole game, as texts."""
    return {
        name: option_text(value) for name, value in position.options.items() if value is not None
    }


def shown_position(position: Position, *, flipped: bool) -> dict[str, Any]:
    """Return the data of a position for the script."""
    return {
        "game": position.game.name,
        "start": position.beginning,
        "options": written_options(position),
        "text": position.text,
        "n": position.ply,
        "svg": picture(position, flipped=flipped),
        "flipped": flipped,
        "turn": int(position.turn),
        "sides": list(position.game.sides),
        "status": position.status,
        "over": position.is_over,
        "moves": shown_moves(position),
        "played": shown_played(position),
        "motion": shown_motion(position.last_move),
        "words": shown_words(position),
    }


def shown_lines(position: Position, found: list[Analysis]) -> dict[str, Any]:
    """Return the engine's lines, each with its winning chance, and the depth reached."""
    lines = []
    for each in found:
        score = of_search(each.score, first_moves=not position.turn)
        lines.append(
            {
                "share": round(score.share, 4),
                "score": score.text,
                "words": chance(position.game, score.share, score.text),
                "squares": list(position.move(each.move).squares),
                "moves": shown_line(position, each.line),
            }
        )
    return {"depth": max(each.depth for each in found), "lines": lines}
