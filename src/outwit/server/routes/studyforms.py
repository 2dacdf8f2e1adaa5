"""Changes of studies: making, chapters, copying, deleting, and what the script saves."""

from __future__ import annotations

import asyncio

from fastapi import Form, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse

from outwit.errors import NotAllowed, NotFound, OutwitError, StaleEdit, UsageError
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.routes.pages import Pages, game_at
from outwit.server.routes.review import finished
from outwit.server.routes.settingspages import signed_in
from outwit.server.routes.studypages import list_of_games
from outwit.server.routes.visitors import member
from outwit.server.values.shown import capital
from outwit.server.values.studyform import SEEN_BY, read_chapter, read_game_id, read_tree
from outwit.server.values.studytree import (
    by_the_rules,
    chapters_of,
    read_chapters,
    study_by_the_rules,
)
from outwit.storage.accounts import AccountStore
from outwit.storage.games import GameStore
from outwit.storage.studies import StudyStore
from outwit.storage.studyvalues import PRIVATE, Chapter, NewChapter, NewStudy

# The statuses of answers to the script; it shows their messages.
STATUSES: tuple[tuple[type[OutwitError], int], ...] = (
    (StaleEdit, 409),
    (NotFound, 404),
    (NotAllowed, 403),
)
TO_DO = "keep studies"
router = Router()


@router.get("/studies/new")
async def new_study(
    request: Request, pages: Provided[Pages], game: str = Query("", max_length=40)
) -> HTMLResponse:
    """Show the form of a new study."""
    return await ask(pages, request, {"game": game} if game else {}, "")


@router.post("/studies")
async def make(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    games: Provided[GameStore],
    studies: Provided[StudyStore],
    csrf: str = Form(max_length=64),
) -> Response:
    """Make a study: of a tree, of records, of a game, or with an empty first chapter."""
    form = await fields(request)
    owner = await member(accounts, identity.form_sender(request, csrf), TO_DO)
    try:
        # Records and games tell what they are of.
        is_given = form.get("records", "").strip() or form.get("link", "").strip()
        chosen = "" if is_given else form.get("game", "")[:40]
        game, chapters = await chapters_in(form, games, chosen)
        new = NewStudy(form.get("title", ""), game, form.get("visibility", PRIVATE), chapters)
        key = await asyncio.to_thread(studies.create, owner.id, new)
    except OutwitError as error:
        if "nodes" in form:
            # The tree stays on the page before, in the browser.
            raise
        return await ask(pages, request, form, str(error))
    return RedirectResponse(f"/study/{key}", 303)


@router.post("/study/{key}")
async def rename(
    request: Request,
    key: str,
    identity: Provided[Identity],
    studies: Provided[StudyStore],
    csrf: str = Form(max_length=64),
    title: str = Form(max_length=200),
    visibility: str = Form(max_length=40),
    chapter: int = Form(1, ge=0, lt=1 << 31),
) -> Response:
    """Change title and visibility."""
    account = signed_in(identity, request, csrf)
    await asyncio.to_thread(studies.rename, key, account, title, visibility)
    return RedirectResponse(f"/study/{key}/{chapter}", 303)


@router.post("/study/{key}/delete")
async def delete(
    request: Request,
    key: str,
    identity: Provided[Identity],
    studies: Provided[StudyStore],
    csrf: str = Form(max_length=64),
) -> Response:
    """Delete a study."""
    account = signed_in(identity, request, csrf)
    await asyncio.to_thread(studies.delete, key, account)
    return RedirectResponse("/studies", 303)


@router.post("/study/{key}/copy")
async def copy(
    request: Request,
    key: str,
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    studies: Provided[StudyStore],
    csrf: str = Form(max_length=64),
) -> Response:
    """Copy a study into a private one of the visitor's own."""
    owner = await member(accounts, identity.form_sender(request, csrf), TO_DO)

    def copied() -> str:
        study = studies.get(key, owner.id)
        chapters = tuple(plain(each) for each in study.chapters)
        return studies.create(owner.id, NewStudy(study.title, study.game, PRIVATE, chapters))

    return RedirectResponse(f"/study/{await asyncio.to_thread(copied)}", 303)


@router.post("/study/{key}/chapters")
async def add_chapter(
    request: Request,
    key: str,
    identity: Provided[Identity],
    games: Provided[GameStore],
    studies: Provided[StudyStore],
    csrf: str = Form(max_length=64),
) -> Response:
    """Add chapters: of a tree, of records, of a game, or an empty one."""
    form = await fields(request)
    account = signed_in(identity, request, csrf)
    study = await asyncio.to_thread(studies.get, key, account)
    _, chapters = await chapters_in(form, games, study.game)
    number = await asyncio.to_thread(studies.add_chapters, key, account, chapters)
    return RedirectResponse(f"/study/{key}/{number}", 303)


@router.post("/study/{key}/{number}/delete")
async def delete_chapter(
    request: Request,
    key: str,
    number: int,
    identity: Provided[Identity],
    studies: Provided[StudyStore],
    csrf: str = Form(max_length=64),
) -> Response:
    """Delete a chapter."""
    account = signed_in(identity, request, csrf)
    await asyncio.to_thread(studies.delete_chapter, key, account, number)
    return RedirectResponse(f"/study/{key}", 303)


@router.post("/study/{key}/{number}/move")
async def move_chapter(
    request: Request,
    key: str,
    number: int,
    identity: Provided[Identity],
    studies: Provided[StudyStore],
    csrf: str = Form(max_length=64),
    step: int = Form(ge=-1, le=1),
) -> Response:
    """Move a chapter up or down in the list."""
    account = signed_in(identity, request, csrf)
    await asyncio.to_thread(studies.move_chapter, key, account, number, step)
    return RedirectResponse(f"/study/{key}/{number}", 303)


@router.post("/study/{key}/{number}/title")
async def rename_chapter(
    request: Request,
    key: str,
    number: int,
    identity: Provided[Identity],
    studies: Provided[StudyStore],
    csrf: str = Form(max_length=64),
    chapter: str = Form(max_length=200),
) -> Response:
    """Change the title of a chapter."""
    account = signed_in(identity, request, csrf)
    await asyncio.to_thread(studies.rename_chapter, key, account, number, chapter)
    return RedirectResponse(f"/study/{key}/{number}", 303)


@router.post("/study/{key}/{number}/tree")
async def save_tree(
    request: Request,
    key: str,
    number: int,
    identity: Provided[Identity],
    studies: Provided[StudyStore],
) -> Response:
    """Store the tree of a chapter, unless it was changed since the script read it."""
    try:
        sent = await asyncio.to_thread(read_tree, await request.body())
        account = signed_in(identity, request, sent.csrf)

        def save() -> int:
            study = studies.get(key, account)
            old = study.chapter(number)
            if old is None:
                raise NotFound(f"the study has no chapter {number}")
            nodes = tuple(node.node() for node in sent.nodes)
            checked = by_the_rules(study.game, old.replace(comment=sent.comment, nodes=nodes))
            return studies.save_tree(
                key, account, number, sent.version, checked.comment, checked.nodes
            )

        version = await asyncio.to_thread(save)
    except OutwitError as error:
        status = next((number for kind, number in STATUSES if isinstance(error, kind)), 400)
        return JSONResponse({"code": error.code, "message": capital(str(error))}, status)
    return JSONResponse({"version": version})


async def fields(request: Request) -> dict[str, str]:
    """Return the fields of a form."""
    return {name: str(value) for name, value in (await request.form(max_files=0)).items()}


async def chapters_in(
    form: dict[str, str], games: GameStore, game: str
) -> tuple[str, tuple[NewChapter, ...]]:
    """Return the chapters that a form describes, with their game; raise an OutwitError."""
    if form.get("records", "").strip():
        return await asyncio.to_thread(read_chapters, form["records"], game)
    if form.get("link", "").strip():
        stored = await finished(games, read_game_id(form["link"]))
        return await asyncio.to_thread(chapters_of, stored.record(), game, form.get("chapter", ""))
    if not game:
        raise UsageError("choose a game")
    found = game_at(game)
    chapter = read_chapter(form)
    if not chapter.title:
        chapter = chapter.replace(title="First chapter")
    new = NewStudy("", found.name, PRIVATE, (chapter,))
    return found.name, (await asyncio.to_thread(study_by_the_rules, new)).chapters


async def ask(pages: Pages, request: Request, form: dict[str, str], error: str) -> HTMLResponse:
    """Show the form of a new study; after an error, with the entered values."""
    chosen = form.get("game", "")
    return await pages.show(
        request,
        "newstudy.html",
        400 if error else 200,
        games=list_of_games(),
        chosen=chosen,
        seen_by=SEEN_BY,
        form=form,
        error=capital(error),
    )


def plain(chapter: Chapter) -> NewChapter:
    """Return a chapter without its number and version."""
    return NewChapter(**{name: getattr(chapter, name) for name in NewChapter.fields})
