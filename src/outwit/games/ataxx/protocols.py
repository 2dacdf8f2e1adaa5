"""How other programs that play Ataxx speak, and by which rules they play."""

from __future__ import annotations

PROTOCOLS = {"uai": {"clock": "100"}}
