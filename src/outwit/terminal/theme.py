"""The light and dark themes of the screens, in the colours of the boards."""

from __future__ import annotations

from textual.theme import Theme

from outwit.core.look import Look
from outwit.drawing.palette import colours

LIGHT, DARK = "outwit-light", "outwit-dark"


def theme(name: str, kind: str) -> Theme:
    """Return a theme of the palette's kind, ``light`` or ``dark``."""
    roles = colours(Look(), kind)
    return Theme(
        name=name,
        primary=roles["accent"],
        accent=roles["accent"],
        secondary=roles["frame"],
        success=roles["target"],
        warning=roles["accent"],
        error=roles["danger"],
        foreground=roles["ink"],
        background=roles["table"],
        surface=roles["table"],
        panel=roles["table"],
        dark=kind == "dark",
        variables={
            "soft": roles["soft"],
            "rule": roles["line"],
            "hint": roles["hint"],
            "block-cursor-background": roles["accent"],
            "block-cursor-foreground": roles["second_edge"],
            "block-cursor-text-style": "bold",
            "block-cursor-blurred-background": f"{roles['accent']} 30%",
            "block-cursor-blurred-foreground": roles["ink"],
            "input-selection-background": f"{roles['accent']} 40%",
        },
    )


THEMES = (theme(LIGHT, "light"), theme(DARK, "dark"))
