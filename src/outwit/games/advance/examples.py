"""Examples of the rules of Advance."""

from __future__ import annotations

from outwit.core.example import Example

EXAMPLES = (
    Example(
        "A Zombie leaps at its prey",
        "Capture the Miner with the Zombie.",
        "4g4/9/9/4m4/9/4Z4/9/9/4G4 w 0",
        ("e4e6",),
        "A Zombie goes one square ahead, straight or diagonally. It captures there, and also two "
        "squares away if the square between is empty. It never goes back.",
    ),
    Example(
        "A Builder builds a wall",
        "The Miner on e8 attacks your General. Let the Builder build a wall between them.",
        "3g5/4m4/9/9/9/9/3B5/9/4G4 w 0",
        ("d3*e2", "d3*e3", "d3*e4"),
        "The Builder stays where it is, and the wall goes up on an empty square next to it. Only "
        "Miners take walls away.",
    ),
    Example(
        "A Jester changes minds",
        "Convert the Dragon with the Jester: choose the Jester, then the Dragon.",
        "4g4/9/9/9/4d4/3J5/9/9/6G2 w 0",
        ("d4*e5",),
        "The Dragon is yours now, and the Jester has not moved. A General cannot be converted.",
    ),
    Example(
        "A Sentinel protects its neighbours",
        "Two enemies stand in the Miner's lines. Capture the one that can be captured.",
        "4g4/9/3sc4/9/9/4M2j1/9/9/4G4 w 0",
        ("e4h4",),
        "The Catapult on e7 stands beside its Sentinel, so nothing can capture it. Beside means "
        "left, right, above or below, not diagonally.",
    ),
    Example(
        "A Catapult shoots over anything",
        "Remove the Dragon behind the wall.",
        "4g4/9/9/3d5/3#5/9/3C5/9/6G2 w 0",
        ("d3*d6",),
        "A Catapult hits exactly three squares away along a row or column, or two away on a "
        "diagonal, and stays where it is.",
    ),
    Example(
        "A Dragon needs distance",
        "Capture with the Dragon.",
        "5g3/9/c8/9/4j4/3D5/9/9/6G2 w 0",
        ("d4a7",),
        "The Jester on e5 is too near: a Dragon cannot capture on a neighbouring square.",
    ),
    Example(
        "Without a legal move a side has lost",
        "Win at once: attack the General in the corner so that it has nowhere to go.",
        "g8/7M1/9/9/9/9/9/9/4G1M2 w 0",
        ("g1g9",),
        "One Miner attacks along the top row, the other guards the row below. A General is never "
        "captured: Black has no legal move, and so White wins.",
    ),
)
