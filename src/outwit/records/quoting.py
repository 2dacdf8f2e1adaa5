"""Escapes: any text between quotes on one line, or in a comment."""

from __future__ import annotations

import re

from outwit.errors import BadRecord

# Characters that break a line, mislead a terminal or are not UTF-8.
CONTROLS = "\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff"
AWKWARD = re.compile(f'["\\\\{CONTROLS}]')
# In a comment, what would end it, begin a game, or be lost where the line is wrapped.
AWKWARD_IN_COMMENT = re.compile(rf"[\\{{}}{CONTROLS}]|\[(?=Game)|\A | (?= )| \Z")
ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.?))", re.DOTALL)
# Two halves of a character.
PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
LETTERS = {'"': '"', "\\": "\\", "\n": "n", "\r": "r", "\t": "t"}
MEANINGS = {letter: character for character, letter in LETTERS.items()}


def escape(text: str) -> str:
    r"""Write a text so that it fits between quotes, on one line, in UTF-8.

    >>> print(escape('a "b"\n\x07'))
    a \"b\"\n\u0007
    """
    return AWKWARD.sub(_escaped, text)


def unescape(text: str) -> str:
    r"""Return the text that ``escape`` wrote; raise BadRecord at an unknown escape.

    >>> unescape(r"caf\u00e9 \\ \n")
    'café \\ \n'
    """
    return whole(ESCAPE.sub(_meant, text)) if "\\" in text else text


def escape_comment(text: str) -> str:
    r"""Write a comment for between braces; lines may be broken at its spaces.

    >>> print(escape_comment("a {b}  c"))
    a \u007bb\u007d\u0020 c
    """
    return AWKWARD_IN_COMMENT.sub(_escaped, text)


def unescape_comment(text: str) -> str:
    """Return the comment that ``escape_comment`` wrote; leave unknown escapes alone."""
    return whole(ESCAPE.sub(_meant_if_escape, text)) if "\\" in text else text


def whole(text: str) -> str:
    r"""Return a text in which two halves of a character, one after the other, are that character.

    JSON writes the two alike, so that they could not be told apart there.

    >>> len(whole("\ud83d\ude00")), len(whole("\ude00\ud83d"))
    (1, 2)
    """
    if not PAIR.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _escaped(match: re.Match[str]) -> str:
    character = match[0]
    return f"\\{LETTERS.get(character) or f'u{ord(character):04x}'}"


def _meant(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16))
    if match[2] not in MEANINGS:
        raise BadRecord(f"{match[0][:2]!r} is not an escape")
    return MEANINGS[match[2]]


def _meant_if_escape(match: re.Match[str]) -> str:
    return _meant(match) if match[1] or match[2] in MEANINGS else match[0]
