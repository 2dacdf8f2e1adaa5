"""What the portal has counted so far."""

from __future__ import annotations

from prometheus_client import Counter, Gauge


def number(metric: Counter | Gauge, label: str) -> float:
    """Return the number of a label."""
    [family] = metric.collect()
    found = [each.value for each in family.samples if label in each.labels.values()]
    return found[0] if found else 0.0
