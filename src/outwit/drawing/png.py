"""SVG as PNG, with a font of our own, so that it looks the same everywhere."""

from __future__ import annotations

from pathlib import Path

from outwit.errors import UsageError

FAMILY = "DejaVu Sans"
FONTS = tuple(
    str(Path(__file__).parent / "font" / name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
)


def to_png(svg: str, background: str | None = None) -> bytes:
    """Return an SVG as PNG; raise UsageError if the library for it is missing."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise UsageError("pictures as PNG need resvg-py: pip install 'outwit[pictures]'") from None
    return svg_to_bytes(
        svg_string=svg,
        background=background,
        skip_system_fonts=True,
        font_files=list(FONTS),
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
