"""Examples of the rules of Jeson Mor."""

from __future__ import annotations

from outwit.core.example import Example

EXAMPLES = (
    Example(
        "A knight goes to the centre",
        "Bring a knight to the marked square in the middle.",
        "4k4/9/9/9/9/9/3K5/9/4K4 w 0 0 0 0",
        ("d3e5",),
        "A knight goes two squares along a row or column, then one to the side. On the centre it "
        "has not won yet: it must leave again.",
    ),
    Example(
        "Leaving the centre wins",
        "Win: let the knight leave the centre.",
        "k7k/9/9/9/4K4/9/9/9/K7K w 10 0 0 0",
        ("e5d7", "e5f7", "e5g6", "e5g4", "e5f3", "e5d3", "e5c4", "e5c6"),
        "It does not matter where it goes.",
    ),
    Example(
        "Knights have legs",
        "One of your knights is blocked. Reach the centre with the other.",
        "4k4/9/9/9/9/3A5/3K1K3/9/9 w 10 0 0 0",
        ("f3e5",),
        "The archer on d4 stands on the first square of the other knight's way, so it cannot pass.",
    ),
    Example(
        "Take whoever stands on the centre",
        "Black's knight is about to leave the centre. Capture it.",
        "k7k/9/9/9/4k4/9/3K5/9/K7K w 10 0 0 0",
        ("d3e5",),
        "Now your knight is on the centre, and threatens to leave it.",
    ),
    Example(
        "An archer shoots over one piece",
        "Capture the black knight on g5 with the archer.",
        "4k4/9/9/9/A2K2k2/9/9/9/4K4 w 10 0 0 0",
        ("a5g5",),
        "There must be exactly one piece between, of either side. When it does not capture, an "
        "archer goes along a row or column over empty squares.",
    ),
    Example(
        "The last piece",
        "Black has one piece left. Capture it.",
        "9/9/9/9/9/5k3/9/4K4/9 w 10 0 0 0",
        ("e2f4",),
        "Who captures the last enemy piece wins, too.",
    ),
)
