"""Writes records as text: tags in brackets, then the moves."""

from __future__ import annotations

import re
from math import isfinite

from outwit.core.argument import RECORD, of_type
from outwit.errors import BadRecord
from outwit.records import syntax
from outwit.records.quoting import escape, escape_comment
from outwit.records.record import RESULTS, GameRecord, PlayedMove

# Columns of a line of moves, and characters of a tag's value on one line.
WIDTH = 98
CHUNK = 1_000
PLAIN_MOVE = re.compile(syntax.MOVE)
PLAIN_MOVES = re.compile(f"{syntax.MOVE}+(?: {syntax.MOVE}+)*+")
RESULT_SET = frozenset(RESULTS)


def write_record(record: GameRecord) -> str:
    """Return a game as text with an empty line after it; ``read_records`` reads the same game.

    Args:
        record: The game.

    Raises:
        BadRecord: A field of the record cannot be written.

    >>> from outwit.records.record import PlayedMove
    >>> record = GameRecord("ataxx", ("Ada", "Bo"), "", {}, (PlayedMove("f1"),), "*", "", {})
    >>> print(write_record(record).rstrip())
    [Game "ataxx"]
    [First "Ada"]
    [Second "Bo"]
    [Result "*"]
    <BLANKLINE>
    1. f1 *
    """
    of_type("record", record, GameRecord, RECORD)
    if record.result not in RESULTS:
        raise BadRecord(f"result {record.result[:40]!r} is not one of {', '.join(RESULTS)}")
    lines = [
        tag(syntax.GAME, record.game),
        tag(syntax.FIRST, record.players[0]),
        tag(syntax.SECOND, record.players[1]),
    ]
    for name, value in record.tags.items():
        if name in syntax.FIELD_TAGS or not syntax.PLAIN_NAME.fullmatch(name):
            lines.append(tag(syntax.TAG, value, prefix(name)))
        else:
            lines.append(tag(name, value))
    for name, value in record.options.items():
        lines.append(tag(syntax.OPTION, value, prefix(name)))
    if record.start:
        lines.append(tag(syntax.START, record.start))
    lines.append(tag(syntax.RESULT, record.result))
    if record.termination:
        lines.append(tag(syntax.TERMINATION, record.termination))
    lines.append("")
    wrap([*comment_words(record.comment), *move_pieces(record.moves), record.result], lines)
    lines.append("\n")
    text = "\n".join(lines)
    if len(text) > syntax.LONGEST_LINE:
        refuse_length(text)
    return text


def tag(name: str, value: str, before: str = "") -> str:
    """Write a tag, on several lines if it is long."""
    if len(value) <= CHUNK:
        return f'[{name} "{before}{escape(value)}"]'
    first, *more = (value[i : i + CHUNK] for i in range(0, len(value), CHUNK))
    lines = [f'[{name} "{before}{escape(first)}"]']
    lines += [f'[{syntax.CONTINUED} "{escape(chunk)}"]' for chunk in more]
    return "\n".join(lines)


def prefix(name: str) -> str:
    """Write the name before a value; its own ``=`` must not look like the end of the name."""
    return escape(name).replace("=", "\\u003d") + "="


def move_pieces(moves: tuple[PlayedMove, ...]) -> list[str]:
    """Write moves with numbers, annotations and comments, in pieces that stay on one line."""
    texts = [played.move for played in moves]
    joined = " ".join(texts)
    # A blank inside a move would make two of it.
    if texts and (joined.count(" ") >= len(texts) or not PLAIN_MOVES.fullmatch(joined)):
        texts = [text if PLAIN_MOVE.fullmatch(text) else f'"{escape(text)}"' for text in texts]
    if not RESULT_SET.isdisjoint(texts):
        texts = [f'"{text}"' if text in RESULT_SET else text for text in texts]
    # Most moves are nothing but their text and have no other field set.
    annotated = any(
        played.time is not None
        or played.clock is not None
        or played.depth is not None
        or played.score
        or played.comment
        for played in moves
        if len(played.__dict__) > 1
    )
    if annotated:
        # A pair of annotated moves is too long to stay together.
        written = []
        for ply, (text, played) in enumerate(zip(texts, moves, strict=True)):
            number = "" if ply % 2 else f"{ply // 2 + 1}. "
            written.append(f"{number}{text} {annotation(played)}".rstrip())
            written += comment_words(played.comment)
        return written
    pairs = len(texts) // 2
    evens, odds = texts[: 2 * pairs : 2], texts[1::2]
    written = [f"{i}. {a} {b}" for i, (a, b) in enumerate(zip(evens, odds, strict=True), 1)]
    if len(texts) % 2:
        written.append(f"{pairs + 1}. {texts[-1]}")
    return written


def comment_words(text: str) -> list[str]:
    r"""Write a comment in braces, word by word, so that it can be wrapped.

    >>> comment_words("a strong reply"), comment_words("+1.23")
    (['{a', 'strong', 'reply}'], ['{\\u002b1.23}'])
    """
    if not text:
        return []
    escaped = escape_comment(text)
    if syntax.ANNOTATION.fullmatch(escaped):
        escaped = f"\\u{ord(escaped[0]):04x}{escaped[1:]}"
    return f"{{{escaped}}}".split(" ")


def annotation(played: PlayedMove) -> str:
    """Write score, depth, time and clock of a move in braces, nothing if none is known.

    >>> annotation(PlayedMove("b7", time=0.152, clock=59.8, score="+1.23", depth=8))
    '{+1.23/8 0.152s clock 59.8s}'
    """
    words = []
    score = played.score
    if score and not syntax.PLAIN_SCORE.fullmatch(score):
        score = f'"{escape(score)}"'.replace("{", "\\u007b").replace("}", "\\u007d")
    if played.depth is not None:
        score = f"{score}/{played.depth}"
    if score:
        words.append(score)
    if played.time is not None:
        words.append(seconds(played.time))
    if played.clock is not None:
        words.append(f"clock {seconds(played.clock)}")
    return f"{{{' '.join(words)}}}" if words else ""


def seconds(time: float) -> str:
    """Write a time with all its digits; raise BadRecord if it is not finite."""
    if not isfinite(time):
        raise BadRecord(f"{time} is not a time")
    return f"{time!r}s"


def wrap(pieces: list[str], lines: list[str]) -> None:
    """Append pieces to lines, none wider than WIDTH unless a single piece is."""
    line: list[str] = []
    room = WIDTH
    for piece in pieces:
        room -= len(piece) + 1
        if room < 0 and line:
            lines.append(" ".join(line))
            line = []
            room = WIDTH - len(piece) - 1
        line.append(piece)
    lines.append(" ".join(line))


def refuse_length(text: str) -> None:
    """Raise BadRecord if a text is longer than readers accept."""
    if len(text) > syntax.LONGEST_GAME or max(map(len, text.split("\n"))) >= syntax.LONGEST_LINE:
        raise BadRecord(f"a record of {len(text):,} characters is too long")
