"""What the teacher of an assignment sees of the learning platforms whose courses open it."""

from __future__ import annotations

from typing import Any

from outwit.server.values.entry import Entry
from outwit.server.values.marksview import number
from outwit.storage.platformgrades import Grade, GradeStore
from outwit.storage.platformlinks import Link, LinkStore
from outwit.storage.platforms import PlatformStore

# Most failed grades of a link that are shown.
MOST_FAILED = 50


class PlatformView:
    """Shows links of platforms to the teacher; call it in a thread."""

    def __init__(self, platforms: PlatformStore, links: LinkStore, grades: GradeStore) -> None:
        self._platforms = platforms
        self._links = links
        self._grades = grades

    def added(self, values: dict[str, Any], entry: Entry) -> dict[str, Any]:
        """Return the page of everyone's marks with the platforms.

        Students of their courses who have never been here have handed in nothing, too.
        """
        links = self._links.of_homework(entry.homework.id)
        if not links:
            return {**values, "platforms": []}
        absent = self._links.absent(entry.homework.id, entry.of_class.id)
        counts = values["counts"]
        return {
            **values,
            "counts": {**counts, "students": counts["students"] + len(absent)},
            "missing": sorted([*values["missing"], *absent], key=str.casefold),
            "platforms": [self._shown(link) for link in links],
        }

    def _shown(self, link: Link) -> dict[str, Any]:
        grades = self._grades.of_link(link.id)
        names = self._links.roster(link.id)
        failed = [each for each in grades if each.error and each.sent != each.at]
        return {
            "name": self._platforms.get(link.platform).name,
            "title": link.title,
            "students": len(names),
            "has_roster": bool(link.roster_url),
            "has_grades": bool(link.item_url or link.items_url),
            "read": link.read and link.read,
            "error": link.error,
            "sent": sum(each.sent == each.at for each in grades),
            "waiting": sum(each.sent != each.at and not each.error for each in grades),
            "failed": [shown_failure(each, names) for each in failed[:MOST_FAILED]],
        }


def shown_failure(grade: Grade, names: dict[str, str]) -> dict[str, Any]:
    """Return a grade that could not be sent."""
    return {
        "name": names.get(grade.subject, grade.subject),
        "points": f"{number(grade.score)} of {number(grade.most)}",
        "error": grade.error,
        "tries": grade.tries,
        "again": None if grade.is_given_up else grade.due,
    }
