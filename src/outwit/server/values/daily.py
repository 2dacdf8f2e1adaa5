"""The puzzle of the day and the calendar of a month, as pages show them."""

from __future__ import annotations

from calendar import Calendar, monthrange
from datetime import UTC, date, datetime, timedelta
from typing import Any

from outwit.errors import UsageError
from outwit.games import game as find_game
from outwit.server.values.puzzle import Attempt
from outwit.storage.daily import DailyStore
from outwit.storage.puzzles import StoredPuzzle

Shown = dict[str, Any]


def today_in_utc() -> date:
    """Return the day that it is in UTC."""
    return datetime.now(UTC).date()


def shown_today(store: DailyStore, account: int | None, today: date) -> Shown | None:
    """Return the puzzle of the day, an account's streak and month; None without any puzzle."""
    stored = store.puzzle_of(today)
    if stored is None:
        return None
    tried = store.tried(account, today)
    streak = store.streak(account, today)
    return {
        **shown_question(stored),
        "day": today,
        "state": "" if tried is None else tried.state,
        "streak": streak.now,
        "best": streak.best,
        "month": shown_month(store, account, today, today),
    }


def shown_question(stored: StoredPuzzle) -> Shown:
    """Return the address, the question and the picture of a puzzle."""
    attempt = Attempt(find_game(stored.game), stored)
    return {
        "path": path_of(stored.game, stored.id),
        "game": attempt.game.display_name,
        "question": attempt.question,
        "svg": attempt.board("today-"),
    }


def shown_month(store: DailyStore, account: int | None, month: date, today: date) -> Shown:
    """Return the weeks of a month, from Monday to Sunday, with None outside the month."""
    first = month.replace(day=1)
    last = first.replace(day=monthrange(first.year, first.month)[1])
    known = {each.day: each for each in store.days(account, first, last)}
    oldest = store.first_day() or today

    def cell(day: date) -> Shown | None:
        if day.month != first.month:
            return None
        found = known.get(day)
        return {
            "number": day.day,
            "day": day,
            "path": "" if found is None else path_of(found.game, found.puzzle),
            "state": "" if found is None else found.state,
            "is_today": day == today,
            "is_past": day < today,
        }

    weeks = Calendar().monthdatescalendar(first.year, first.month)
    before, after = first - timedelta(days=1), last + timedelta(days=1)
    return {
        "first": first,
        "weeks": [[cell(day) for day in week] for week in weeks],
        "before": f"{before.isoformat()[:7]}" if before >= oldest else "",
        "after": f"{after.isoformat()[:7]}" if after <= today else "",
    }


def read_month(text: str, today: date) -> date:
    """Return the first day of a month such as ``2026-11``, by default of the current one.

    Raise UsageError for anything else, and for a month to come.

    >>> read_month("2026-02", date(2026, 3, 9)), read_month("", date(2026, 3, 9))
    (datetime.date(2026, 2, 1), datetime.date(2026, 3, 1))
    """
    current = today.replace(day=1)
    if not text:
        return current
    try:
        month = date.fromisoformat(f"{text}-01")
    except ValueError:
        month = date.max
    if month > current or month.year < 2000:
        raise UsageError(f"month: {text[:10]!r} is not a month up to {current.isoformat()[:7]}")
    return month


def path_of(game: str, key: str) -> str:
    """Return the address of a puzzle."""
    return f"/puzzles/{game}/{key}"
