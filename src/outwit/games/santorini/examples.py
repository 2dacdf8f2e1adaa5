"""Examples of the rules of Santorini."""

from __future__ import annotations

from outwit.core.example import Example

EXAMPLES = (
    Example(
        "Step, then build",
        "Step north with A, then build on the square you have left.",
        "00000/00Y00B0/00000/00A00Z0/00000 w 1",
        ("A,n,s",),
        "Every turn is a step and a build by the same worker, diagonals included.",
    ),
    Example(
        "One level up",
        "Climb the building north of A, then build east of there.",
        "00000/00Y00B0/01000/00A00Z0/00000 w 3",
        ("A,n,e",),
        "A step goes up one level at most. Down it may go any number.",
    ),
    Example(
        "Two levels are too high",
        "Climb with A, and build where you like.",
        "00000/00Y00B0/02100/00A00Z0/00000 w 5",
        ("A,ne,n", "A,ne,w", "A,ne,e", "A,ne,sw", "A,ne,s"),
        "The square north has two levels, too many from the ground. From level 1 it can be reached "
        "next turn.",
    ),
    Example(
        "A dome closes a square",
        "Y is about to step up to level 3. Put a dome there.",
        "00000/012Y00/00310/00A02Z0/0000B0 w 17",
        ("A,n,e", "A,e,n", "B,nw,n"),
        "The fourth level is a dome. Nobody can step on it or build on it any more.",
    ),
    Example(
        "The third level wins",
        "Step up to level 3.",
        "00000/01Y0B00/03200/02A00Z0/01000 w 15",
        ("A,n,nw", "A,n,w", "A,n,e", "A,n,sw", "A,n,s", "A,n,se"),
        "Standing there at the end of the turn wins, whatever is built.",
    ),
    Example(
        "Who cannot step has lost",
        "Y in the corner is shut in. Shut Z in as well.",
        "0Y2000B/22000/000A00/00012/00020Z w 11",
        ("A,e,s", "A,s,e", "A,se,nw", "A,se,n", "A,se,ne", "A,se,w", "A,se,e", "A,se,sw", "A,se,s"),
        "Neither worker of Blue has a square to step on, so White wins.",
    ),
)
