"""The card of a data set: how it was made, as JSON and for people."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from outwit.datasets.rows import COLUMNS
from outwit.records.record import DRAWN, FIRST_WON, SECOND_WON

FORMAT = 1
NAMES = {FIRST_WON: "first_won", SECOND_WON: "second_won", DRAWN: "drawn"}


def card_of(plan: Mapping[str, Any], counts: Mapping[str, int]) -> dict[str, Any]:
    """Return the card of a plan that was carried out."""
    return {
        "format": FORMAT,
        **plan,
        "counts": {
            "positions": counts["positions"],
            "games": counts["games"],
            **{name: counts[result] for result, name in NAMES.items()},
            "left_out": counts["left_out"],
        },
        "columns": COLUMNS,
    }


def as_json(card: Mapping[str, Any]) -> str:
    """Write a card as JSON."""
    return json.dumps(card, indent=1, ensure_ascii=False)


def as_markdown(name: str, card: Mapping[str, Any]) -> str:
    """Write a card for people."""
    made = {key: value for key, value in card.items() if key not in ("columns", "counts")}
    facts = [*flat(made), *flat(card["counts"])]
    return "\n".join(
        (
            f"# {name}",
            "",
            f"Positions of {card['game']} with moves and results, made by Outwit.",
            "",
            *table("fact", "value", facts),
            "",
            *table("column", "meaning", card["columns"].items()),
            "",
        )
    )


def flat(values: Mapping[str, Any], before: str = "") -> list[tuple[str, str]]:
    """Return values, and those inside of them, with their names."""
    found = []
    for key, value in values.items():
        name = f"{before}{key}".replace("_", " ")
        if isinstance(value, Mapping) and value:
            found += flat(value, f"{name}: ")
        else:
            found.append((name, value if isinstance(value, str) else json.dumps(value)))
    return found


def table(left: str, right: str, rows: Any) -> list[str]:
    """Return the lines of a table."""
    cells = [f"| {key} | {shown(value)} |" for key, value in rows]
    return [f"| {left} | {right} |", "|---|---|", *cells]


def shown(value: str) -> str:
    """Return a value on one line, without a bar that would end its cell."""
    return " ".join(value.replace("|", "\\|").split())
