"""A page that lists the films of a tournament: one HTML file without scripts."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from outwit.core.printable import printable
from outwit.reports.highlights import Highlight
from outwit.reports.style import STYLE

# Nothing on the page may run; films lie beside it.
POLICY = (
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    "style-src 'unsafe-inline'; img-src * file:; media-src * file:\">"
)
OWN_STYLE = (
    ".films{display:grid;grid-template-columns:repeat(auto-fill,minmax(19rem,1fr));gap:1.2rem}"
    ".films section{margin:0}.films video,.films img{width:100%;height:auto;display:block;"
    "border-radius:.4rem;margin:0 0 .7rem}"
)


def as_gallery(title: str, films: Sequence[tuple[str, Highlight]]) -> str:
    """Return the page of films, each with the name of its file."""
    shown = _text(title) or "Tournament"
    return "\n".join(
        (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            f"{POLICY}<title>{shown}</title><style>{STYLE}{OWN_STYLE}</style></head><body><main>",
            f'<h1>{shown}</h1><p class="soft">Games to watch: {len(films)}</p>',
            '<div class="films">',
            *(_film(file, found) for file, found in films),
            "</div></main></body></html>\n",
        )
    )


def _film(file: str, found: Highlight) -> str:
    first, second = (_text(name) or "?" for name in found.film.record.players)
    source, label = escape(file, quote=True), f"{first} – {second}"
    player = (
        f'<img src="{source}" alt="{label}" loading="lazy">'
        if file.endswith(".gif")
        else f'<video src="{source}" aria-label="{label}" controls preload="metadata"></video>'
    )
    return (
        f"<section>{player}<h2><bdi>{first}</bdi> – <bdi>{second}</bdi></h2>"
        f'<p><span class="tag">{found.kind}</span> {_text(found.why)}</p>'
        f'<p class="soft small">{_text(found.film.ending)}</p></section>'
    )


def _text(text: str) -> str:
    return escape(printable(text, 80), quote=True)
