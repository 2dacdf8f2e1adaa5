"""Challenges and seeks: a challenge is a game with a free seat; its id is the game's id."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from random import randrange
from typing import Annotated

from fastapi import Header, Path, Request

from outwit.arena.seat import LEVEL, level_seat
from outwit.arena.timecontrol import DAY, TimeControl
from outwit.core.game import Game
from outwit.errors import NotAllowed, NotFound, UsageError
from outwit.games import game as find_game
from outwit.players.levels import LEVELS
from outwit.records.replay import option_text
from outwit.server.api.access import Anybody, Bot, Caller
from outwit.server.api.account import Username
from outwit.server.api.answers import Challenge, Challenges, Ok, Seeks
from outwit.server.api.bodies import Declined, Terms, described, read_body
from outwit.server.api.faults import answers
from outwit.server.api.presenter import BECAUSE, Presenters
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.gamelimits import GameLimits
from outwit.server.live.commands import Cancel, Sit
from outwit.server.live.lobby import Lobby
from outwit.server.values.accepting import check_accepted, check_seat, check_together
from outwit.server.values.rated import check_rated
from outwit.storage.accounts import Account, AccountStore
from outwit.storage.counting import Most
from outwit.storage.games import GameStore
from outwit.storage.ids import LETTERS
from outwit.storage.invitations import InvitationStore
from outwit.storage.relations import RelationStore
from outwit.storage.stored import NewGame, StoredGame, StoredSeat
from outwit.storage.tables import ID_LENGTH

# Most games in which an account may wait for an opponent, and most that it may play at once.
MOST_WAITING, MOST_PLAYING = 20, 100
EITHER = "random"
# Fields that must agree when a request repeats an idempotency key; sides may be random.
SAME = ("game", "options", "start", "time_control", "invited")
router = Router(tags=["Challenges"])
Key = Annotated[str, Path(pattern=f"^[{LETTERS}]{{{ID_LENGTH}}}$", description="A game's id.")]

Once = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern=r"^[!-~]{1,64}$",
        description="Your own key for this request. A repeated key makes no second game.",
    ),
]


class Challenging:
    """Creates games with a free seat, takes free seats, and cancels challenges."""

    def __init__(
        self, accounts: AccountStore, games: GameStore, game_limits: GameLimits, lobby: Lobby
    ) -> None:
        self._accounts = accounts
        self._relations = RelationStore(accounts.database)
        self._games = games
        self._game_limits = game_limits
        self._lobby = lobby

    async def create(
        self, request: Request, caller: Caller, new: NewGame, once: str | None
    ) -> StoredGame:
        """Create a game and return it; raise UsageError or TooMany if it is not allowed.

        If the caller has used the idempotency key ``once`` before, return that request's game.
        """
        account, key = caller.account.id, None
        if once is not None:
            name = sha256(f"{account} {once}".encode()).hexdigest()
            new = new.replace(request=name)
            key = await asyncio.to_thread(self._games.of_request, name)
        if key is None:
            if new.invited is not None:
                name = await asyncio.to_thread(self._accounts.name_of, new.invited)
                check = self._relations.check_unblocked
                await asyncio.to_thread(check, account, new.invited, name)
            await asyncio.to_thread(check_accepted, self._accounts, new.invited, new)
            await self._game_limits.check(request, account)
            most = Most(account, MOST_WAITING, MOST_PLAYING)
            key = (await self._lobby.create(new, most)).key
        stored = await asyncio.to_thread(self._games.load, key)
        if once is not None and any(getattr(stored.setup, x) != getattr(new, x) for x in SAME):
            raise UsageError(
                "this Idempotency-Key was used for a game on other terms: take a new one"
            )
        return stored

    async def sit(self, caller: Caller, key: str) -> None:
        """Take the free seat of a game; a repeat by the same caller changes nothing."""
        account = caller.account
        stored = await asyncio.to_thread(self._games.load, key)
        if account.id in (seat.account for seat in stored.setup.seats):
            if stored.started is None:
                raise NotAllowed("nobody plays against itself")
            return
        await asyncio.to_thread(check_seat, self._accounts, stored.setup, account.id)
        await asyncio.to_thread(check_together, self._relations, stored.setup, account.id)
        room = await self._lobby.room(key)
        if not await room.act(Sit(account.id, account.name, MOST_WAITING, MOST_PLAYING)):
            raise NotFound("the seat is not free any more")

    async def call_off(self, caller: Caller, key: str, *, is_own: bool, why: str = "") -> None:
        """Decline a challenge, with an optional reason, or withdraw one's own."""
        stored = await asyncio.to_thread(self._games.load, key)
        account = caller.account.id
        makers = [seat.account for seat in stored.setup.seats if seat.account is not None]
        allowed = account in makers if is_own else account == stored.setup.invited
        if not allowed:
            raise NotAllowed("this challenge is not yours" if is_own else "it is not for you")
        if stored.ended is not None or stored.started is not None:
            raise NotFound("the challenge is not open any more")
        said = f"{caller.account.name}{BECAUSE}{why}" if why else ""
        room = await self._lobby.room(key)
        await room.act(Cancel(account, said))


@router.get("/challenge", responses=answers(401))
async def list_challenges(
    request: Request,
    caller: Anybody,
    presenters: Provided[Presenters],
    invitations: Provided[InvitationStore],
) -> Challenges:
    """List the challenges to you and by you."""
    presenter, account = presenters.of(request), caller.account.id

    def found() -> Challenges:
        return Challenges.model_validate(
            {
                "in": [presenter.challenge(line) for line in invitations.to(account)],
                "out": [presenter.challenge(line) for line in invitations.by(account)],
            }
        )

    return await asyncio.to_thread(found)


@router.post(
    "/challenge/{username}",
    responses=answers(401, 403),
    openapi_extra=described(Terms),
)
async def challenge(
    request: Request,
    caller: Bot,
    username: Username,
    presenters: Provided[Presenters],
    accounts: Provided[AccountStore],
    challenging: Provided[Challenging],
    once: Once = None,
) -> Challenge:
    """Challenge an account, or an engine level such as `level 3`, which accepts at once."""
    terms = await read_body(request, Terms)
    found = LEVEL.fullmatch(username)
    if found is not None:
        number = int(found[2])
        if not 1 <= number <= len(LEVELS):
            raise NotFound(f"there are the levels 1 to {len(LEVELS)}")
        name = level_seat(number).name
        if terms.rated:
            raise UsageError("games against our levels are not rated")
        new = read_terms(terms, caller.account, StoredSeat(name, None, name), None)
        made = await challenging.create(request, caller, new, once)
        return await asyncio.to_thread(presenters.of(request).challenge, made)
    opponent = await asyncio.to_thread(accounts.find, username)
    if opponent is None:
        raise NotFound(f"there is nobody called {username!r}")
    if opponent.id == caller.account.id:
        raise UsageError("nobody plays against itself")
    new = read_terms(terms, caller.account, StoredSeat(), opponent)
    made = await challenging.create(request, caller, new, once)
    return await asyncio.to_thread(presenters.of(request).challenge, made)


@router.post("/challenge/{key}/accept", responses=answers(401, 403))
async def accept(caller: Bot, key: Key, challenging: Provided[Challenging]) -> Ok:
    """Accept a challenge to you; the game starts."""
    await challenging.sit(caller, key)
    return Ok()


@router.post(
    "/challenge/{key}/decline",
    responses=answers(401, 403),
    openapi_extra=described(Declined, required=False),
)
async def decline(
    request: Request, caller: Bot, key: Key, challenging: Provided[Challenging]
) -> Ok:
    """Decline a challenge to you; the challenger sees the reason."""
    has_body = request.headers.get("content-length", "0") != "0"
    said = await read_body(request, Declined) if has_body else Declined(reason="")
    await challenging.call_off(caller, key, is_own=False, why=one_line(said.reason))
    return Ok()


@router.post("/challenge/{key}/cancel", responses=answers(401, 403))
async def cancel(caller: Bot, key: Key, challenging: Provided[Challenging]) -> Ok:
    """Withdraw your challenge or seek."""
    await challenging.call_off(caller, key, is_own=True)
    return Ok()


@router.get("/board/seek", responses=answers())
async def list_seeks(
    request: Request, presenters: Provided[Presenters], invitations: Provided[InvitationStore]
) -> Seeks:
    """List the games with a free seat that any account may take."""
    presenter = presenters.of(request)
    found = await asyncio.to_thread(invitations.open)
    return Seeks(seeks=await asyncio.to_thread(lambda: [presenter.challenge(x) for x in found]))


@router.post("/board/seek", responses=answers(401, 403), openapi_extra=described(Terms))
async def seek(
    request: Request,
    caller: Bot,
    presenters: Provided[Presenters],
    challenging: Provided[Challenging],
    once: Once = None,
) -> Challenge:
    """Offer a game to any account; cancel it like a challenge."""
    new = read_terms(await read_body(request, Terms), caller.account, StoredSeat(), None)
    made = await challenging.create(request, caller, new, once)
    return await asyncio.to_thread(presenters.of(request).challenge, made)


@router.post("/board/seek/{key}/join", responses=answers(401, 403))
async def join(caller: Bot, key: Key, challenging: Provided[Challenging]) -> Ok:
    """Take the free seat of a game; the game starts."""
    await challenging.sit(caller, key)
    return Ok()


def read_terms(
    terms: Terms, account: Account, other: StoredSeat, invited: Account | None
) -> NewGame:
    """Return the game that terms describe; raise an OutwitError if they are invalid."""
    game = find_game(terms.game)
    options: dict[str, object] = {**terms.options}
    if terms.position is None:
        position = game.start(**options)
    else:
        position = game.position(terms.position, **options)
        if position.is_over:
            raise UsageError("in this position the game is over")
    clock = read_clock(terms)
    if terms.rated:
        check_rated(account, invited, clock, position)
    own = StoredSeat(account.name, account.id)
    seats = (other, own) if side_of(terms.color, game) else (own, other)
    return NewGame(
        game.name,
        seats,
        {name: option_text(value) for name, value in position.options.items() if value is not None},
        position.text,
        str(clock),
        terms.rated,
        invited=None if invited is None else invited.id,
    )


def side_of(color: str, game: Game) -> int:
    """Return the side that a word names; raise UsageError for an unknown word."""
    words = {EITHER: randrange(2), "first": 0, "second": 1}
    words |= {name.lower(): side for side, name in enumerate(game.sides)}
    if color.lower() not in words:
        raise UsageError(f"color {color[:40]!r} is not one of {', '.join(words)}")
    return words[color.lower()]


def read_clock(terms: Terms) -> TimeControl:
    """Return the time control of terms; raise UsageError if they contradict themselves."""
    if terms.days is not None:
        if (terms.limit, terms.increment, terms.move) != (None, None, None):
            raise UsageError("days goes with no other clock")
        if terms.days not in (1, 2, 3, 7, 14):
            raise UsageError("days is 1, 2, 3, 7 or 14")
        return TimeControl(move=float(terms.days * DAY))
    if terms.move is not None:
        if terms.limit is not None or terms.increment is not None:
            raise UsageError("clock.move goes with neither clock.limit nor clock.increment")
        return TimeControl(move=terms.move)
    if terms.limit is None:
        if terms.increment is not None:
            raise UsageError("clock.increment goes with clock.limit")
        return TimeControl()
    return TimeControl(game=terms.limit, increment=terms.increment or 0.0)


def one_line(text: str) -> str:
    r"""Return a text on one line, without invisible characters.

    >>> one_line(" it is\n busy\x00")
    'it is busy'
    """
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())
