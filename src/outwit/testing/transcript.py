"""Transcripts: a random game, recorded in the ``transcript.txt`` of a game's folder.

Any change of the rules, a text form, a drawing or a key changes the transcript, so it cannot go
unnoticed. To change one on purpose:

    python -m outwit.testing.transcript GAME > …/GAME/transcript.txt
"""

from __future__ import annotations

import sys
from difflib import unified_diff
from random import Random
from typing import TYPE_CHECKING

from outwit.core.argument import of_type, whole
from outwit.core.game import Game
from outwit.core.option import Choice, Number
from outwit.errors import BadOption, GameFault, OutwitError
from outwit.games import game as game_named
from outwit.testing.folder import folder_of

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = "transcript.txt"
SEED = 1
MOST_PLIES, FEW_PLIES = 60, 20
SHOWN = 6
# Above the least value of a numeric option, so that the game is long enough.
ABOVE_LEAST = 2


def write_transcript(game: Game, seed: int = SEED) -> str:
    """Return the transcript of a random game, and of a short one with other options.

    Args:
        game: The game.
        seed: The same seed plays the same games.

    >>> import outwit
    >>> write_transcript(outwit.game("ataxx")).splitlines()[0]
    'game: ataxx'
    """
    of_type("game", game, Game, "a game")
    seed = whole("seed", seed)
    lines = list(playthrough(game, seed, {}, MOST_PLIES))
    if other := variant(game):
        lines += ["", *playthrough(game, seed, other, FEW_PLIES)]
    return "".join(f"{line}\n" for line in lines)


def check_transcript(game: Game) -> None:
    """Check that a game plays as the ``transcript.txt`` in its folder says.

    Args:
        game: The game.

    Raises:
        GameFault: The file is missing or differs; the message shows the differences.

    >>> import outwit
    >>> check_transcript(outwit.game("ataxx"))
    """
    path = folder_of(game) / FILE
    if not path.is_file():
        raise GameFault(f"{game.name} has no {FILE}")
    kept, now = path.read_text(encoding="utf-8"), write_transcript(game)
    if kept != now:
        lines = kept.splitlines(), now.splitlines()
        changes = unified_diff(*lines, FILE, "as played now", lineterm="")
        raise GameFault("\n".join([f"{game.name} does not play as its {FILE} says", *changes]))


def variant(game: Game) -> dict[str, object]:
    """Choose options other than the defaults: the last choice, a number near the least."""
    options: dict[str, object] = {}
    for option in game.options:
        value: object = None
        if isinstance(option, Choice):
            value = next((c for c in reversed(option.choices) if c != option.default), None)
        elif isinstance(option, Number):
            value = option.low + ABOVE_LEAST
        try:
            if value is not None:
                options[option.name] = option.read(value)
        except BadOption:
            continue  # other kinds of option stay as they are
    return options


def playthrough(game: Game, seed: int, options: dict[str, object], plies: int) -> Iterator[str]:
    """Write one game, line by line."""
    rng = Random(seed)
    position = game.start(**options)
    given = ", ".join(f"{name} {value}" for name, value in options.items()) or "as usual"
    yield from (f"game: {game.name}", f"options: {given}", f"seed: {seed}", "")
    for ply in range(plies + 1):
        moves = sorted(position.legal_moves)
        yield from (f"ply {ply}: {position.text}", *str(position).splitlines())
        yield f"key {position.key:016x}"
        if position.outcome is not None:
            yield game.sentence(position.outcome)
            return
        more = " …" if len(moves) > SHOWN else ""
        yield f"{game.sides[position.turn]} has {len(moves)}: {' '.join(moves[:SHOWN])}{more}"
        if ply == plies:
            break
        # Unlike ``choice``, ``random`` draws the same numbers in every version of Python.
        move = moves[int(rng.random() * len(moves))]
        yield from (f"plays {move}", "")
        position.play(move)
    yield f"(stopped after {plies} plies)"


def main(arguments: list[str]) -> int:
    """Print the transcript of the game named."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m outwit.testing.transcript GAME\n")
        return 2
    try:
        sys.stdout.write(write_transcript(game_named(arguments[0])))
    except OutwitError as error:
        sys.stderr.write(f"transcript: {error}\n")
        return error.exit_status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
