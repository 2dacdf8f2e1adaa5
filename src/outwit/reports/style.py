"""The style of a tournament's page: sheets from files, after the colours, which are the boards'."""

from __future__ import annotations

from collections.abc import Mapping

from outwit.drawing.palette import DARK, LIGHT
from outwit.reports.rendering import TEMPLATES

# Scores from 0 to 1 in eleven steps from orange to blue, which colour-blind people can tell apart.
STEPS = 11


def _heat() -> str:
    rules = []
    for step in range(STEPS):
        away = round(abs(2 * step / (STEPS - 1) - 1) * 72)
        colour = "win" if 2 * step > STEPS - 1 else "loss"
        mix = f"color-mix(in oklab, var(--{colour}) {away}%, var(--even))"
        rules.append(f".h{step}{{background:{mix}}}")
    return "\n".join(rules)


def _colours(theme: Mapping[str, str], own: Mapping[str, str]) -> str:
    """Return the page's colours: some of a theme of the boards, and its own."""
    roles = {"page": "table", "ink": "ink", "soft": "soft", "focus": "hint", "accent": "accent"}
    shared = {name: theme[role] for name, role in roles.items()}
    return ";".join(f"--{name}:{colour}" for name, colour in {**shared, **own}.items())


ON_PAPER = _colours(
    LIGHT,
    {
        "card": "#fffdf9",
        "line": "#e8decd",
        "even": "#f2eadc",
        "mark": LIGHT["frame"],
        "win": LIGHT["hint"],
        "loss": LIGHT["accent"],
    },
)
# Wins and losses are darker than the boards' colours, because text is shown on them.
AT_NIGHT = _colours(
    DARK,
    {
        "card": "#221e1b",
        "line": "#3b332c",
        "even": "#2d2722",
        "mark": "#c79f72",
        "win": "#3f72a3",
        "loss": "#a8691c",
    },
)

# Paper is white, whatever the screen shows.
PRINTED = "--page:#fff;--card:#fff;--ink:#000;--soft:#444"
COLOURS = f"""\
:root{{color-scheme:light dark;{ON_PAPER}}}
@media(prefers-color-scheme:dark){{:root{{{AT_NIGHT}}}}}
@media print{{:root{{color-scheme:light;{ON_PAPER};{PRINTED}}}}}
{_heat()}
"""


def style(*sheets: str) -> str:
    """Return the colours and some sheets of the folder of templates, in this order."""
    return COLOURS + "".join((TEMPLATES / name).read_text("utf-8") for name in sheets)
