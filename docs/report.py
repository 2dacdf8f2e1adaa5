"""Makes the page docs/report.md from Report.txt: ``python -m docs.report``."""

from __future__ import annotations

from pathlib import Path

PAGES = Path(__file__).parent
REPORT = PAGES.parent / "Report.txt"
PAGE = PAGES / "report.md"
NOTE = "<!-- Made from Report.txt by make docs: edit that file. -->\n\n"


def page() -> str:
    """Return the text of the page; the report's plain text is Markdown as it is."""
    return NOTE + REPORT.read_text()


if __name__ == "__main__":
    PAGE.write_text(page())
