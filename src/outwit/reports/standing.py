"""How a tournament stands, from its file."""

from __future__ import annotations

import json

from outwit.arena.store import Store
from outwit.ratings.scores import Scores
from outwit.reports.summary import Forfeit, Summary, summarise

# Of each kind of fault of each player, one record is shown, and not more of it than this.
LONGEST_EVIDENCE = 2_000
EVIDENCE = ("Fault", "Board", "Move", "ExitStatus", "StandardError", "Output")


def scores_of(store: Store) -> Scores:
    """Return the results so far, added up."""
    scores = Scores(len(store.manifest.bots))
    for _, first, second, points in store.results():
        scores.add(first, second, points)
    return scores


def standing(store: Store) -> Summary:
    """Return everything there is to say about a tournament so far."""
    manifest = store.manifest
    rows = store.connection.execute(
        "select termination, count(*) from games group by termination order by 2 desc, 1"
    )
    terminations = dict(rows.fetchall())
    (plies,) = store.connection.execute("select avg(plies) from games").fetchone()
    return summarise(
        manifest.name,
        manifest.game,
        [bot.name for bot in manifest.bots],
        scores_of(store),
        forfeits=forfeits(store),
        terminations=terminations,
        plies=plies or 0.0,
        settings=json.loads(manifest.to_json()),
        seed=manifest.seed,
    )


def forfeits(store: Store) -> list[Forfeit]:
    """Count the games lost by a fault, by player and kind, each with the first one's evidence."""
    rows = store.connection.execute(
        "select fault_of, termination, count(*), min(number) from games"
        " where fault_of is not null group by fault_of, termination order by 1, 2"
    ).fetchall()
    found = []
    for player, kind, count, number in rows:
        (record,) = store.connection.execute(
            "select record from games where number = ?", (number,)
        ).fetchone()
        found.append(Forfeit(player, kind, count, evidence_in(record)))
    return found


def evidence_in(text: str) -> str:
    """Return the tags of a record that tell what went wrong."""
    from outwit.records.reader import read_records

    record = next(iter(read_records(text.splitlines())))
    lines = [f"{name}: {record.tags[name]}" for name in EVIDENCE if name in record.tags]
    return "\n".join(lines)[:LONGEST_EVIDENCE]
