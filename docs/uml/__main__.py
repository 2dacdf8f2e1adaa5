"""Write docs/uml.svg and docs/uml.mmd anew."""

from __future__ import annotations

from docs.uml.diagram import PAGES, pictures

for name, text in pictures().items():
    (PAGES / name).write_text(text)
