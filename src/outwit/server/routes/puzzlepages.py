"""Puzzles: one position, one question."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import choice
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Form, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse

from outwit.errors import NotFound, UsageError
from outwit.games import all_games
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.routes.pages import Pages, game_at
from outwit.server.routes.visitors import somebody
from outwit.server.values.daily import today_in_utc
from outwit.server.values.puzzle import Attempt, shown_standing, shown_themes, theme_of
from outwit.storage.accounts import AccountStore
from outwit.storage.daily import FAILED, DailyStore
from outwit.storage.puzzles import PuzzleStore

router = Router()
JSON = "application/json"
# Most answers in a request, most characters of a move, and of a proof of answers.
MOST_ANSWERS, LONGEST_MOVE, LONGEST_PROOF = 20, 40, 64
LONGEST_THEME = 32
# The two hints: the piece that moves, then the move in words.
PIECE, LABEL = 1, 2


@router.get("/puzzles")
async def choose(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    puzzles: Provided[PuzzleStore],
) -> HTMLResponse:
    """Show the games that have puzzles, with rating and streak in each."""
    account = identity.account(request)
    shown = await asyncio.to_thread(shown_games, puzzles, account)
    return await pages.show(request, "puzzles.html", games=shown)


def shown_games(puzzles: PuzzleStore, account: int | None) -> list[dict[str, Any]]:
    """Return the data of each game for the first page of puzzles."""
    counts, themes = puzzles.games(), puzzles.themes()
    shown = []
    for game in all_games():
        if not counts.get(game.name):
            continue
        stored = puzzles.get(puzzles.propose(game.name, account)[0])
        standing = None if account is None else puzzles.standing(account, game.name)
        shown.append(
            {
                "name": game.name,
                "display_name": game.display_name,
                "count": counts[game.name],
                "svg": Attempt(game, stored).board(f"{game.name}-"),
                "themes": shown_themes(game, themes.get(game.name, {})),
                **shown_standing(standing),
            }
        )
    return shown


@router.get("/puzzles/{name}")
async def next_puzzle(
    request: Request,
    name: str,
    identity: Provided[Identity],
    puzzles: Provided[PuzzleStore],
    theme: str = Query("", max_length=LONGEST_THEME),
) -> Response:
    """Redirect to a puzzle that suits the account's rating, of one theme if given."""
    game = game_at(name)
    account = identity.account(request)
    keys = await asyncio.to_thread(puzzles.propose, game.name, account, theme)
    query = f"?{urlencode({'theme': theme})}" if theme else ""
    return RedirectResponse(f"/puzzles/{game.name}/{choice(keys)}{query}", 303)


@router.get("/puzzles/{name}/{key}")
async def show(
    request: Request,
    name: str,
    key: str,
    pages: Provided[Pages],
    identity: Provided[Identity],
    puzzles: Provided[PuzzleStore],
    daily: Provided[DailyStore],
    m: Annotated[list[str], Query(max_length=MOST_ANSWERS)] = [],  # noqa: B006  # never changed
    proof: str = Query("", max_length=LONGEST_PROOF),
    wrong: str = Query("", max_length=LONGEST_MOVE),
    hint: int = Query(0, ge=0, le=LABEL),
    theme: str = Query("", max_length=LONGEST_THEME),
) -> HTMLResponse:
    """Show a puzzle; hint and solution are shown only after a try.

    The solution of the day's puzzle is shown only to those who have solved it or asked for it.

    Answers in the URL are shown only to an account that has tried the puzzle, or sent them by a
    form. Otherwise a URL would reveal without a try whether a move is right.
    """
    account = identity.account(request)
    attempt = await opened(puzzles, name, key)
    result = await asyncio.to_thread(puzzles.result, account, key)
    if result is not None or identity.is_proof(proof, given_by(account, key, m)):
        attempt.follow(m)
    standing = None
    if account is not None:
        standing = await asyncio.to_thread(puzzles.standing, account, attempt.game.name)
    is_open = result is not None
    today = await asyncio.to_thread(shown_daily, daily, account, key)
    return await pages.show(
        request,
        "puzzle.html",
        game=attempt.game,
        key=key,
        question=attempt.question,
        reason=attempt.reason,
        solved=attempt.is_solved,
        state=attempt.shown(),
        feedback=feedback(attempt, wrong, result),
        hint=hint_words(attempt, hint) if is_open else "",
        hint_square=hint_square(attempt, hint) if is_open else "",
        next_hint=min(LABEL, hint + 1),
        solution=attempt.labels() if is_open and not (today and today["is_open"]) else [],
        daily=today,
        standing=shown_standing(standing),
        rating=round(attempt.stored.glicko.rating),
        theme=theme_of(attempt.game, theme),
        themes=attempt.themes() if is_open else [],
    )


@router.post("/puzzles/{name}/{key}")
async def judge(
    request: Request,
    name: str,
    key: str,
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    puzzles: Provided[PuzzleStore],
    daily: Provided[DailyStore],
    csrf: str = Form(max_length=64),
    m: list[str] = Form(min_length=1, max_length=MOST_ANSWERS),  # noqa: B008
) -> Response:
    """Check the solver's moves so far, of which the last is new; the first try is rated.

    A wrong move counts at any place; otherwise moves before the last could be tried for free.
    """
    account = identity.form_sender(request, csrf)
    attempt = await opened(puzzles, name, key)
    attempt.follow(m[:-1])
    if attempt.position.is_over:
        raise UsageError("this puzzle is solved already")
    move = m[len(attempt.given)]
    label = attempt.position.move(move).label
    steps = attempt.answer(move)
    person = await somebody(accounts, account)
    told: dict[str, Any] = {"steps": steps}
    if not steps:
        told |= {"result": "wrong", "message": wrong_words(attempt, label)}
    elif attempt.is_solved:
        told |= {"result": "solved", "message": solved_words(attempt)}
        told |= {"themes": attempt.themes()}
    else:
        told |= {"result": "right", "message": f"Right: {label}. {steps[-1]['label']}. Go on."}
    if told["result"] != "right":
        told |= await noted(puzzles, person.id, key, attempt.is_solved)
        words = await asyncio.to_thread(note_daily, daily, person.id, key, attempt.is_solved)
        told["message"] += words
    query = [("m", move) for move in attempt.given] + ([] if steps else [("wrong", move)])
    return reply(request, identity, person.id, attempt, told, query)


@router.post("/puzzles/{name}/{key}/hint")
async def give_hint(
    request: Request,
    name: str,
    key: str,
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    puzzles: Provided[PuzzleStore],
    daily: Provided[DailyStore],
    csrf: str = Form(max_length=64),
    m: Annotated[list[str], Form(max_length=MOST_ANSWERS)] = [],  # noqa: B006
    hint: int = Form(PIECE, ge=PIECE, le=LABEL),
) -> Response:
    """Give a hint: the piece that moves, then the move in words. The puzzle is then not rated."""
    account = identity.form_sender(request, csrf)
    attempt = await opened(puzzles, name, key)
    attempt.follow(m)
    if attempt.is_solved:
        raise UsageError("this puzzle is solved already")
    person = await somebody(accounts, account)
    told = await noted(puzzles, person.id, key, solved=False, rated=False)
    await asyncio.to_thread(daily.note, person.id, key, today_in_utc())
    told |= {"message": hint_words(attempt, hint), "square": hint_square(attempt, hint)}
    query = [*(("m", move) for move in attempt.given), ("hint", str(hint))]
    return reply(request, identity, person.id, attempt, told, query)


@router.post("/puzzles/{name}/{key}/solution")
async def give_up(
    request: Request,
    name: str,
    key: str,
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    puzzles: Provided[PuzzleStore],
    daily: Provided[DailyStore],
    csrf: str = Form(max_length=64),
    m: Annotated[list[str], Form(max_length=MOST_ANSWERS)] = [],  # noqa: B006
) -> Response:
    """Show the solution; an untried puzzle counts as not solved."""
    account = identity.form_sender(request, csrf)
    attempt = await opened(puzzles, name, key)
    attempt.follow(m)
    person = await somebody(accounts, account)
    told = await noted(puzzles, person.id, key, solved=False)
    await asyncio.to_thread(daily.note, person.id, key, today_in_utc(), shown=True)
    told |= {"steps": attempt.solution(), "message": f"{attempt.position.status}."}
    told |= {"themes": attempt.themes()}
    return reply(
        request, identity, person.id, attempt, told, [("m", move) for move in attempt.given]
    )


async def opened(puzzles: PuzzleStore, name: str, key: str) -> Attempt:
    """Return a puzzle of a game at its beginning; raise NotFound."""
    game = game_at(name)
    stored = await asyncio.to_thread(puzzles.get, key)
    if stored.game != game.name:
        raise NotFound(f"there is no puzzle {key[:40]!r} of {game.display_name}")
    return Attempt(game, stored)


async def noted(
    puzzles: PuzzleStore, account: int, key: str, solved: bool, rated: bool = True
) -> dict[str, Any]:
    """Store a try, and return its changes."""
    tried = await asyncio.to_thread(puzzles.note, account, key, solved, rated)
    return {"standing": shown_standing(tried.standing, tried.change)}


def note_daily(daily: DailyStore, account: int, key: str, solved: bool) -> str:
    """Store a try of the day's puzzle; return a sentence, empty unless it was that puzzle."""
    today = today_in_utc()
    if not daily.note(account, key, today, solved=solved) or not solved:
        return ""
    tried = daily.tried(account, today)
    if tried is None or not tried.solved:
        return " It does not count for today: you have seen the solution."
    days = daily.streak(account, today).now
    return f" Puzzle of the day: {days} days in a row." if days > 1 else " Puzzle of the day: done."


def shown_daily(daily: DailyStore, account: int | None, key: str) -> dict[str, Any] | None:
    """Return day and streak of an account if the puzzle is the one of today.

    ``is_open``: the account can still solve it today.
    """
    today = today_in_utc()
    stored = daily.puzzle_of(today)
    if stored is None or stored.id != key:
        return None
    tried = daily.tried(account, today)
    is_open = tried is None or (tried.state == FAILED and not tried.shown)
    return {"streak": daily.streak(account, today).now, "is_open": is_open}


def reply(
    request: Request,
    identity: Identity,
    account: int,
    attempt: Attempt,
    told: dict[str, Any],
    query: list[tuple[str, str]],
) -> Response:
    """Answer a script with JSON, a form with a redirect to the page."""
    response: Response
    if JSON in request.headers.get("accept", ""):
        told |= attempt.shown() | {"csrf": identity.form_token(account)}
        response = JSONResponse(told)
    else:
        path = f"/puzzles/{attempt.game.name}/{attempt.stored.id}"
        proof = identity.prove(given_by(account, attempt.stored.id, attempt.given))
        query = [*query, ("proof", proof)]
        theme = theme_of(attempt.game, request.query_params.get("theme", ""))
        if theme is not None:
            query.append(("theme", theme.code))
        response = RedirectResponse(f"{path}?{urlencode(query)}", 303)
    identity.remember(response, account)
    return response


def given_by(account: int | None, key: str, answers: Sequence[str]) -> str:
    """Return the statement, to be signed, that an account has given answers to a puzzle."""
    return f"{account} answered {key} by {' '.join(answers)}"


def feedback(attempt: Attempt, wrong: str, result: bool | None) -> str:
    """Return the sentence beside the board on a newly loaded page."""
    if attempt.is_solved:
        return solved_words(attempt)
    if result is not None and wrong and attempt.position.is_legal(wrong):
        return wrong_words(attempt, attempt.position.move(wrong).label)
    if attempt.given:
        return "Right. Go on."
    return "" if result is None else "You have tried this puzzle before. It does not count again."


def solved_words(attempt: Attempt) -> str:
    """Return the message for a solved puzzle."""
    return f"Solved. {attempt.position.status}."


def wrong_words(attempt: Attempt, label: str) -> str:
    """Return the message for a wrong answer."""
    own = attempt.puzzle.own_moves
    late = "at once" if own == 1 else f"in {own} moves"
    return f"{label}: that does not win {late}. Try again, or see the solution."


def hint_square(attempt: Attempt, hint: int) -> str:
    """Return the square of the piece that moves, or the move's target; empty without a hint."""
    squares = () if not hint or attempt.is_solved else attempt.right_move().squares
    return squares[0] if squares else ""


def hint_words(attempt: Attempt, hint: int) -> str:
    """Return the first hint, which names a square, or the second, which names the move."""
    square = hint_square(attempt, hint)
    if not hint or attempt.is_solved:
        return ""
    is_label = hint == LABEL or not square
    return f"{attempt.right_move().label}." if is_label else f"Begin with {square}."
