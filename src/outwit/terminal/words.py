"""The commands of the line mode."""

from __future__ import annotations

WORDS = {
    "move": "MOVE: play a move; the move alone will do",
    "moves": "[SQUARE]: the legal moves; with a square, those there in plain words",
    "board": "draw the board again",
    "undo": "take your last move back",
    "redo": "play it again",
    "hint": "a good move",
    "level": "N: make the bot as strong as level 1 to 10",
    "rules": "the rules of the game",
    "save": "FILE: write the game to a file",
    "load": "[FILE]: go on with a game from a file; without one, list the games that are kept",
    "resign": "give up",
    "new": "begin a new game",
    "flip": "turn the board round",
    "quit": "leave; the game is kept",
    "help": "this list",
}
ALIASES = {"q": "quit", "exit": "quit", "?": "help", "": "help"}
# Commands that must be typed in full, because they cannot be undone.
WHOLE = ("resign", "quit")


def help_text() -> str:
    """Return the list of commands."""
    lines = ["Enter a move, or one of these words:"]
    lines += [f"  {word:6}  {summary}" for word, summary in WORDS.items()]
    return "\n".join(lines)


def exact_word(typed: str) -> str | None:
    """Return the command that was typed in full, ignoring case; None if there is none."""
    word = ALIASES.get(typed.lower(), typed.lower())
    return word if word in WORDS else None


def begun_word(typed: str) -> str | None:
    """Return the only command that begins with the text; None if none or several do.

    >>> begun_word("bo"), begun_word("re"), begun_word("resi")
    ('board', None, None)
    """
    found = [word for word in WORDS if word.startswith(typed.lower())]
    return found[0] if len(found) == 1 and found[0] not in WHOLE else None


def similar_word(typed: str) -> str | None:
    """Return the most similar command, None if none is similar.

    >>> similar_word("undoo"), similar_word("d4")
    ('undo', None)
    """
    from difflib import get_close_matches

    found = get_close_matches(typed.lower(), WORDS, n=1, cutoff=0.7)
    return found[0] if found else None
