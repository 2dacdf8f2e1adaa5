"""The ladder of a class: ratings over its last nights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from outwit.ratings.scores import Scores
from outwit.records.endings import FORFEITS, RESIGNED
from outwit.records.record import FIRST_WON, SECOND_WON
from outwit.reports.summary import Forfeit, Summary, summarise
from outwit.server.values.standings import SHARES
from outwit.storage.classes import Member, StoredClass
from outwit.storage.progress import Pairing, Progress

# Number of nights, the last ones, that count.
NIGHTS = 14
# Width and half the height of a rating's picture.
WIDE, MIDDLE = 160, 10


def ladder(of_class: StoredClass, members: Sequence[Member], nights: Sequence[Progress]) -> Summary:
    """Return the table over the last nights for all current and former players of the class."""
    names = {each.account: each.name for each in members if each.plays}
    for night in reversed(nights):
        names |= {each.account: each.name for each in night.field}
    number = {account: index for index, account in enumerate(names)}
    scores = Scores(len(number))
    lost: Counter[tuple[int, str]] = Counter()
    for night in nights:
        for pairing in night.pairings:
            won, second = SHARES.get(pairing.result), pairing.second
            # A walkover is not a game and does not count for the ratings.
            if won is None or second is None or pairing.game_id is None:
                continue
            scores.add(number[pairing.first], number[second], won)
            loser = forfeited_by(pairing)
            if loser is not None:
                lost[number[loser], pairing.termination] += 1
    forfeits = [Forfeit(player, kind, count) for (player, kind), count in lost.items()]
    return summarise(of_class.name, of_class.game, list(names.values()), scores, forfeits=forfeits)


def forfeited_by(pairing: Pairing) -> int | None:
    """Return the account that lost on time or by a fault, None without one."""
    if pairing.termination not in FORFEITS or pairing.termination == RESIGNED:
        return None
    return {FIRST_WON: pairing.second, SECOND_WON: pairing.first}.get(pairing.result)


def shown_ladder(summary: Summary) -> list[dict[str, Any]]:
    """Return the lines of the table, the strongest first; players without games come last."""
    low = min((rating.low for rating in summary.ratings), default=0.0)
    high = max((rating.high for rating in summary.ratings), default=0.0)

    def place(elo: float) -> str:
        share = (elo - low) / (high - low) if high > low else 0.5
        return f"{6 + share * (WIDE - 12):.1f}"

    order = sorted(
        summary.crosstable.rows,
        key=lambda row: (not row.total.games, -summary.ratings[row.player].elo, row.rank),
    )
    lines = []
    for rank, row in enumerate(order, 1):
        rating, total = summary.ratings[row.player], row.total
        faults = [fault for fault in summary.forfeits if fault.player == row.player]
        lines.append(
            {
                "rank": rank,
                "name": row.name,
                "elo": f"{round(rating.elo):+d}".replace("-", "−") if total.games else "–",
                "error": f"± {(rating.high - rating.low) / 2:.0f}" if total.games else "",
                "games": total.games,
                "tally": f"{total.wins}–{total.draws}–{total.losses}",
                "forfeits": sum(fault.count for fault in faults),
                "whisker": {
                    "low": place(rating.low),
                    "high": place(rating.high),
                    "elo": place(rating.elo),
                    "zero": place(0.0),
                }
                if total.games
                else None,
            }
        )
    return lines
