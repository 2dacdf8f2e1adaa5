"""Examples of the rules of Ataxx."""

from __future__ import annotations

from outwit.core.example import Example

EXAMPLES = (
    Example(
        "A clone is a new stone",
        "Clone: choose an empty square next to a red stone.",
        "x5o/7/7/7/7/7/o5x x 0 1",
        ("a6", "b6", "b7", "f1", "f2", "g2"),
        "The old stone stays, so Red has three now.",
    ),
    Example(
        "Neighbours change colour",
        "Clone to the square that turns all three blue stones above.",
        "7/7/2ooo2/7/3x3/7/o6 x 0 1",
        ("d4",),
        "Every enemy next to the new stone turned, diagonals included: one red stone became five.",
    ),
    Example(
        "A jump goes two squares",
        "Jump to a square from which both blue stones in the middle turn.",
        "7/1x5/7/7/3oo2/7/o6 x 0 1",
        ("b6d4",),
        "A jump leaves its old square empty. It may go over anything, also at an angle.",
    ),
    Example(
        "Who cannot move passes",
        "No empty square is within reach of Red. Pass.",
        "xoo4/ooo4/ooo4/7/7/7/7 x 0 1",
        ("0000",),
        "Only a side without any move passes. Then Blue goes on.",
    ),
    Example(
        "Without stones the game is over",
        "Blue has three stones left. Turn them all at once.",
        "7/3-1o1/4oo1/1-1x1-1/2x4/3-3/6x x 1 4",
        ("d4e6",),
        "All three were next to e6. The crossed squares are blocks: nobody may enter them.",
    ),
    Example(
        "On a full board, stones are counted",
        "Fill the last square.",
        "oooxxx1/oooxxxx/xx-x-xx/xxx-xxx/xx-o-oo/oooxxoo/oooxxxx x 0 36",
        ("g7",),
        "Nobody can move any more, and the side with more stones wins.",
    ),
)
