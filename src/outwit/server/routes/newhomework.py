"""Assignments by their teacher: a new one, changes, copies, deletion."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from fastapi import Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.datastructures import UploadFile

from outwit.core.game import Game
from outwit.errors import BadFile, NotAllowed, UsageError
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.routes.classpages import entered, must_teach
from outwit.server.routes.entering import Entering
from outwit.server.routes.pages import Pages, game_at
from outwit.server.values.entry import Entry
from outwit.server.values.homeworkform import (
    EXAM_NAMES,
    LANGUAGE_NAMES,
    SIGHT_NAMES,
    form_of,
    game_of,
    languages_of,
    own_paper,
    read_form,
    read_moment,
    written,
)
from outwit.server.values.setup import read_options, shown_clocks, shown_games, shown_options
from outwit.server.values.shown import capital, shown_clock
from outwit.storage.audit import AuditStore
from outwit.storage.classes import ClassStore, StoredClass
from outwit.storage.contents import ContentStore
from outwit.storage.homework import (
    LONGEST_PAPER,
    MOST_GROUP,
    MOST_LATE,
    HomeworkStore,
    NewHomework,
)

# Fields of the form.
MOST_FIELDS = 60
# The first values of a new form.
FRESH = {
    "clock": "10+0.1",
    "late_hours": "0",
    "late_percent": "10",
    "group_size": "1",
    "exam": "own",
    "before": "cases",
    "after": "cases",
}
router = Router()


@router.get("/c/{key}/new")
async def new_page(
    request: Request,
    key: str,
    pages: Provided[Pages],
    identity: Provided[Identity],
    classes: Provided[ClassStore],
    game: str = "",
) -> HTMLResponse:
    """Show the form of a new assignment."""
    of_class, account = await entered(classes, key, identity.account(request))
    must_teach(of_class, account)
    chosen = game_at(game or of_class.game)
    return await ask(pages, request, of_class, chosen, FRESH, LANGUAGE_NAMES)


@router.post("/c/{key}/new/upload")
async def make(
    request: Request,
    key: str,
    pages: Provided[Pages],
    identity: Provided[Identity],
    classes: Provided[ClassStore],
    homeworks: Provided[HomeworkStore],
    audit: Provided[AuditStore],
) -> Response:
    """Store a new assignment; forms with files go to addresses where bodies may be large."""
    of_class, account = await entered(classes, key, identity.account(request))
    must_teach(of_class, account)
    form, languages = await read_sent(request, identity, account)
    game = game_at(form.get("game", "")[:40])
    try:
        new = await asyncio.to_thread(read_form, of_class.id, game, form, languages)
        made = await asyncio.to_thread(homeworks.create, new)
    except (BadFile, UsageError, NotAllowed) as error:
        return await ask(pages, request, of_class, game, form, languages, str(error))
    what = new.title if new.published else f"{new.title} (draft)"
    await asyncio.to_thread(audit.note, of_class.id, account, "made an assignment", what)
    return RedirectResponse(f"/c/{of_class.id}/a/{made}", 303)


@router.get("/c/{key}/a/{homework}/edit")
async def edit_page(
    request: Request,
    key: str,
    homework: str,
    pages: Provided[Pages],
    entering: Provided[Entering],
    classes: Provided[ClassStore],
) -> HTMLResponse:
    """Show the form of an assignment, its copies and its deletion."""
    entry = await entering.visitor(request, key, homework, teaches=True)
    found = entry.homework
    languages = languages_of(found)
    form = form_of(found)
    taught = await asyncio.to_thread(classes_of, classes, entry.account)
    return await ask(
        pages, request, entry.of_class, game_of(found), form, languages, "", entry, taught
    )


@router.post("/c/{key}/a/{homework}/edit/upload")
async def edit(
    request: Request,
    key: str,
    homework: str,
    pages: Provided[Pages],
    entering: Provided[Entering],
    identity: Provided[Identity],
    classes: Provided[ClassStore],
    homeworks: Provided[HomeworkStore],
    audit: Provided[AuditStore],
) -> Response:
    """Change an assignment; another exam begins a new revision."""
    entry = await entering.visitor(request, key, homework, teaches=True)
    form, languages = await read_sent(request, identity, entry.account)
    old, game = entry.homework, game_of(entry.homework)
    try:
        new = await asyncio.to_thread(read_form, entry.of_class.id, game, form, languages)
        if new.options == read_options(game, form_of(old)):
            # Options that are left out have their defaults, which begin no revision.
            new = new.replace(options=old.options)
        changed = await asyncio.to_thread(homeworks.change, old.id, new)
    except (BadFile, UsageError) as error:
        taught = await asyncio.to_thread(classes_of, classes, entry.account)
        return await ask(
            pages, request, entry.of_class, game, form, languages, str(error), entry, taught
        )
    fields = [name for name in NewHomework.fields if getattr(old, name) != getattr(changed, name)]
    if fields:
        names = ", ".join(field.replace("_", " ") for field in fields)
        what = f"{changed.title}: {names}"
        await asyncio.to_thread(audit.note, entry.of_class.id, entry.account, "changed", what)
    if changed.revision != old.revision:
        return RedirectResponse(f"{entry.path}/again", 303)
    return RedirectResponse(entry.path, 303)


@router.post("/c/{key}/a/{homework}/publish")
async def publish(
    request: Request,
    key: str,
    homework: str,
    entering: Provided[Entering],
    homeworks: Provided[HomeworkStore],
    audit: Provided[AuditStore],
    csrf: str = Form(max_length=64),
) -> Response:
    """Show a draft to the class."""
    entry = await entering.sender(request, csrf, key, homework, teaches=True)

    def change() -> None:
        found = entry.homework
        fields = {name: getattr(found, name) for name in NewHomework.fields}
        homeworks.change(found.id, NewHomework(**{**fields, "published": True}))
        audit.note(entry.of_class.id, entry.account, "published", found.title)

    await asyncio.to_thread(change)
    return RedirectResponse(entry.path, 303)


@router.post("/c/{key}/a/{homework}/freeze")
async def freeze(
    request: Request,
    key: str,
    homework: str,
    entering: Provided[Entering],
    homeworks: Provided[HomeworkStore],
    audit: Provided[AuditStore],
    csrf: str = Form(max_length=64),
    frozen: str = Form("", max_length=5),
) -> Response:
    """Freeze an assignment, or thaw it: while it is frozen nothing is handed in."""
    entry = await entering.sender(request, csrf, key, homework, teaches=True)
    is_frozen = frozen == "yes"
    await asyncio.to_thread(homeworks.freeze, entry.homework.id, frozen=is_frozen)
    action, title = "froze" if is_frozen else "thawed", entry.homework.title
    await asyncio.to_thread(audit.note, entry.of_class.id, entry.account, action, title)
    return RedirectResponse(f"{entry.path}/marks", 303)


@router.post("/c/{key}/a/{homework}/copy")
async def copy(
    request: Request,
    key: str,
    homework: str,
    entering: Provided[Entering],
    classes: Provided[ClassStore],
    homeworks: Provided[HomeworkStore],
    audit: Provided[AuditStore],
    csrf: str = Form(max_length=64),
    into: str = Form(max_length=40),
) -> Response:
    """Copy an assignment as a draft into a class that the teacher teaches, too."""
    entry = await entering.sender(request, csrf, key, homework, teaches=True)
    target, _ = await entered(classes, into, entry.account)
    must_teach(target, entry.account)
    made = await asyncio.to_thread(homeworks.copy, entry.homework.id, target.id)
    what = f"{entry.homework.title}, from {entry.of_class.name}"
    await asyncio.to_thread(audit.note, target.id, entry.account, "copied an assignment", what)
    return RedirectResponse(f"/c/{target.id}/a/{made}/edit", 303)


@router.post("/c/{key}/a/{homework}/delete")
async def delete(
    request: Request,
    key: str,
    homework: str,
    pages: Provided[Pages],
    entering: Provided[Entering],
    classes: Provided[ClassStore],
    homeworks: Provided[HomeworkStore],
    contents: Provided[ContentStore],
    audit: Provided[AuditStore],
    csrf: str = Form(max_length=64),
    title: str = Form("", max_length=100),
) -> Response:
    """Delete an assignment with all that was handed in; its title has to be typed."""
    entry = await entering.sender(request, csrf, key, homework, teaches=True)
    found = entry.homework
    if " ".join(title.split()) != found.title:
        said = "nothing was deleted: type the title of the assignment as it stands"
        return await ask(
            *(pages, request, entry.of_class, game_of(found), form_of(found)),
            languages_of(found),
            said,
            entry,
            await asyncio.to_thread(classes_of, classes, entry.account),
        )

    def remove() -> None:
        homeworks.delete(found.id)
        contents.tidy()
        audit.note(entry.of_class.id, entry.account, "deleted an assignment", found.title)

    await asyncio.to_thread(remove)
    return RedirectResponse(f"/c/{entry.of_class.id}", 303)


async def read_sent(
    request: Request, identity: Identity, account: int | None
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the fields of a form, an uploaded exam as its text, and the chosen languages.

    Raise NotAllowed for a form from elsewhere.
    """
    async with request.form(
        max_files=1, max_fields=MOST_FIELDS, max_part_size=LONGEST_PAPER
    ) as sent:
        form = {name: value for name, value in sent.items() if isinstance(value, str)}
        identity.check_form(account, form.get("csrf", "")[:64])
        languages = tuple(each for each in sent.getlist("languages") if isinstance(each, str))
        file = sent.get("file")
        if isinstance(file, UploadFile) and file.filename:
            data = await file.read(4 * LONGEST_PAPER)
            form["paper"] = data.decode("utf-8", "replace")
    return form, languages


async def ask(
    pages: Pages,
    request: Request,
    of_class: StoredClass,
    game: Game,
    form: dict[str, str],
    languages: Sequence[str],
    error: str = "",
    entry: Entry | None = None,
    taught: Sequence[dict[str, str]] = (),
) -> HTMLResponse:
    """Show the form of an assignment; after an error, with the entered values."""
    clocks = shown_clocks()
    if form.get("clock"):
        clocks.setdefault(form["clock"], clock_name(form["clock"]))
    values: dict[str, Any] = {"homework": None, "path": f"/c/{of_class.id}"}
    if entry is not None:
        found = entry.homework
        values = {
            "homework": {
                "title": found.title,
                "revision": found.revision,
                "published": found.published,
            },
            "path": entry.path,
        }
    return await pages.show(
        request,
        "newhomework.html",
        400 if error else 200,
        **values,
        of_class={"id": of_class.id, "name": of_class.name},
        choices=shown_games(game),
        chosen={"name": game.name, "title": game.display_name, "has_exam": own_paper(game)},
        options=shown_options(game, form),
        paces=clocks,
        exams=EXAM_NAMES,
        sights=SIGHT_NAMES,
        languages={name: name in languages for name in LANGUAGE_NAMES},
        classes=taught,
        most={"late": MOST_LATE, "group": MOST_GROUP},
        form=form | {name: in_utc(form.get(name, "")) for name in ("opens", "deadline")},
        error=f"{capital(error)}." if error else "",
    )


def classes_of(classes: ClassStore, account: int) -> list[dict[str, str]]:
    """Return the classes that an account teaches."""
    found = classes.of_account(account)
    return [{"id": each.id, "name": each.name} for each in found if each.teacher == account]


def in_utc(text: str) -> str:
    """Return a moment as the form has it, as it was typed if it is none."""
    try:
        return written(read_moment(text, ""))
    except UsageError:
        return text[:40]


def clock_name(text: str) -> str:
    """Return a clock in words, as it was typed if it is none."""
    try:
        return shown_clock(text)
    except UsageError:
        return text[:40]
