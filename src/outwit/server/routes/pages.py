"""The common parts of pages: templates, visitor and form token."""

from __future__ import annotations

import asyncio
import re
from functools import lru_cache
from typing import Any

from fastapi import Request, Response
from fastapi.responses import HTMLResponse

from outwit.core.game import Game
from outwit.errors import NotFound, UnknownGame
from outwit.games import game as find_game
from outwit.server.edge.identity import Identity
from outwit.server.values.appearance import Appearance, read_appearance
from outwit.server.values.view import picture, small_picture
from outwit.server.wording.catalog import Catalog, catalog
from outwit.server.wording.languages import chosen_language
from outwit.server.wording.rendering import templates
from outwit.storage.accounts import AccountStore
from outwit.storage.history import HistoryStore
from outwit.storage.moderators import ModeratorStore
from outwit.storage.notices import NoticeStore
from outwit.storage.reports import ReportStore
from outwit.storage.slowturns import TurnStore

# The cookie with the appearance that a browser has chosen, and its lifetime in seconds.
LOOK, LOOK_SECONDS = "outwit-look", 365 * 24 * 3600


class Pages:
    """Renders pages; each gets the visitor and the form token."""

    def __init__(
        self,
        identity: Identity,
        accounts: AccountStore,
        history: HistoryStore,
        notices: NoticeStore,
        turns: TurnStore,
        moderators: ModeratorStore,
    ) -> None:
        self._identity = identity
        self._accounts = accounts
        self._history = history
        self._notices = notices
        self._turns = turns
        self._moderators = moderators
        self._reports = ReportStore(moderators.database)

    async def show(
        self, request: Request, name: str, status: int = 200, /, **values: Any
    ) -> HTMLResponse:
        """Return a page."""
        account = self._identity.account(request)
        user = await asyncio.to_thread(self._shown_user, account)
        kept = None if user is None else user["appearance"]
        appearance = kept or appearance_of(request)
        values |= {
            "csrf": self._identity.form_token(account),
            "status": status,
            "user": user,
            "appearance": appearance,
        }
        notice = self._identity.notice(request)
        if notice:
            values.setdefault("notice", notice)
        made = templates(language_of(request, appearance))
        response = made.TemplateResponse(request, name, values, status_code=status)
        if kept is not None and kept != appearance_of(request):
            # Chosen on another device; pictures and error pages follow the cookie.
            dress(response, kept)
        if notice:
            self._identity.drop_notice(response)
        return response

    def show_to_nobody(
        self, request: Request, name: str, status: int, /, **values: Any
    ) -> HTMLResponse:
        """Return a page without a visitor, because the database may be unavailable."""
        values |= {"csrf": self._identity.form_token(None), "status": status, "user": None}
        appearance = values["appearance"] = appearance_of(request)
        made = templates(language_of(request, appearance))
        return made.TemplateResponse(request, name, values, status)

    async def words(self, request: Request) -> Catalog:
        """Return the catalog of a visitor's language, for what is written outside of templates."""
        account = self._identity.account(request)
        user = await asyncio.to_thread(self._shown_user, account)
        kept = None if user is None else user["appearance"]
        return catalog(language_of(request, kept or appearance_of(request)))

    async def is_member(self, request: Request) -> bool:
        """Tell whether the visitor is signed in to an account, not a guest."""
        account = self._identity.account(request)
        if account is None:
            return False
        try:
            return not (await asyncio.to_thread(self._accounts.get, account)).is_guest
        except NotFound:
            return False

    def _shown_user(self, account: int | None) -> dict[str, Any] | None:
        """Return the data of an account for pages, None for a visitor without one."""
        if account is None:
            return None
        try:
            found = self._accounts.get(account)
        except NotFound:
            return None
        return {
            "name": found.name,
            "guest": found.is_guest,
            "appearance": read_appearance(found.appearance),
            "invitations": self._history.count_invitations(account),
            "notices": self._notices.count(account),
            "reports": self._count_reports(account),
            "turns": len(self._turns.queue(account)),
        }

    def _count_reports(self, account: int) -> int | None:
        """Return the number of open reports, None unless the account is a moderator's."""
        if not self._moderators.is_moderator(account):
            return None
        return self._reports.count_open(account)


def appearance_of(request: Request) -> Appearance:
    """Return the appearance that a browser has chosen, the default if it has chosen none."""
    return read_appearance(request.cookies.get(LOOK, "")) or Appearance()


def language_of(request: Request, appearance: Appearance) -> str:
    """Return the language of a visitor: the one chosen, else what the browser asks for."""
    wishes = request.headers.get("accept-language", "")
    return chosen_language(appearance.language, wishes)


def dress(response: Response, appearance: Appearance) -> None:
    """Make a browser keep an appearance."""
    response.set_cookie(LOOK, str(appearance), max_age=LOOK_SECONDS, httponly=True, samesite="lax")


def own_path(path: str) -> str:
    """Return a path of this site; anything else leads to the first page.

    >>> own_path("/play/ataxx"), own_path("//elsewhere"), own_path("https://elsewhere")
    ('/play/ataxx', '/', '/')
    """
    is_own = path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if is_own and path.isprintable() else "/"


def game_at(name: str) -> Game:
    """Return the game by the name in a URL; raise NotFound if there is none."""
    try:
        return find_game(name)
    except UnknownGame as error:
        raise NotFound(str(error)) from None


def shown_game(game: Game) -> dict[str, str]:
    """Return the data of a game for pages."""
    return {
        "name": game.name,
        "title": game.title,
        "display_name": game.display_name,
        "svg": start_picture(game),
    }


@lru_cache(maxsize=64)
def start_picture(game: Game) -> str:
    """Return the start position of a game, drawn once."""
    return picture(game.start(), prefix=f"{game.name}-")


@lru_cache(maxsize=64)
def small_size(game: Game) -> dict[str, int]:
    """Return width and height of a game's small picture, so that pages reserve its space."""
    found = re.search(r'width="(\d+)" height="(\d+)"', small_picture(game.start()))
    assert found is not None
    return {"width": int(found[1]), "height": int(found[2])}
