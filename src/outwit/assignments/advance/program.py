"""The program ``advance white|black IN OUT`` and ``advance name``."""

from __future__ import annotations

from outwit.assignments.console import Console, Leave, read_seed, run, seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.games.advance.rules import Advance

NAME = "Outwit"
SIDES = ("white", "black")
LEVELS = ("4", "5", "6", "7", "max")
USAGE = "advance white|black IN OUT [--level 4|5|6|7|max] [--time SECONDS] [--seed N]"
HELP = f"""\
usage: {USAGE}
       advance name

Reads a board of nine lines from IN, plays one move for the side, writes the board to OUT.
  --level   the level of the assignment; max, the default: level 7, ties broken by play-outs
  --time    seconds for breaking ties at level max; default 0.12
  --seed    seed of the random choices at levels 4 to 7
"""
# A move that the engine scores this much worse, in hundredths of a Zombie, is not played.
PUNISHED = 500


class Settings:
    """The options after the three arguments."""

    level = "max"
    seconds = 0.12
    seed: int | bytes | None = None


def play(console: Console, words: list[str]) -> int:
    """Play one move, or tell the bot's name."""
    if words[:1] == ["name"]:
        if len(words) > 1:
            raise Leave(2, f"advance: name takes no other arguments, {len(words) - 1} found")
        console.write(f"{NAME}\n")
        return 0
    if words == ["--help"]:
        console.write(HELP)
        return 0
    if not words:
        raise Leave(2, f"advance: no arguments; usage: {USAGE}")
    if words[0] not in SIDES:
        raise Leave(2, f"advance: {words[0]!r} is neither white, black nor name")
    arguments, settings = read_settings(words[1:])
    if len(arguments) != 2:
        raise Leave(
            2, f"advance: an input and an output file expected, {len(arguments)} files found"
        )
    move_once(SIDES.index(words[0]), arguments[0], arguments[1], settings)
    return 0


def move_once(side: int, source: str, target: str, settings: Settings) -> None:
    """Read a board, play a move, write the board."""
    from outwit.errors import BadFile
    from outwit.files import read_bytes, write_bytes
    from outwit.games.advance.board import LONGEST_FILE
    from outwit.games.advance.rules import Advance

    try:
        data = read_bytes(source, LONGEST_FILE)
    except OSError as error:
        raise Leave(1, f"advance: {source!r} cannot be read: {error.strerror or error}") from None
    try:
        position = Advance.from_file(data, side, 0)
    except BadFile as error:
        raise Leave(1, f"advance: {source!r}: {error}") from None
    move = choose(position, settings)
    if move is None:
        raise Leave(1, f"advance: {source!r}: {SIDES[side]} has no legal move")
    position.play(move)
    line_end = b"\r\n" if b"\r\n" in data else b"\n"
    lines = line_end.join(row.encode() for row in position.rows())
    try:
        write_bytes(target, lines + line_end if data.endswith(b"\n") else lines)
    except OSError as error:
        raise Leave(
            1, f"advance: {target!r} cannot be written: {error.strerror or error}"
        ) from None


def choose(position: Advance, settings: Settings) -> str | None:
    """Return the move to play, None if there is none."""
    from outwit.games.advance.bots import candidates

    level = 7 if settings.level == "max" else int(settings.level)
    moves = candidates(position, level)
    if len(moves) < 2:
        return moves[0] if moves else None
    if settings.level == "max":
        return break_tie(position, tuple(moves), settings.seconds)
    from random import Random

    return Random(settings.seed).choice(moves)


def break_tie(position: Advance, moves: tuple[str, ...], seconds: float) -> str:
    """Return the best of some moves that level 7 finds equal.

    Most of the time goes into random play-outs between level-7 players. The move with the best
    average there is played, unless the engine scores it PUNISHED below its own choice.
    """
    from outwit.engine.limits import Limits
    from outwit.engine.searcher import Searcher
    from outwit.engine.tuning import Tuning
    from outwit.games.advance.playouts import Playouts
    from outwit.games.advance.tuning import SEARCH

    choice = Playouts(position).best(moves, 0.75 * seconds)
    engine = Searcher(Tuning(**SEARCH))
    sound = engine.best(position, Limits(time=0.15 * seconds, moves=moves))
    if sound.move == choice:
        return choice
    doubt = engine.best(
        position, Limits(time=0.1 * seconds, depth=max(1, sound.depth), moves=(choice,))
    )
    return choice if doubt.score.value >= sound.score.value - PUNISHED else sound.move


def read_settings(words: list[str]) -> tuple[list[str], Settings]:
    """Split the options off the arguments."""
    settings = Settings()
    settings.seed = seed()
    arguments = []
    rest = iter(words)
    for word in rest:
        if word not in ("--level", "--time", "--seed"):
            if word[:2] == "--":
                raise Leave(2, f"advance: there is no option {word!r}")
            arguments.append(word)
            continue
        value = next(rest, None)
        if value is None:
            raise Leave(2, f"advance: {word} needs a value")
        set_option(settings, word, value)
    return arguments, settings


def set_option(settings: Settings, option: str, value: str) -> None:
    """Set one option."""
    if option == "--level":
        if value not in LEVELS:
            raise Leave(2, f"advance: --level: {value!r} is not one of {', '.join(LEVELS)}")
        settings.level = value
    elif option == "--seed":
        if not value.isascii() or not value.isdigit():
            raise Leave(2, f"advance: --seed: {value!r} is no number")
        settings.seed = read_seed(value)
    else:
        try:
            settings.seconds = float(value)
        except ValueError:
            settings.seconds = -1
        if not 0 < settings.seconds <= 3600:
            raise Leave(2, f"advance: --time: {value!r} is no number of seconds up to 3600")


def main() -> None:
    """Run it."""
    run(play)
