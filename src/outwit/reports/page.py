"""A tournament as a page: one HTML file that needs no other file and no server.

Its one script is ours, and the page's policy allows no other to run.
"""

from __future__ import annotations

from collections.abc import Iterator

from outwit.core.game import Game
from outwit.errors import OutwitError
from outwit.games import game as find_game
from outwit.records.endings import LOSSES, reason
from outwit.reports.album import Album
from outwit.reports.markup import count, text
from outwit.reports.rounds import rounds
from outwit.reports.settings import in_words
from outwit.reports.standings import cross, standings
from outwit.reports.style import STYLE
from outwit.reports.summary import Summary
from outwit.reports.viewer import SCRIPT_HASH, script, viewer, viewer_style

LONGEST_EVIDENCE = 4000
# A second guard: nothing that a stranger wrote may run, and nothing is fetched.
POLICY = (
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    f"style-src 'unsafe-inline'; script-src '{SCRIPT_HASH}'\">"
)


def as_html(summary: Summary, album: Album | None = None) -> str:
    """Return the page as HTML; with an album it shows the games."""
    album = Album() if album is None else album
    title = text(summary.name) or "Tournament"
    game = _game(summary.game)
    shown = text(summary.game if game is None else game.display_name)
    parts = (
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        POLICY,
        f"<title>{title}</title><style>{STYLE}{viewer_style(album)}</style></head><body><main>",
        f'<h1>{title}</h1><p class="soft">{shown}</p>',
        *_facts(summary),
        *standings(summary),
        *viewer(album),
        *rounds(summary, album),
        *cross(summary),
        *_faults(summary),
        '<div class="pair">',
        *_terminations(summary, game),
        *_settings(summary),
        f"</div></main>{script(album)}</body></html>\n",
    )
    return "\n".join(parts)


def _game(name: str) -> Game | None:
    try:
        return find_game(name)
    except OutwitError:
        return None


def _facts(summary: Summary) -> Iterator[str]:
    first = summary.first_side
    facts = [("players", f"{len(summary.crosstable.rows):,}"), ("games", f"{summary.games:,}")]
    if summary.games:
        facts.append(("moves on average", f"{summary.plies:.1f}"))
        facts.append(("scored by the first side", f"{100 * first.score:.1f} %"))
        facts.append(("drawn", f"{100 * first.draws / max(first.games, 1):.1f} %"))
    forfeits = sum(fault.count for fault in summary.forfeits)
    facts.append(("forfeited", f"{forfeits:,}"))
    yield '<dl class="facts">'
    for name, value in facts:
        yield f"<div><dt>{name}</dt><dd>{value}</dd></div>"
    yield "</dl>"


def _faults(summary: Summary) -> Iterator[str]:
    if not summary.forfeits:
        return
    names = {row.player: row.name for row in summary.crosstable.rows}
    yield "<section><h2>Forfeits</h2>"
    for fault in summary.forfeits:
        name = text(names.get(fault.player, f"player {fault.player}"))
        yield (
            f'<div class="fault"><b><bdi>{name}</bdi></b><span class="tag">'
            f"{text(LOSSES.get(fault.kind, fault.kind))}</span>"
            f'<span class="soft">{count(fault.count, "game")}</span>'
        )
        if fault.evidence:
            yield f"<pre>{text(fault.evidence, LONGEST_EVIDENCE, lines=True)}</pre>"
        yield "</div>"
    yield "</section>"


def _terminations(summary: Summary, game: Game | None) -> Iterator[str]:
    if not summary.terminations:
        return
    yield '<section><h2>How games ended</h2><table class="bars">'
    most = max(summary.terminations.values())
    for code, number in sorted(summary.terminations.items(), key=lambda item: (-item[1], item[0])):
        share = 100 * number / most if most else 0
        yield (
            f'<tr><td class="name">{text(reason(game, code))}</td><td>{number:,}</td>'
            f'<td class="bar"><i style="width:{share:.1f}%"></i></td></tr>'
        )
    yield "</table></section>"


def _settings(summary: Summary) -> Iterator[str]:
    if not summary.settings:
        return
    yield '<section><h2>Settings</h2><table class="settings">'
    for name, value in in_words(summary.settings):
        shown = text(value, LONGEST_EVIDENCE, lines=True)
        yield f'<tr><th scope="row">{text(name)}</th><td>{shown}</td></tr>'
    yield "</table></section>"
