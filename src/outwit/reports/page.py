"""A tournament as a page: one HTML file that needs no other file and no server.

Its one script is ours, and the page's policy allows no other to run.
"""

from __future__ import annotations

from collections.abc import Iterator

from outwit.core.counting import counted
from outwit.core.game import Game
from outwit.core.value import Value
from outwit.errors import OutwitError
from outwit.games import game as find_game
from outwit.records.endings import LOSSES, reason
from outwit.reports.album import Album
from outwit.reports.rendering import render
from outwit.reports.rounds import rounds
from outwit.reports.settings import in_words
from outwit.reports.standings import cross, standings
from outwit.reports.style import style
from outwit.reports.summary import Summary
from outwit.reports.viewer import SCRIPT, SCRIPT_HASH, viewer, viewer_style

# Characters of a forfeit's evidence and of a setting.
LONGEST_EVIDENCE = 4000


class Fault(Value):
    """Why a player forfeited games, how many, and the evidence of one."""

    name: str
    kind: str
    games: str
    evidence: str


class Ending(Value):
    """How some games ended: their number, and its share of the largest in per cent."""

    reason: str
    number: str
    share: str


def as_html(summary: Summary, album: Album | None = None) -> str:
    """Return the page as HTML; with an album it shows the games.

    Raise UsageError if Jinja2 is missing.
    """
    album = Album() if album is None else album
    game = _game(summary.game)
    return render(
        "page.html",
        title=summary.name or "Tournament",
        game=summary.game if game is None else game.display_name,
        style=style("page.css") + viewer_style(album),
        script_hash=SCRIPT_HASH,
        script=SCRIPT if album.shown else "",
        facts=_facts(summary),
        standings=standings(summary),
        viewer=viewer(album),
        pairings=rounds(summary, album),
        cross=cross(summary),
        faults=list(_faults(summary)),
        endings=list(_endings(summary, game)),
        longest=LONGEST_EVIDENCE,
        settings=list(in_words(summary.settings)) if summary.settings else [],
    )


def _game(name: str) -> Game | None:
    try:
        return find_game(name)
    except OutwitError:
        return None


def _facts(summary: Summary) -> list[tuple[str, str]]:
    first = summary.first_side
    facts = [("players", f"{len(summary.crosstable.rows):,}"), ("games", f"{summary.games:,}")]
    if summary.games:
        facts.append(("moves on average", f"{summary.plies:.1f}"))
        facts.append(("scored by the first side", f"{100 * first.score:.1f} %"))
        facts.append(("drawn", f"{100 * first.draws / max(first.games, 1):.1f} %"))
    forfeits = sum(fault.count for fault in summary.forfeits)
    facts.append(("forfeited", f"{forfeits:,}"))
    return facts


def _faults(summary: Summary) -> Iterator[Fault]:
    names = {row.player: row.name for row in summary.crosstable.rows}
    for fault in summary.forfeits:
        yield Fault(
            names.get(fault.player, f"player {fault.player}"),
            LOSSES.get(fault.kind, fault.kind),
            counted(fault.count, "game"),
            fault.evidence,
        )


def _endings(summary: Summary, game: Game | None) -> Iterator[Ending]:
    most = max(summary.terminations.values(), default=0)
    for code, number in sorted(summary.terminations.items(), key=lambda item: (-item[1], item[0])):
        share = 100 * number / most if most else 0
        yield Ending(reason(game, code), f"{number:,}", f"{share:.1f}")
