"""Looks for grades that learning platforms do not have yet, and for rosters to be read.

A grade is what the teacher's table shows as final: marks that are accepted, other hand-ins made
active, late days and groups change it without a word to this module. So it is computed anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from outwit.courses.due import MARKED
from outwit.errors import NotFound
from outwit.lti.claims import SCORE
from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from outwit.storage.handins import HandInStore
from outwit.storage.homework import NOTHING, HomeworkStore, StoredHomework
from outwit.storage.marks import MarkStore
from outwit.storage.platformgrades import GradeStore
from outwit.storage.platformlinks import Link, LinkStore
from outwit.storage.platformpeople import PersonStore

# A roster is read this often until marks are no longer made.
ROSTER_AGE = timedelta(days=1)
# Digits of points after the point.
DIGITS = 4


def add_grades(database: Database, moment: datetime) -> None:
    """Add the jobs that send grades and read rosters, for all links of platforms."""
    links = LinkStore(database)
    for link in links.tied():
        assert link.homework is not None
        try:
            homework = HomeworkStore(database).get(link.homework)
        except NotFound:
            continue
        last = homework.last_moment
        is_old = link.read is None or moment - link.read > ROSTER_AGE
        if link.roster_url and is_old and (last is None or moment < last + MARKED):
            links.ask(homework.id)
        if takes_grades(link) and homework.published and homework.sight(moment) != NOTHING:
            GradeStore(database).want(link, grades_of(database, link, homework), moment)


def takes_grades(link: Link) -> bool:
    """Tell whether a platform takes grades for a link."""
    return SCORE in link.scopes and bool(link.item_url or link.items_url)


def grades_of(
    database: Database, link: Link, homework: StoredHomework
) -> dict[str, tuple[float, float]]:
    """Return points and most points of the students of a link's course, by subject."""
    finals = finals_of(database, homework)
    partners = HomeworkStore(database).partners(homework.id)
    accounts = PersonStore(AccountStore(database)).accounts_of(link.platform)
    return {
        subject: finals[leader]
        for subject in LinkStore(database).roster(link.id)
        if (account := accounts.get(subject)) is not None
        if (leader := partners.get(account, account)) in finals
    }


def finals_of(database: Database, homework: StoredHomework) -> Mapping[int, tuple[float, float]]:
    """Return final points and most points by the account of a student or leader."""
    active = HandInStore(database).active(homework.id)
    keys = [each.id for each in active]
    marks = MarkStore(database)
    lines = marks.lines(keys, whole=False) | marks.lines(keys, whole=True)
    return {
        each.account: (
            round(lines[each.id].score * (1 - homework.penalty(each.at)), DIGITS),
            lines[each.id].most,
        )
        for each in active
        if each.account is not None and each.id in lines
    }
