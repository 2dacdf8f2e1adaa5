"""Write docs/uml.svg and docs/uml.mmd anew."""

from __future__ import annotations

from docs.report import PAGES
from docs.uml import mermaid, svg
from docs.uml.layout import place
from docs.uml.model import read_model

MODEL = read_model()
(PAGES / "uml.svg").write_text(svg.draw(MODEL, place(MODEL)))
(PAGES / "uml.mmd").write_text(mermaid.write(MODEL))
