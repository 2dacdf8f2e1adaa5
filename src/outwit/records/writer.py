"""Records as text: tags in brackets, then the moves."""

from __future__ import annotations

import re
from math import isfinite

from outwit.errors import BadRecord
from outwit.records import form
from outwit.records.quoting import escape
from outwit.records.record import RESULTS, GameRecord, PlayedMove

# Columns of a line of moves, and characters of a tag's value on one line.
WIDTH = 98
CHUNK = 1_000
PLAIN_MOVE = re.compile(form.MOVE)
PLAIN_MOVES = re.compile(f"{form.MOVE}+(?: {form.MOVE}+)*+")
RESULT_SET = frozenset(RESULTS)


def write_record(record: GameRecord) -> str:
    """Write a game, with an empty line after it, so that ``read_records`` returns the same.

    Raise BadRecord if it has no such result, or is longer than any reader would take.
    """
    if record.result not in RESULTS:
        raise BadRecord(f"result {record.result[:40]!r} is not one of {', '.join(RESULTS)}")
    lines = [
        tag(form.GAME, record.game),
        tag(form.FIRST, record.players[0]),
        tag(form.SECOND, record.players[1]),
    ]
    for name, value in record.tags.items():
        if name in form.OWN_TAGS or not form.PLAIN_NAME.fullmatch(name):
            lines.append(tag(form.TAG, value, prefix(name)))
        else:
            lines.append(tag(name, value))
    for name, value in record.options.items():
        lines.append(tag(form.OPTION, value, prefix(name)))
    if record.start:
        lines.append(tag(form.START, record.start))
    lines.append(tag(form.RESULT, record.result))
    if record.termination:
        lines.append(tag(form.TERMINATION, record.termination))
    lines.append("")
    wrap([*units(record.moves), record.result], lines)
    lines.append("\n")
    text = "\n".join(lines)
    if len(text) > form.LONGEST_LINE:
        refuse_length(text)
    return text


def tag(name: str, value: str, before: str = "") -> str:
    """Write a tag, on several lines if it is long."""
    if len(value) <= CHUNK:
        return f'[{name} "{before}{escape(value)}"]'
    first, *more = (value[i : i + CHUNK] for i in range(0, len(value), CHUNK))
    lines = [f'[{name} "{before}{escape(first)}"]']
    lines += [f'[{form.CONTINUED} "{escape(chunk)}"]' for chunk in more]
    return "\n".join(lines)


def prefix(name: str) -> str:
    """Write the name that stands before a value; its own ``=`` must not be taken for the end."""
    return escape(name).replace("=", "\\u003d") + "="


def units(moves: tuple[PlayedMove, ...]) -> list[str]:
    """Write moves, with numbers and comments, in pieces that stay on one line."""
    texts = [played.move for played in moves]
    if texts and not PLAIN_MOVES.fullmatch(" ".join(texts)):
        texts = [text if PLAIN_MOVE.fullmatch(text) else f'"{escape(text)}"' for text in texts]
    if not RESULT_SET.isdisjoint(texts):
        texts = [f'"{text}"' if text in RESULT_SET else text for text in texts]
    # Most moves are nothing but their text, and have no other field of their own.
    told = any(
        played.time is not None
        or played.clock is not None
        or played.depth is not None
        or played.score
        for played in moves
        if len(played.__dict__) > 1
    )
    if told:
        # A pair of moves with comments is too long to stay together.
        return [
            f"{'' if ply % 2 else f'{ply // 2 + 1}. '}{text} {comment(played)}".rstrip()
            for ply, (text, played) in enumerate(zip(texts, moves, strict=True))
        ]
    pairs = len(texts) // 2
    evens, odds = texts[: 2 * pairs : 2], texts[1::2]
    written = [f"{i}. {a} {b}" for i, (a, b) in enumerate(zip(evens, odds, strict=True), 1)]
    if len(texts) % 2:
        written.append(f"{pairs + 1}. {texts[-1]}")
    return written


def comment(played: PlayedMove) -> str:
    """Write what is known about a move, nothing if nothing is.

    >>> comment(PlayedMove("b7", time=0.152, clock=59.8, score="+1.23", depth=8))
    '{+1.23/8 0.152s clock 59.8s}'
    """
    words = []
    score = played.score
    if score and not form.PLAIN_SCORE.fullmatch(score):
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
    """Write a time in full."""
    if not isfinite(time):
        raise BadRecord(f"{time} is no time")
    return f"{time!r}s"


def wrap(pieces: list[str], lines: list[str]) -> None:
    """Join pieces to lines that are not too wide, unless a single piece is."""
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
    """Raise BadRecord if a text is longer than readers take."""
    if len(text) > form.LONGEST_GAME or max(map(len, text.split("\n"))) >= form.LONGEST_LINE:
        raise BadRecord(f"a record of {len(text):,} characters is too long")
