"""Measure the time to make the report of a large tournament.

    python bench/report.py [--bots N]

Random bots have played each other with both colours. The script makes the table, the ratings with
error bars, and the page with a selection of games; the baseline is reading all results once.
"""

from __future__ import annotations

import argparse
from time import process_time

from outwit.arena.manifest import Manifest
from outwit.arena.openings import Book
from outwit.arena.referee import Terms
from outwit.arena.schedule import Schedule
from outwit.arena.store import create_store
from outwit.arena.tournament import Tournament
from outwit.players.roster import BotSpec
from outwit.reports.album import album_of
from outwit.reports.export import as_csv, as_json
from outwit.reports.page import as_html
from outwit.reports.summary import scores_of, summary_of

GAME = "ataxx"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bots", type=int, default=200)
    words = parser.parse_args()
    bots = tuple(BotSpec(f"bot {number}", "random") for number in range(words.bots))
    schedule = Schedule("round-robin", words.bots)
    plan = Manifest("bench", GAME, bots, schedule, Terms(), Book(), 1).with_hashes()
    store = create_store(":memory:", plan)
    Tournament(store).run()
    print(f"{words.bots} bots, {store.count():,} games")
    start = process_time()
    scores_of(store)
    bare = process_time() - start
    start = process_time()
    summary = summary_of(store)
    table = process_time() - start
    pages = [as_html(summary, album_of(store, summary)), as_csv(summary), as_json(summary)]
    everything = process_time() - start
    print(f"table and ratings: {table:.1f} s, {table / bare:.0f} times reading the results")
    print(f"with page, CSV and JSON: {everything:.1f} s, {everything / bare:.0f} times")
    print(f"{sum(map(len, pages)):,} characters")


if __name__ == "__main__":
    main()
