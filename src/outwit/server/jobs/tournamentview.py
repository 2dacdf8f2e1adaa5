"""A tournament as its page shows it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from datetime import timedelta
from threading import Lock
from typing import Any

from outwit.errors import OutwitError
from outwit.records.record import DRAWN, FIRST_WON, SECOND_WON, UNFINISHED
from outwit.server.live.loading import live_game
from outwit.server.values.pairing import rounds_of
from outwit.server.values.shown import shown_clock
from outwit.server.values.standings import Encounter, Line, standings, table_of
from outwit.server.values.view import picture
from outwit.storage.games import GameStore
from outwit.storage.progress import ARENA, ROUND_ROBIN, SWISS, Pairing, Progress, Tournament

FORMATS = {ROUND_ROBIN: "Round robin", SWISS: "Swiss", ARENA: "Arena"}
# Round robins by how often all meet all.
ALL_MEET_ALL = (
    "Round robin",
    "Round robin, twice",
    "Round robin, three times",
    "Round robin, four times",
)
COMING, RUNNING, FINISHED, CALLED_OFF = "coming", "running", "finished", "called off"
RESULTS = {FIRST_WON: "1 – 0", SECOND_WON: "0 – 1", DRAWN: "½ – ½"}
# Most games shown as boards, and most games of an arena listed.
MOST_BOARDS, MOST_LISTED = 3, 20
# Most rounds in a line of the standings; an arena shows the last ones.
MOST_CELLS = 18
MOST_PICTURES = 200


class Pictures:
    """The boards of games, drawn once for each ply for all viewers."""

    def __init__(self, games: GameStore) -> None:
        self.games = games
        self._drawn: OrderedDict[tuple[str, int], str] = OrderedDict()
        self._using = Lock()

    def board(self, pairing: Pairing) -> str:
        """Return the board of a pairing's game, empty if it cannot be shown."""
        assert pairing.game_id is not None
        key = pairing.game_id, pairing.plies
        with self._using:
            if key in self._drawn:
                return self._drawn[key]
        try:
            position = live_game(self.games.load(pairing.game_id)).position
        except OutwitError:
            return ""
        drawn = picture(position, prefix=f"t{pairing.id}-")
        with self._using:
            self._drawn[key] = drawn
            while len(self._drawn) > MOST_PICTURES:
                self._drawn.popitem(last=False)
        return drawn


def state_of(tournament: Tournament) -> str:
    """Return the state of a tournament."""
    if tournament.ended is not None:
        return CALLED_OFF if tournament.started is None else FINISHED
    return COMING if tournament.started is None else RUNNING


def shown_tournament(tournament: Tournament, game: str) -> dict[str, Any]:
    """Return the data of a tournament for lists and pages; ``game`` is its game's display name."""
    return {
        "id": tournament.id,
        "name": tournament.name,
        "game": tournament.game,
        "game_name": game,
        "format": tournament.format,
        "format_name": shown_format(tournament),
        "clock": shown_clock(tournament.time_control),
        "rated": tournament.rated,
        "state": state_of(tournament),
        "starts": tournament.starts,
        "ended": None if tournament.ended is None else tournament.ended,
        "class_id": tournament.class_id,
    }


def shown_format(tournament: Tournament) -> str:
    """Return the format with its length.

    >>> from datetime import UTC, datetime
    >>> new = Tournament("Friday", SWISS, "a game", "60+0", 1, datetime(2030, 1, 1, tzinfo=UTC))
    >>> shown_format(new.replace(rounds=5)), shown_format(new.replace(format=ARENA, minutes=30))
    ('Swiss, 5 rounds', 'Arena, 30 minutes')
    """
    title = FORMATS[tournament.format]
    if tournament.format == ARENA:
        minutes = tournament.minutes
        return f"{title}, 1 minute" if minutes == 1 else f"{title}, {minutes:,} minutes"
    if tournament.format == SWISS:
        rounds = tournament.rounds
        return f"{title}, 1 round" if rounds == 1 else f"{title}, {rounds} rounds"
    return ALL_MEET_ALL[tournament.rounds - 1]


def shown_progress(progress: Progress, account: int | None, pictures: Pictures) -> dict[str, Any]:
    """Return the live part of a page: standings, pairings and boards."""
    tournament = progress.tournament
    lines = standings(progress)
    names = {each.account: each.name for each in progress.entrants}
    playing = [p for p in progress.pairings if p.result == UNFINISHED and p.game_id is not None]
    rank = {line.entrant.account: line.rank for line in lines}
    best = sorted(playing, key=lambda p: min(rank.get(p.first, 999), rank.get(p.second or 0, 999)))
    mine = next(
        (p for p in playing if account is not None and account in (p.first, p.second)), None
    )
    until = None
    if tournament.format == ARENA and tournament.started is not None:
        until = (tournament.started + timedelta(minutes=tournament.minutes)).isoformat()
    return {
        "state": state_of(tournament),
        "format": tournament.format,
        "status": shown_status(progress, lines),
        "until": until if state_of(tournament) == RUNNING else None,
        "round": progress.round,
        "lines": [shown_line(line, lines, tournament, account) for line in lines],
        "left_out": [each.name for each in progress.entrants if each not in progress.field],
        "cross": shown_cross(progress) if tournament.format == ROUND_ROBIN else None,
        "rounds": shown_rounds(progress, names),
        "boards": [
            {
                "id": each.game_id,
                "svg": pictures.board(each),
                "players": [names[each.first], names[each.second or 0]],
            }
            for each in best[:MOST_BOARDS]
        ],
        "mine": None if mine is None else mine.game_id,
        "is_fresh": mine is not None and mine.plies <= int(mine.second == account),
    }


def shown_status(progress: Progress, lines: tuple[Line, ...]) -> str:
    """Return the state of a tournament as one sentence."""
    tournament = progress.tournament
    state = state_of(tournament)
    if state == CALLED_OFF:
        return "Called off before it began."
    if state == COMING:
        if not lines:
            return ""
        return "1 player so far." if len(lines) == 1 else f"{len(lines):,} players so far."
    if state == FINISHED:
        if not lines or not lines[0].tally.games:
            return "Ended without a game."
        best = lines[0]
        points = halves(best.points)
        if best.points == 1:
            return f"{best.entrant.name} wins with 1 point."
        return f"{best.entrant.name} wins with {points} points."
    if tournament.format == ARENA:
        count = sum(p.result == UNFINISHED for p in progress.pairings)
        return "1 game being played." if count == 1 else f"{count:,} games being played."
    return f"Round {progress.round} of {rounds_of(progress)}."


def shown_line(
    line: Line, lines: Sequence[Line], tournament: Tournament, account: int | None
) -> dict[str, Any]:
    """Return a player's line."""
    equals = sum(other.points == line.points for other in lines)
    breaks = {
        ROUND_ROBIN: [halves(line.direct) if equals > 1 else "–", f"{line.sonneborn:g}"],
        SWISS: [f"{line.buchholz:g}", f"{line.sonneborn:g}"],
        ARENA: [],
    }[tournament.format]
    return {
        "rank": line.rank,
        "name": line.entrant.name,
        "is_bot": line.entrant.is_bot,
        "is_me": line.entrant.account == account,
        "is_out": line.entrant.withdrawn is not None,
        "points": halves(line.points),
        "tally": f"{line.tally.wins}–{line.tally.draws}–{line.tally.losses}",
        "breaks": breaks,
        "performance": line.performance,
        "on_fire": line.on_fire and state_of(tournament) == RUNNING,
        "late": sum(each.lost_on_time for each in line.encounters),
        "cells": [shown_cell(each) for each in line.encounters[-MOST_CELLS:]],
    }


def shown_cell(each: Encounter) -> dict[str, Any]:
    """Return the result of one pairing as a small cell with a link."""
    kind = {1.0: "won", 0.5: "drew", 0.0: "lost", None: "bye"}[each.share]
    text = halves(each.points) if each.is_over else "·"
    return {
        "text": text,
        "title": in_words(each),
        "kind": kind if each.is_over else "now",
        "id": each.game_id,
    }


def in_words(each: Encounter) -> str:
    """Return the result of one pairing in words."""
    if each.opponent is None:
        return "has a bye"
    name = each.opponent.name
    if not each.is_over:
        return f"playing against {name}"
    is_walkover = each.game_id is None
    if each.share == 1:
        return f"won by walkover against {name}" if is_walkover else f"won against {name}"
    if each.share == 0:
        if each.lost_on_time:
            return f"lost on time against {name}"
        return f"lost by walkover against {name}" if is_walkover else f"lost against {name}"
    return f"drew against {name}"


def shown_cross(progress: Progress) -> list[dict[str, Any]]:
    """Return the crosstable: points of each row against each column."""
    rows = table_of(progress).rows
    return [
        {
            "rank": row.rank,
            "name": row.name,
            "cells": [
                None if cell is None else halves(cell.points) if cell.games else ""
                for cell in row.cells
            ],
            "points": halves(row.total.points),
        }
        for row in rows
    ]


def shown_rounds(progress: Progress, names: dict[int, str]) -> list[dict[str, Any]]:
    """Return the pairings by round, the last round first; of an arena, the last games."""
    if progress.tournament.format == ARENA:
        last = progress.pairings[: -MOST_LISTED - 1 : -1]
        return [{"number": None, "pairings": [shown_pairing(p, names) for p in last]}]
    return [
        {
            "number": number,
            "pairings": [
                shown_pairing(pairing, names)
                for pairing in progress.pairings
                if pairing.round == number
            ],
        }
        for number in range(progress.round, 0, -1)
    ]


def shown_pairing(pairing: Pairing, names: dict[int, str]) -> dict[str, Any]:
    """Return a pairing; its result is empty for a bye and while it is played."""
    is_over = pairing.result != UNFINISHED
    is_played = pairing.second is not None and is_over
    return {
        "first": names[pairing.first],
        "second": None if pairing.second is None else names[pairing.second],
        "result": RESULTS.get(pairing.result, pairing.result) if is_played else "",
        "is_walkover": is_played and pairing.game_id is None,
        "id": pairing.game_id,
        "is_over": is_over,
    }


def halves(points: float) -> str:
    """Return points as text, with ½ for halves.

    >>> halves(0.5), halves(3.5), halves(2.0), halves(0)
    ('½', '3½', '2', '0')
    """
    whole, rest = divmod(points, 1)
    return f"{int(whole) or ''}½" if rest else str(int(whole))
