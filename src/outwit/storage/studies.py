"""Studies in the database: what one person writes, with versions, so that no edit is lost."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select, update

from outwit.errors import NotAllowed, NotFound, StaleEdit, TooMany, UsageError
from outwit.storage.counting import count, lock_account
from outwit.storage.database import Database
from outwit.storage.ids import is_id, new_id
from outwit.storage.names import read_title
from outwit.storage.studytables import LISTED, Studies, StudyChapters
from outwit.storage.studyvalues import (
    MOST_STUDIES,
    PRIVATE,
    Chapter,
    NewChapter,
    NewStudy,
    Study,
    StudyLine,
    StudyNode,
    check_totals,
    check_visibility,
    checked_chapter,
    checked_chapters,
    checked_study,
)
from outwit.storage.tables import Accounts, now

PAGE = 20
CHANGED = "the study was changed elsewhere: load it again, your edit is not stored"
# A chapter without what counts for the limits.
COLUMNS = [
    StudyChapters.title,
    StudyChapters.options,
    StudyChapters.start,
    StudyChapters.comment,
    StudyChapters.nodes,
    StudyChapters.number,
    StudyChapters.version,
]


class StudyStore:
    """The studies of a database.

    An unknown id raises NotFound, as does another person's private study. A change by anybody but
    the owner raises NotAllowed.
    """

    def __init__(self, database: Database) -> None:
        self.database = database

    def create(self, owner: int, new: NewStudy) -> str:
        """Store a study and return its id; raise TooMany if the owner has enough studies."""
        checked = checked_study(new)
        key, moment = new_id(), now()
        row = {
            "id": key,
            "owner": owner,
            "title": checked.title,
            "game": checked.game,
            "visibility": checked.visibility,
            "version": 1,
            "created": moment,
            "changed": moment,
        }
        with self.database.session() as connection:
            lock_account(connection, owner)
            if count(connection, Studies.owner == owner) >= MOST_STUDIES:
                raise TooMany(f"an account has at most {MOST_STUDIES} studies: delete one first")
            connection.execute(insert(Studies).values(row))
            _add(connection, key, checked.chapters, 1)
        return key

    def get(self, key: str, reader: int | None) -> Study:
        """Return a study that a reader may see; None is a stranger."""
        with self.database.reading() as connection:
            line = _line(connection, key, reader)
            found = select(*COLUMNS).where(StudyChapters.study == key)
            rows = connection.execute(found.order_by(StudyChapters.place)).all()
        return Study(**vars(line), chapters=tuple(map(_chapter, rows)))

    def of_owner(self, owner: int) -> tuple[StudyLine, ...]:
        """Return all studies of an account, the one changed last first."""
        found = _lines().where(Studies.owner == owner)
        with self.database.reading() as connection:
            rows = connection.execute(found.order_by(Studies.changed.desc(), Studies.id)).all()
        return tuple(StudyLine(*row) for row in rows)

    def public(self, game: str, page: int = 1) -> tuple[tuple[StudyLine, ...], int]:
        """Return a page of the public studies of a game, the one changed last first.

        With it comes the number of all.
        """
        listed = (Studies.game == game) & LISTED
        found = _lines().where(listed).order_by(Studies.changed.desc(), Studies.id)
        with self.database.reading() as connection:
            rows = connection.execute(found.limit(PAGE).offset(PAGE * (page - 1))).all()
            total = connection.execute(select(func.count(Studies.id)).where(listed)).scalar_one()
        return tuple(StudyLine(*row) for row in rows), total

    def rename(self, key: str, owner: int, title: str, visibility: str) -> None:
        """Change title and visibility."""
        title = read_title(title)
        check_visibility(visibility)
        with self.database.session() as connection:
            line = _lock(connection, key, owner)
            _touch(connection, line, title=title, visibility=visibility)

    def delete(self, key: str, owner: int) -> None:
        """Delete a study for good."""
        with self.database.session() as connection:
            _lock(connection, key, owner)
            connection.execute(delete(StudyChapters).where(StudyChapters.study == key))
            connection.execute(delete(Studies).where(Studies.id == key))

    def add_chapters(self, key: str, owner: int, chapters: tuple[NewChapter, ...]) -> int:
        """Add chapters at the end; return the number of the first."""
        checked = checked_chapters(chapters)
        with self.database.session() as connection:
            line = _lock(connection, key, owner)
            _check_room(connection, key, checked)
            version = _touch(connection, line)
            return _add(connection, key, checked, version)

    def save_tree(
        self,
        key: str,
        owner: int,
        number: int,
        version: int,
        comment: str,
        nodes: tuple[StudyNode, ...],
    ) -> int:
        """Store comment and moves of a chapter in place of others; return its new version.

        The same content again changes nothing, so that a request can be repeated. Raise StaleEdit
        if the chapter was changed after ``version``, NotFound if it was deleted.
        """
        with self.database.session() as connection:
            line = _lock(connection, key, owner)
            own = _own(key, number)
            row = connection.execute(select(*COLUMNS).where(own)).one_or_none()
            if row is None:
                raise _no_chapter(number)
            old = _chapter(row)
            new = checked_chapter(old.replace(comment=comment, nodes=nodes))
            if new == old:
                return old.version
            if old.version != version:
                raise StaleEdit(CHANGED)
            _check_room(connection, key, (new,), number)
            changed = _touch(connection, line)
            values = {**_values(new), "version": changed}
            connection.execute(update(StudyChapters).where(own).values(values))
        return changed

    def rename_chapter(self, key: str, owner: int, number: int, title: str) -> None:
        """Change the title of a chapter; its version stays, because no edit is in the way."""
        title = read_title(title)
        with self.database.session() as connection:
            line = _lock(connection, key, owner)
            change = update(StudyChapters).where(_own(key, number))
            if not connection.execute(change.values(title=title)).rowcount:
                raise _no_chapter(number)
            _touch(connection, line)

    def delete_chapter(self, key: str, owner: int, number: int) -> None:
        """Delete a chapter; raise UsageError if it is the only one."""
        with self.database.session() as connection:
            line = _lock(connection, key, owner)
            if count(connection, StudyChapters.study == key) == 1:
                raise UsageError("a study has at least one chapter: delete the study instead")
            if not connection.execute(delete(StudyChapters).where(_own(key, number))).rowcount:
                raise _no_chapter(number)
            _touch(connection, line)

    def move_chapter(self, key: str, owner: int, number: int, step: int) -> None:
        """Move a chapter one place up (-1) or down (1), if there is one."""
        with self.database.session() as connection:
            line = _lock(connection, key, owner)
            found = select(StudyChapters.number).where(StudyChapters.study == key)
            order = list(connection.scalars(found.order_by(StudyChapters.place)))
            if number not in order:
                raise _no_chapter(number)
            place = order.index(number)
            other = place + step
            if not 0 <= other < len(order):
                return
            order[place], order[other] = order[other], order[place]
            for at, each in enumerate(order):
                moved = update(StudyChapters).where(_own(key, each))
                connection.execute(moved.values(place=at))
            _touch(connection, line)

    def replace(self, key: str, owner: int, version: int, new: NewStudy) -> int:
        """Store a whole study in place of another; return its new version.

        The chapters are numbered from 1. Raise StaleEdit if the study was changed after
        ``version``.
        """
        checked = checked_study(new)
        with self.database.session() as connection:
            line = _lock(connection, key, owner)
            if line.version != version:
                raise StaleEdit(CHANGED)
            if line.game != checked.game:
                raise UsageError("the game of a study does not change")
            changed = _touch(connection, line, title=checked.title, visibility=checked.visibility)
            connection.execute(delete(StudyChapters).where(StudyChapters.study == key))
            _add(connection, key, checked.chapters, changed)
        return changed


def delete_studies(connection: Connection, owner: int) -> None:
    """Delete all studies of an account."""
    own = select(Studies.id).where(Studies.owner == owner)
    connection.execute(delete(StudyChapters).where(StudyChapters.study.in_(own)))
    connection.execute(delete(Studies).where(Studies.owner == owner))


def _lines() -> Select[Any]:
    names = [getattr(Studies, name) for name in StudyLine.fields if name != "owner_name"]
    names.insert(StudyLine.fields.index("owner_name"), Accounts.name)
    return select(*names).join(Accounts, Accounts.id == Studies.owner)


def _line(connection: Connection, key: str, reader: int | None) -> StudyLine:
    """Return a study that a reader may see; others get the same error as without the study."""
    row = (
        connection.execute(_lines().where(Studies.id == key)).one_or_none() if is_id(key) else None
    )
    if row is None or (row.visibility == PRIVATE and row.owner != reader):
        raise NotFound(f"there is no study {key[:40]!r}")
    return StudyLine(*row)


def _lock(connection: Connection, key: str, owner: int) -> StudyLine:
    """Lock a study for its owner until the transaction ends."""
    if is_id(key):
        connection.execute(select(Studies.id).where(Studies.id == key).with_for_update())
    line = _line(connection, key, owner)
    if line.owner != owner:
        raise NotAllowed("only its owner changes a study: make a copy of your own")
    return line


def _touch(connection: Connection, line: StudyLine, **values: str) -> int:
    """Store that a study changes; return its new version."""
    version = line.version + 1
    change = update(Studies).where(Studies.id == line.id)
    connection.execute(change.values(version=version, changed=now(), **values))
    return version


def _add(connection: Connection, key: str, chapters: tuple[NewChapter, ...], version: int) -> int:
    """Add checked chapters after the others; return the number of the first."""
    found = select(func.max(StudyChapters.number), func.max(StudyChapters.place))
    last = connection.execute(found.where(StudyChapters.study == key)).one()
    number, place = (0 if each is None else int(each) + 1 for each in last)
    number = max(number, 1)
    rows = [
        {
            "study": key,
            "number": number + step,
            "place": place + step,
            "version": version,
            **_values(chapter),
        }
        for step, chapter in enumerate(chapters)
    ]
    connection.execute(insert(StudyChapters), rows)
    return number


def _check_room(
    connection: Connection, key: str, chapters: tuple[NewChapter, ...], instead_of: int = 0
) -> None:
    """Raise TooMany if a study gets too large with these chapters, perhaps in place of one."""
    others = (StudyChapters.study == key) & (StudyChapters.number != instead_of)
    found = select(
        func.count(StudyChapters.number),
        func.coalesce(func.sum(StudyChapters.moves), 0),
        func.coalesce(func.sum(StudyChapters.characters), 0),
    )
    number, moves, characters = connection.execute(found.where(others)).one()
    check_totals(
        number + len(chapters),
        int(moves) + sum(len(each.nodes) for each in chapters),
        int(characters) + sum(each.characters for each in chapters),
    )


def _values(chapter: NewChapter) -> dict[str, Any]:
    """Return the columns of a checked chapter."""
    return {
        "title": chapter.title,
        "options": chapter.options,
        "start": chapter.start,
        "comment": chapter.comment,
        "nodes": [[node.parent, node.move, node.comment, node.glyph] for node in chapter.nodes],
        "moves": len(chapter.nodes),
        "characters": chapter.characters,
    }


def _chapter(row: Any) -> Chapter:
    nodes = tuple(StudyNode(*node) for node in row.nodes)
    return Chapter(row.title, row.options, row.start, row.comment, nodes, row.number, row.version)


def _own(key: str, number: int) -> Any:
    return (StudyChapters.study == key) & (StudyChapters.number == number)


def _no_chapter(number: int) -> NotFound:
    return NotFound(f"the study has no chapter {number}")
