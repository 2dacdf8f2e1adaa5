"""A page that lists the films of a tournament: one HTML file without scripts."""

from __future__ import annotations

from collections.abc import Sequence

from outwit.core.printable import printable
from outwit.core.value import Value
from outwit.reports.highlights import Highlight
from outwit.reports.rendering import render
from outwit.reports.style import style

# Characters of a name or sentence.
LONGEST = 80


class Entry(Value):
    """A film as the page lists it: its file, the players, why it was chosen, how it ends."""

    file: str
    is_picture: bool
    first: str
    second: str
    kind: str
    why: str
    ending: str


def as_gallery(title: str, films: Sequence[tuple[str, Highlight]]) -> str:
    """Return the page of films, each with the name of its file.

    Raise UsageError if Jinja2 is missing.
    """
    return render(
        "gallery.html",
        title=printable(title, LONGEST) or "Tournament",
        style=style("page.css", "gallery.css"),
        films=[_entry(file, found) for file, found in films],
        longest=LONGEST,
    )


def _entry(file: str, found: Highlight) -> Entry:
    first, second = (name or "?" for name in found.film.record.players)
    ending = found.film.ending
    return Entry(file, file.endswith(".gif"), first, second, found.kind, found.why, ending)
