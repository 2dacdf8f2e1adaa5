"""Profiles and leaders."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.errors import NotFound
from outwit.games import all_games
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.routes.pages import Pages, game_at
from outwit.server.values.accepting import played_games
from outwit.server.values.curve import draw_curve
from outwit.server.values.levelmarks import shown_levels
from outwit.server.values.players import shown_rating
from outwit.server.values.shown import Shown, figure, name_of_game, shown_name
from outwit.storage.accounts import ONLINE, Account, AccountStore
from outwit.storage.botplays import Plays, called
from outwit.storage.games import PAGE
from outwit.storage.history import HistoryStore, score_field
from outwit.storage.levelwins import LevelWinStore
from outwit.storage.notices import NoticeStore
from outwit.storage.ratings import CERTAIN, Rating, RatingPoint, RatingStore
from outwit.storage.relations import RelationStore
from outwit.storage.sanctions import CLOSE, SanctionStore
from outwit.storage.slowturns import TurnStore
from outwit.storage.stored import GameLine
from outwit.storage.timeclass import TIME_CLASSES

# Most lines, the last ones, in the table beside a curve.
MOST_LINES = 50
MOST_LEADERS = 50
LAST_PAGE = 100_000
RESULTS = {"won": "Won", "drawn": "Drew", "lost": "Lost", None: "–"}
router = Router()


@router.get("/people")
async def everybody() -> RedirectResponse:
    """Redirect to the leaders; there is no list of all accounts."""
    return RedirectResponse("/leaders", 303)


@router.get("/people/{name}")
async def profile(
    request: Request,
    name: str,
    pages: Provided[Pages],
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    history: Provided[HistoryStore],
    ratings: Provided[RatingStore],
    relations: Provided[RelationStore],
    sanctions: Provided[SanctionStore],
    level_wins: Provided[LevelWinStore],
    game: str = Query("", max_length=40),
    pace: str = Query("", max_length=40),
    number: int = Query(1, alias="page", ge=1, le=LAST_PAGE),
) -> HTMLResponse:
    """Show an account: ratings, rating curve and games."""
    viewer = identity.account(request)
    found = await asyncio.to_thread(accounts.find, name)
    if found is None:
        raise NotFound(f"nobody here is called {name[:40]!r}")
    values = await asyncio.to_thread(
        shown_profile, accounts, history, ratings, found, viewer, (game, pace), number
    )
    chosen = frozenset[str]()
    if viewer is not None:
        chosen = await asyncio.to_thread(relations.kinds, viewer, found.id)
    ladders = []
    if not found.is_bot:
        wins = await asyncio.to_thread(level_wins.of_account, found.id)
        ladders = [shown_levels(game, wins) for game in all_games()]
        if viewer != found.id:
            ladders = [each for each in ladders if each["is_begun"]]
    closed = await asyncio.to_thread(sanctions.get, found.id, CLOSE)
    return await pages.show(
        request,
        "profile.html",
        **values,
        ladders=ladders,
        chosen=chosen,
        is_closed=closed is not None,
    )


@router.get("/leaders")
async def leaders(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    ratings: Provided[RatingStore],
) -> HTMLResponse:
    """Show the leaders of the game with the most rated players."""
    games = all_games()
    counts = await asyncio.to_thread(
        lambda: {game.name: sum(ratings.time_classes(game.name).values()) for game in games}
    )
    if not counts:
        raise NotFound("there are no games here yet")
    name = max(counts, key=lambda name: counts[name])
    return await leaders_of(request, name, pages, identity, ratings)


@router.get("/leaders/{name}")
async def leaders_of(
    request: Request,
    name: str,
    pages: Provided[Pages],
    identity: Provided[Identity],
    ratings: Provided[RatingStore],
    pace: str = "",
) -> HTMLResponse:
    """Show the leaders of a game in a time class, by default the one with most rated players."""
    game = game_at(name)
    viewer = identity.account(request)
    values = await asyncio.to_thread(shown_leaders, ratings, game.name, pace[:40], viewer)
    games = [{"name": each.name, "display_name": each.display_name} for each in all_games()]
    return await pages.show(
        request,
        "leaders.html",
        games=games,
        game={"name": game.name, "display_name": game.display_name},
        **values,
    )


@router.get("/invitations.json")
async def invitations(
    request: Request,
    identity: Provided[Identity],
    history: Provided[HistoryStore],
    notices: Provided[NoticeStore],
    accounts: Provided[AccountStore],
    turns: Provided[TurnStore],
) -> dict[str, int | list[str]]:
    """Return what waits for the caller: invitations, notices, and turns with their games.

    Open pages ask for it now and then: who asks is online.
    """
    account = identity.account(request)
    if account is None:
        return {"count": 0, "notices": 0, "turns": 0, "games": []}
    await asyncio.to_thread(accounts.see, account, ONLINE)
    queue = [turn.game_id for turn in await asyncio.to_thread(turns.queue, account)]
    return {
        "turns": len(queue),
        "games": queue,
        "count": await asyncio.to_thread(history.count_invitations, account),
        "notices": await asyncio.to_thread(notices.count, account),
    }


def shown_profile(
    accounts: AccountStore,
    history: HistoryStore,
    rating_store: RatingStore,
    account: Account,
    viewer: int | None,
    chosen: tuple[str, str],
    number: int,
) -> dict[str, Any]:
    """Return the content of a profile; the curve is for the chosen game and time class."""
    ratings = sorted(
        rating_store.of_account(account.id), key=lambda each: (each.game, pace_order(each))
    )
    known = {(each.game, each.time_class): each for each in ratings}
    drawn = known.get(chosen) or max(ratings, key=lambda each: each.games, default=None)
    points: tuple[RatingPoint, ...] = ()
    if drawn is not None:
        points = rating_store.history(account.id, drawn.game, drawn.time_class)
    lines = history.ended(account.id, viewer, number - 1)
    changes = rating_store.changes(account.id, [line.id for line in lines])
    count = history.count(account.id, viewer)
    plays = accounts.plays_of(account.id)
    label = "" if drawn is None else f"{name_of_game(drawn.game)}, {drawn.time_class}"
    return {
        "person": {
            "name": account.name,
            "guest": account.is_guest,
            "bot": account.is_bot,
            "since": account.created,
        },
        "is_own": viewer == account.id,
        "ratings": [shown_line_of_ratings(each, each == drawn) for each in ratings],
        "curve": draw_curve(points, f"Rating of {account.name} in {label}"),
        "curve_title": label,
        "points": [
            {"at": each.at, "rating": figure(each.rating), "game": each.game_id}
            for each in points[: -MOST_LINES - 1 : -1]
        ],
        "scores": [
            {"game": name_of_game(each.game), **{name: getattr(each, name) for name in SCORES}}
            for each in history.scores(account.id)
        ],
        "history": [shown_ended(line, account.id, changes.get(line.id)) for line in lines],
        "count": count,
        "page": number,
        "pages": -(-count // PAGE),
        "games": played_games(plays),
        "plays": shown_plays(plays) if account.is_bot else None,
    }


def shown_plays(plays: Plays) -> Plays | None:
    """Return what a bot accepts with the names of games for people, None if it accepts all."""
    if plays == Plays():
        return None
    return plays.replace(games=tuple(called(each) for each in plays.games))


SCORES = ("played", "won", "drawn", "lost")


def pace_order(rating: Rating) -> tuple[int, str]:
    """Return the sort key of a rating by time class, the quick ones first."""
    return order_of_pace(rating.time_class)


def order_of_pace(pace: str) -> tuple[int, str]:
    """Return the sort key of a time class; others, such as puzzles, come last."""
    place = TIME_CLASSES.index(pace) if pace in TIME_CLASSES else len(TIME_CLASSES)
    return place, pace


def shown_line_of_ratings(rating: Rating, is_drawn: bool) -> Shown:
    """Return a rating as a line of a profile."""
    return {
        "name": rating.game,
        "game": name_of_game(rating.game),
        "pace": rating.time_class,
        "is_drawn": is_drawn,
        **shown_figures(rating),
    }


def shown_figures(rating: Rating) -> Shown:
    """Return the figures of a rating."""
    glicko = rating.glicko
    return {
        "rating": shown_rating(glicko.rating, glicko.deviation),
        "deviation": f"{glicko.deviation:.0f}",
        "games": rating.games,
    }


def shown_ended(line: GameLine, account: int, change: RatingPoint | None) -> Shown:
    """Return a finished game as a line of a profile."""
    side = line.setup.side_of(account) or 0
    other = line.setup.seats[1 - side]
    field = None if line.setup.is_shared else score_field(line.result, side)
    return {
        "id": line.id,
        "game": name_of_game(line.setup.game),
        "result": RESULTS[field],
        "field": field or "",
        "opponent": shown_name(other),
        "is_person": other.account is not None,
        "why": line.sentence.partition(": ")[2] or line.sentence,
        "at": line.ended or line.created,
        "change": "" if change is None else f"{figure(change.before)} → {figure(change.rating)}",
    }


def shown_leaders(ratings: RatingStore, game: str, pace: str, viewer: int | None) -> dict[str, Any]:
    """Return the leaders of a game and a time class for their page."""
    counts = ratings.time_classes(game)
    paces = sorted(counts, key=order_of_pace)
    if pace not in counts:
        pace = max(paces, key=lambda each: counts[each], default="")
    lines = [
        {
            "place": place,
            "name": leader.name,
            "bot": leader.is_bot,
            "is_own": leader.rating.account == viewer,
            **shown_figures(leader.rating),
        }
        for place, leader in enumerate(ratings.leaders(game, pace, MOST_LEADERS), 1)
    ]
    own = None
    if viewer is not None and pace:
        rating = ratings.get(viewer, game, pace)
        if rating.games:
            own_place = ratings.place(rating)
            own = {"place": own_place.place, "of": own_place.of, **shown_figures(rating)}
    return {"paces": paces, "pace": pace, "leaders": lines, "own": own, "certain": f"{CERTAIN:.0f}"}
