"""Reads what a program for Jeson Mor says besides its boards: scores, moves made, the winner."""

from __future__ import annotations

import re

from outwit.assignments.jesonmor.screen import CONTROL
from outwit.core.side import FIRST, SECOND
from outwit.core.value import Value

SCORE = re.compile(r"scores?\b", re.IGNORECASE)
FILLERS = re.compile(r"'s\b|\b(?:of|is|for|the|scores?)\b", re.IGNORECASE)
NUMBER = re.compile(r"(?<![\w.])-?\d{1,9}(?![\w.])")
COUNTER = re.compile(
    r"(?:total|number of|made)\s+moves?\b\D{0,12}(\d{1,6})|\bmoves?\s*[:=]\s*(\d{1,6})\b",
    re.IGNORECASE,
)
WIN = re.compile(
    r"\b(?:win|wins|won|winner|winning|victory|victorious|congrat\w*)\b", re.IGNORECASE
)
LOSS = re.compile(r"\b(?:lose|loses|lost|loser)\b", re.IGNORECASE)
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_ ]*")
# What programs call their players if their names are not known.
USUAL_NAMES = (
    re.compile(r"\b(?:user\w*|console\w*|human|you|white|player ?1)\b", re.IGNORECASE),
    re.compile(r"\b(?:computer\w*|random\w*|cpu|bot|ai|black|player ?2)\b", re.IGNORECASE),
)
LONGEST_LINE = 400
# Somebody has won, but it is not clear who.
SOMEBODY = -1


class Scores(Value):
    """The scores of both players, and their names, as they were printed together."""

    values: tuple[int, int]
    names: tuple[str, str]


def plain_lines(text: str) -> list[str]:
    """List the lines of a text as people see them; very long ones are left out."""
    lines = (CONTROL.sub("", line).strip() for line in text.splitlines() if len(line) < 9999)
    return [line for line in lines if len(line) <= LONGEST_LINE]


def read_scores(lines: list[str]) -> list[Scores]:
    """List the scores: two lines with a score each, or one with both."""
    found = []
    last: tuple[str, int] | None = None
    for line in lines:
        if not line:
            continue
        scores = scores_in(line)
        if len(scores) == 2:
            found.append(in_order(*scores))
        elif len(scores) == 1 and last is not None:
            found.append(in_order(last, scores[0]))
        last = scores[0] if len(scores) == 1 and last is None else None
    return found


def scores_in(line: str) -> list[tuple[str, int]]:
    """List the scores in a line, each with a name.

    >>> scores_in("Player 1 score: 3"), scores_in("Scores: White 3, Black 0")
    ([('Player 1', 3)], [('White', 3), ('Black', 0)])
    >>> scores_in("Score of Ada: 3, score of Bob: 6")
    [('Ada', 3), ('Bob', 6)]
    """
    begins = [found.end() for found in SCORE.finditer(line)]
    if len(begins) == 2:
        parts = [line[begins[0] : begins[1]], line[begins[1] :]]
        if len(NUMBER.findall(parts[1])) and len(NUMBER.findall(parts[0])):
            return [one for part in parts if (one := last_number(part))]
    if not begins:
        return []
    rest = line[begins[0] :]
    numbers = list(NUMBER.finditer(rest))
    if len(numbers) in (2, 4):
        # With four, two are part of names such as Player 1.
        cut = numbers[len(numbers) // 2 - 1].end()
        return [one for part in (rest[:cut], rest[cut:]) if (one := last_number(part))]
    if len(numbers) == 1:
        value = int(numbers[0][0])
        before = name_in(line[: begins[0]])
        return [(before or name_in(rest[: numbers[0].start()]), value)]
    one = last_number(line[: begins[0]])
    return [one] if one and not numbers else []


def last_number(text: str) -> tuple[str, int] | None:
    """Return the last number in a text, and the name before it."""
    numbers = list(NUMBER.finditer(text))
    if not numbers:
        return None
    return name_in(text[: numbers[-1].start()]), int(numbers[-1][0])


def name_in(text: str) -> str:
    """Return the name in a text about a score, such as ``of White:``."""
    names = NAME.findall(FILLERS.sub(" ", text))
    return names[0].strip() if names else ""


def in_order(one: tuple[str, int], other: tuple[str, int]) -> Scores:
    """Put the user's score first, where the names tell; else the one printed first is his."""
    if USUAL_NAMES[SECOND].search(one[0]) and USUAL_NAMES[FIRST].search(other[0]):
        one, other = other, one
    return Scores((one[1], other[1]), (one[0], other[0]))


def read_counter(lines: list[str]) -> int | None:
    """Return the number of moves made that was printed last, None if there is none."""
    for line in reversed(lines):
        if found := COUNTER.search(line):
            return int(found[1] or found[2])
    return None


def read_winner(lines: list[str], names: tuple[str, str]) -> int | None:
    """Return the side that is said to have won, SOMEBODY if it is unclear who, else None."""
    said = [line for line in lines if WIN.search(line) or LOSS.search(line)]
    if not said:
        return None
    text = "\n".join(said)
    sides = [side for side in (FIRST, SECOND) if is_named(text, names, side)]
    if len(sides) != 1:
        return first_winner(text, names)
    lost = LOSS.search(text) is not None and WIN.search(text) is None
    return int(sides[0].other if lost else sides[0])


def is_named(text: str, names: tuple[str, str], side: int) -> bool:
    """Tell whether a text names a player."""
    return bool(pattern(names, side).search(text))


def pattern(names: tuple[str, str], side: int) -> re.Pattern[str]:
    """Return the pattern of a player's name; of a usual one, if the names are not known."""
    if not all(names) or names[0] == names[1]:
        return USUAL_NAMES[side]
    return re.compile(rf"(?<!\w){re.escape(names[side])}(?!\w)", re.IGNORECASE)


def first_winner(text: str, names: tuple[str, str]) -> int:
    """Return who wins in a text that names both, if that is clear."""
    for side in (FIRST, SECOND):
        name = pattern(names, side).pattern
        if re.search(rf"{name}\W+(?:\w+\W+){{0,2}}(?:win|won)", text, re.IGNORECASE) or re.search(
            rf"winner\W+(?:is\W+)?(?:the\W+)?{name}", text, re.IGNORECASE
        ):
            return int(side)
    return SOMEBODY
