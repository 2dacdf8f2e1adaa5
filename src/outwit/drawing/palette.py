"""The colours of the family, by role. A game's ``look`` may change some of them."""

from __future__ import annotations

from outwit.core.look import Look
from outwit.drawing.boardstyle import CLASSIC, board_style, styled
from outwit.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

LIGHT = {
    # The table around the board, the board's frame, the coordinates on it.
    "table": "#f7f3ec",
    "frame": "#8b6848",
    "frame_edge": "#6b4d33",
    "frame_ink": "#fbf1df",
    # Squares and the lines between them.
    "square_light": "#f3e5cb",
    "square_dark": "#dcc196",
    "line": "#b6966a",
    # Words, and words that step back.
    "ink": "#2d241c",
    "soft": "#75685a",
    "shadow": "#3b2a1a",
    # The last move and the selected piece, targets, suggestions, danger.
    "accent": "#d9922e",
    "target": "#3f7d4e",
    "hint": "#2f6fa8",
    "danger": "#c8402f",
    # Obstacles.
    "stone": "#8d877e",
    "stone_dark": "#5f5a53",
    "stone_light": "#b9b3a9",
    # The sides: body, its side away from the light and towards it, outline, engraving.
    "first_body": "#fdf6e6",
    "first_shade": "#dccbaa",
    "first_shine": "#ffffff",
    "first_edge": "#4d3826",
    "first_detail": "#7a5a3c",
    "second_body": "#4b3a30",
    "second_shade": "#2b201a",
    "second_shine": "#85705f",
    "second_edge": "#17100b",
    "second_detail": "#ecd9b8",
}
DARK = LIGHT | {
    "table": "#191614",
    "frame": "#40332a",
    "frame_edge": "#2a211b",
    "frame_ink": "#d8c6ac",
    "square_light": "#a98f70",
    "square_dark": "#866c50",
    "line": "#5c4833",
    "ink": "#efe6d8",
    "soft": "#ab9d8b",
    "shadow": "#000000",
    "accent": "#f0ab45",
    "target": "#2e6b3e",
    "hint": "#7fb8ea",
    "danger": "#ff6a55",
    "stone": "#6b655d",
    "stone_dark": "#3f3b36",
    "stone_light": "#938c82",
    "first_body": "#f6ecd8",
    "first_shade": "#cdb994",
    "first_edge": "#2a1d12",
    "second_body": "#382b24",
    "second_shade": "#1d1511",
    "second_shine": "#6f5c4d",
    "second_edge": "#0d0906",
}
# ``auto`` follows the reader's system; its colours are CSS variables. So are those of ``page``,
# which leaves it to the page around the picture to give them values.
AUTO, PAGE = "auto", "page"
VARIABLE = (AUTO, PAGE)
THEMES = ("light", "dark", *VARIABLE)
SIDES = ("first", "second")
SIDE_ROLES = ("body", "shade", "shine", "edge", "detail")


def colours(look: Look, theme: str, style: str = CLASSIC) -> dict[str, str]:
    """Return the colours of a look by role; raise UsageError if there is no such theme or style."""
    chosen = board_style(style)
    if theme == "light":
        return styled({**LIGHT, **look.light}, chosen.light)
    if theme == "dark":
        return styled({**DARK, **look.dark}, chosen.dark)
    if theme in VARIABLE:
        return {role: f"var(--outwit-{role})" for role in {**LIGHT, **look.light, **look.dark}}
    raise UsageError(f"theme {str(theme)[:40]!r} is not one of {', '.join(THEMES)}")


def of_side(roles: Mapping[str, str], side: int) -> dict[str, str]:
    """Return the colours with those of a side under their short names.

    >>> of_side(colours(Look(), "light"), 0)["body"]
    '#fdf6e6'
    """
    return {**roles, **{role: roles[f"{SIDES[side]}_{role}"] for role in SIDE_ROLES}}


def style_sheet(look: Look, selector: str, style: str = CLASSIC) -> str:
    """Return the CSS that gives the colours of theme ``auto`` their values."""
    light, dark = (colours(look, theme, style) for theme in ("light", "dark"))
    return (
        f"{selector}{{{_variables({**dark, **light})}}}"
        f"@media(prefers-color-scheme:dark){{{selector}{{{_variables({**light, **dark})}}}}}"
    )


def page_sheet(look: Look, selector: str = "", style: str = CLASSIC) -> str:
    """Return the CSS of a page whose root element names its theme: system, light or dark.

    The colours are those of elements that match the selector, by default of the whole page. On
    paper the page is light.
    """
    light, dark = (colours(look, theme, style) for theme in ("light", "dark"))
    night = _variables({**light, **dark})
    return (
        f"{selector or ':root'}{{{_variables({**dark, **light})}}}"
        "@media screen and (prefers-color-scheme:dark)"
        f"{{[data-theme=system] {selector}{{{night}}}}}"
        f"@media screen{{[data-theme=dark] {selector}{{{night}}}}}"
    )


def _variables(roles: Mapping[str, str]) -> str:
    return ";".join(f"--outwit-{role}:{colour}" for role, colour in roles.items())
