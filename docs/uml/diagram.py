"""The class diagram in both forms."""

from __future__ import annotations

from pathlib import Path

from docs.uml import mermaid, svg
from docs.uml.layout import place
from docs.uml.model import read_model

PAGES = Path(__file__).parents[1]


def pictures() -> dict[str, str]:
    """Return the files of the diagram by name, as the source code has them now."""
    model = read_model()
    return {"uml.svg": svg.draw(model, place(model)), "uml.mmd": mermaid.write(model)}
