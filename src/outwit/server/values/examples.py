"""The interactive examples on the page of a game's rules."""

from __future__ import annotations

from typing import Any

from outwit.core.example import Example
from outwit.core.game import Game
from outwit.errors import NotFound
from outwit.server.values.view import picture, shown_motion, shown_moves, shown_words


def shown_examples(game: Game) -> list[dict[str, Any]]:
    """Return the examples of a game with their boards and legal moves."""
    shown = []
    for number, example in enumerate(game.parts.examples, 1):
        position = example.start(game)
        shown.append(
            {
                "number": number,
                "title": example.title,
                "task": example.task,
                "notice": example.notice,
                "solution": position.move(example.moves[0]).label,
                "svg": picture(position, prefix=prefix_of(number)),
                "moves": shown_moves(position),
                "words": shown_words(position),
            }
        )
    return shown


def tried_example(game: Game, number: int, text: str) -> dict[str, Any]:
    """Return the board after a move of an example, and whether the move solves it.

    Raise NotFound if there is no such example, IllegalMove for an illegal move.
    """
    example = example_at(game, number)
    position = example.start(game)
    move = position.move(text)
    is_right = move.text in example.moves
    position.play(move)
    if is_right:
        sentences = [f"Yes: {move.label}.", example.notice]
    else:
        sentences = [f"{move.label}: that is legal too, but not what is asked here.", "Try again."]
    if position.outcome is not None:
        sentences.insert(1, f"{position.status}.")
    return {
        "right": is_right,
        "sentences": sentences,
        "svg": picture(position, prefix=prefix_of(number)),
        "motion": shown_motion(move),
    }


def example_at(game: Game, number: int) -> Example:
    """Return an example of a game by its number, from 1; raise NotFound."""
    examples = game.parts.examples
    if not 1 <= number <= len(examples):
        raise NotFound(f"{game.display_name} has no example {str(number)[:20]}")
    return examples[number - 1]


def prefix_of(number: int) -> str:
    """Return the prefix of the ids on an example's board."""
    return f"example-{number}-"
