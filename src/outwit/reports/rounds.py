"""The pairings of a tournament, round by round, with links to the games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from outwit.reports.album import Album
from outwit.reports.markup import count, text
from outwit.reports.played import Played
from outwit.reports.summary import Summary

# With more games than this, only those that can be stepped through are listed.
MOST_LISTED = 4_000
# Of a round with more encounters than this, the list is closed at first.
MOST_OPEN = 12
POINTS = {1.0: "1", 0.5: "½", 0.0: "0"}
KINDS = {1.0: "won", 0.5: "drawn", 0.0: "lost"}


def rounds(summary: Summary, album: Album) -> Iterator[str]:
    """Yield the rounds, each with its encounters."""
    games: Sequence[Played] = album.played
    if not games:
        return
    names = {row.player: row.name for row in summary.crosstable.rows}
    yield '<section id="pairings"><h2>Pairings</h2>'
    if len(games) > MOST_LISTED:
        left = len(games) - len(album.shown)
        games = [game for game in games if game.number in album.shown]
        yield f'<p class="soft small">{count(left, "more game")} are not listed.</p>'
    order = sorted(games, key=lambda game: (game.round, game.number))
    found = [(number, list(group)) for number, group in groupby(order, lambda game: game.round)]
    for number, group in found:
        met: dict[frozenset[int], list[Played]] = {}
        for game in group:
            met.setdefault(frozenset((game.first, game.second)), []).append(game)
        is_open = " open" if number == found[0][0] and len(met) <= MOST_OPEN else ""
        yield (
            f'<details{is_open}><summary>Round {number + 1} <span class="soft">'
            f"{count(len(group), 'game')}</span></summary>"
            '<table class="pairings"><tbody>'
        )
        for encounter in met.values():
            yield _encounter(encounter, names, album)
        yield "</tbody></table></details>"
    yield "</section>"


def _encounter(games: list[Played], names: dict[int, str], album: Album) -> str:
    one, other = games[0].first, games[0].second
    shares = [game.points if game.first == one else 1 - game.points for game in games]
    chips = []
    for game, share in zip(games, shares, strict=True):
        what = f"Game {game.number + 1}: {names.get(one, one)} {KINDS[share]}"
        inside = f'class="chip {KINDS[share]}" title="{text(what)}"'
        if game.number in album.shown:
            chips.append(
                f'<a href="#game-{game.number + 1}" aria-label="{text(what)}" {inside}>'
                f"{POINTS[share]}</a>"
            )
        else:
            chips.append(f"<span {inside}>{POINTS[share]}</span>")
    points = sum(shares)
    return (
        f'<tr><td class="name one"><bdi>{text(names.get(one, one))}</bdi></td>'
        f"<td><b>{points:g}</b>–<b>{len(games) - points:g}</b></td>"
        f'<td class="name"><bdi>{text(names.get(other, other))}</bdi></td>'
        f'<td class="chips">{"".join(chips)}</td></tr>'
    )
