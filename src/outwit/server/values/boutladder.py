"""The ladder of an assignment: ratings of active hand-ins, bots of the teacher and levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from math import exp, sqrt
from typing import Any

from outwit.core.value import Value
from outwit.ratings.elo import ELO_PER_LOGIT
from outwit.ratings.rating import Rating, rate
from outwit.ratings.scores import Scores, Tally
from outwit.server.values.ladder import MIDDLE, WIDE
from outwit.server.values.standings import SHARES
from outwit.storage.bouts import Bout, BoutTally
from outwit.storage.handins import HandIn
from outwit.storage.ratings import RatingPoint

# Kinds of players.
STUDENT, STAFF, OURS = "student", "staff", "ours"
# Draws against an average opponent, added to a player's games so that no rating is infinite.
VIRTUAL_DRAWS = 2.0
MOST_STEPS, SHORTEST = 30, 1e-6
# Most games of a rating curve, and most points drawn.
MOST_GAMES, MOST_POINTS = 300, 60
# Distance of the whiskers from the edge of their picture.
EDGE = 6


class Player(Value):
    """A player of the ladder; ``handin`` is None for a bot of ours, whose name tells it."""

    kind: str
    name: str
    handin: str | None = None
    number: int = 0
    account: int | None = None


class LadderLine(Value):
    """A line of the ladder; ``rating`` is None without games."""

    rank: int
    player: Player
    rating: Rating | None
    tally: Tally
    forfeits: int


class BoutLadder(Value):
    """The lines, the strongest first, and the player whose rating is 0: None for the average."""

    lines: tuple[LadderLine, ...] = ()
    anchor: str | None = None

    def of_handin(self, handin: str) -> LadderLine | None:
        """Return the line of a hand-in, None if it is not in the ladder."""
        return next((each for each in self.lines if each.player.handin == handin), None)

    def of_account(self, account: int | None) -> LadderLine | None:
        """Return the line of a student, None for one who is not in the ladder."""
        lines = (each for each in self.lines if account is not None)
        return next((each for each in lines if each.player.account == account), None)

    def strengths(self, owners: Mapping[str, int | None]) -> Mapping[str, float]:
        """Return Elo by hand-in, or by name for bots of ours.

        ``owners`` are the students of former hand-ins, which count as strong as active ones.
        """
        known = {each.player.handin or each.player.name: each for each in self.lines}
        found = {key: line.rating.elo for key, line in known.items() if line.rating is not None}
        for handin, account in owners.items():
            line = self.of_account(account)
            if handin not in found and line is not None and line.rating is not None:
                found[handin] = line.rating.elo
        return found


def bout_ladder(
    handins: Sequence[HandIn], names: Mapping[int, str], tallies: Iterable[BoutTally]
) -> BoutLadder:
    """Return the ladder of active hand-ins by the games among them and against bots of ours.

    ``names`` are those of students by account. The first bot of ours by name has the rating 0.
    """
    players: dict[tuple[str, str], Player] = {}
    for each in handins:
        if each.is_playing:
            kind = STAFF if each.account is None else STUDENT
            name = each.name if each.account is None else names.get(each.account, "closed account")
            player = Player(kind, name, each.id, each.number, each.account)
            players["handin", each.id] = player
    counted = []
    for tally in tallies:
        keys = key_of(tally.first, tally.first_name), key_of(tally.second, tally.second_name)
        is_known = all(key in players or key[0] == OURS for key in keys)
        if is_known and tally.result in SHARES and keys[0] != keys[1]:
            counted.append((keys, tally))
            for kind, name in keys:
                if kind == OURS:
                    players.setdefault((kind, name), Player(OURS, name))
    place = {key: number for number, key in enumerate(players)}
    scores, forfeits = Scores(len(players)), Counter[int]()
    for (first, second), tally in counted:
        won = SHARES[tally.result]
        assert won is not None
        scores.add(place[first], place[second], won, tally.count)
        if tally.fault_of is not None:
            forfeits[place[(first, second)[tally.fault_of]]] += tally.count
    ours = sorted(name for kind, name in place if kind == OURS)
    anchor = place[OURS, ours[0]] if ours else None
    ratings = rate(scores, anchor=anchor, virtual_draws=VIRTUAL_DRAWS) if scores.games else ()
    lines = []
    for number, player in enumerate(players.values()):
        tally_of = scores.of(number)
        rating = ratings[number] if tally_of.games else None
        lines.append(LadderLine(0, player, rating, tally_of, forfeits[number]))
    lines.sort(key=lambda line: (-line.rating.elo if line.rating else 1e9, line.player.name))
    ranked = [line.replace(rank=rank) for rank, line in enumerate(lines, 1)]
    return BoutLadder(tuple(ranked), ours[0] if ours else None)


def key_of(handin: str | None, name: str) -> tuple[str, str]:
    """Return the key of a player: its hand-in, or the name of a bot of ours."""
    return (OURS, name) if handin is None else ("handin", handin)


def shown_bout_ladder(ladder: BoutLadder, own: int | None) -> list[dict[str, Any]]:
    """Return the lines for a page; ``own`` is the account whose line is marked."""
    ratings = [line.rating for line in ladder.lines if line.rating is not None]
    low = min((rating.low for rating in ratings), default=0.0)
    high = max((rating.high for rating in ratings), default=0.0)

    def place(elo: float) -> str:
        share = (elo - low) / (high - low) if high > low else 0.5
        return f"{EDGE + share * (WIDE - 2 * EDGE):.1f}"

    return [
        {
            "rank": line.rank,
            "name": line.player.name,
            "kind": line.player.kind,
            "handin": line.player.handin,
            "number": line.player.number,
            "is_own": own is not None and line.player.account == own,
            "games": line.tally.games,
            "tally": f"{line.tally.wins}–{line.tally.draws}–{line.tally.losses}",
            "forfeits": line.forfeits,
            **shown_rating(line.rating),
            "whisker": None
            if line.rating is None
            else {
                "low": place(line.rating.low),
                "high": place(line.rating.high),
                "elo": place(line.rating.elo),
                "zero": place(0.0) if low <= 0 <= high else None,
                "middle": MIDDLE,
            },
        }
        for line in ladder.lines
    ]


def shown_rating(rating: Rating | None) -> dict[str, str]:
    """Return a rating with its interval as texts, empty without one."""
    if rating is None:
        return {"elo": "–", "error": ""}
    error = (rating.high - rating.low) / 2
    return {
        "elo": f"{round(rating.elo):+d}".replace("-", "−") if round(rating.elo) else "0",
        "error": f"± {error:.0f}" if error >= 0.5 else "",
    }


def points_of(bout: Bout, handin: str) -> float | None:
    """Return the points of a hand-in in a game, None for a game without result."""
    share = SHARES.get(bout.result)
    if share is None:
        return None
    return share if bout.first == handin else 1 - share


def performance(games: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the Elo that explains some games best, and its standard deviation.

    Each game is the Elo of the opponent and the points. Draws against the average opponent are
    added, as in the ladder.

    >>> [round(each) for each in performance([(0.0, 1.0), (0.0, 0.0)])]
    [0, 174]
    """
    centre = sum(elo for elo, _ in games) / len(games)
    met = [*games, (centre, VIRTUAL_DRAWS / 2)]
    weights = [1.0] * len(games) + [VIRTUAL_DRAWS]
    strength = centre / ELO_PER_LOGIT
    for _ in range(MOST_STEPS):
        slope = curvature = 0.0
        for (elo, points), weight in zip(met, weights, strict=True):
            gap = max(-30.0, min(30.0, strength - elo / ELO_PER_LOGIT))
            chance = 1 / (1 + exp(-gap))
            slope += points - weight * chance
            curvature += weight * chance * (1 - chance)
        step = max(-1.0, min(1.0, slope / max(curvature, 1e-9)))
        strength += step
        if abs(step) < SHORTEST:
            break
    return ELO_PER_LOGIT * strength, ELO_PER_LOGIT / sqrt(max(curvature, 1e-9))


def rating_points(
    handin: str, bouts: Sequence[Bout], strengths: Mapping[str, float]
) -> list[RatingPoint]:
    """Return the rating of a hand-in after its games, in the order in which they were played.

    ``strengths`` are the opponents' present ratings, by hand-in or name; others count 0.
    """
    games: list[tuple[float, float]] = []
    moments: list[tuple[str, datetime]] = []
    for bout in sorted(bouts, key=lambda each: each.at)[-MOST_GAMES:]:
        points = points_of(bout, handin)
        if points is None:
            continue
        is_first = bout.first == handin
        other = (bout.second or bout.second_name) if is_first else (bout.first or bout.first_name)
        games.append((strengths.get(other, 0.0), points))
        moments.append((bout.id, bout.at))
    step = max(1, -(-len(games) // MOST_POINTS))
    places = [*range(len(games) - 1, -1, -step)][::-1]
    found = []
    for place in places:
        elo, deviation = performance(games[: place + 1])
        key, at = moments[place]
        found.append(RatingPoint(key, elo, elo, deviation, at))
    return found


def by_opponent(handin: str, bouts: Sequence[Bout]) -> list[dict[str, Any]]:
    """Return wins, draws and losses of a hand-in by opponent, the most games first."""
    tallies: dict[str, list[int]] = {}
    for bout in bouts:
        points = points_of(bout, handin)
        if points is not None:
            name = bout.second_name if bout.first == handin else bout.first_name
            tallies.setdefault(name, [0, 0, 0])[round(2 - 2 * points)] += 1
    order = sorted(tallies.items(), key=lambda item: (-sum(item[1]), item[0]))
    return [
        {"name": name, "wins": wins, "draws": draws, "losses": losses, "games": sum(counts)}
        for name, counts in order
        for wins, draws, losses in [counts]
    ]
