"""Examples of the rules of Push."""

from __future__ import annotations

from outwit.core.example import Example

EXAMPLES = (
    Example(
        "Place a stone",
        "Take the most valuable cell.",
        "0.0.0.0./0.4.2.1.1.0./0.9.1.1.5.0./0.0.0.0. O",
        ("2,1",),
        "A stone may go to any empty inner cell. At the end it counts as much as the cell.",
    ),
    Example(
        "Push from the border",
        "X has the 9. Push that stone away: choose a border cell beside it.",
        "0.0.0.0./0.4.2.1.1.0./0.9X1.1.5.0./0.0.0.0. O",
        ("2,0", "3,1"),
        "Your stone is on the 9 now, the other one moved on, and the border cell stayed empty.",
    ),
    Example(
        "Push a whole line",
        "Push the full row to the right.",
        "0.0.0.0./0.4.2.1.1.0./0.9X1O1X5X0./0.0.0.0. O",
        ("2,0",),
        "All stones moved by one. The last one is on the border, where it is worth nothing.",
    ),
    Example(
        "Push your own stones",
        "Move your stone to the 9, and get another one for it.",
        "0.0.0./0.1.2.3.0./0.4O9.5.0./0.1.1.1.0./0.0.0. O",
        ("2,0",),
        "One push, two good cells: 9 and 4.",
    ),
    Example(
        "The last inner cell ends the game",
        "End the game, and win it.",
        "0.0.0.0./0.4X2X1X1O0./0.9.1X1O5O0./0.0O0.0. O",
        ("2,1",),
        "No inner cell is empty. O has 16, X has 8. The stone on the border counts nothing.",
    ),
)
