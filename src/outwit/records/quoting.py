"""Any text between quotes on one line."""

from __future__ import annotations

import re

from outwit.errors import BadRecord

# The quote, the backslash, and what would break a line, mislead a terminal or not be UTF-8.
AWKWARD = re.compile(
    '["\\\\\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]'
)
ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.?))", re.DOTALL)
LETTERS = {'"': '"', "\\": "\\", "\n": "n", "\r": "r", "\t": "t"}
MEANINGS = {letter: character for character, letter in LETTERS.items()}


def escape(text: str) -> str:
    r"""Write a text so that it fits between quotes, on one line, in UTF-8.

    >>> print(escape('a "b"\n\x07'))
    a \"b\"\n\u0007
    """
    return AWKWARD.sub(_escaped, text)


def unescape(text: str) -> str:
    r"""Return the text that ``escape`` wrote; raise BadRecord at an escape that is none.

    >>> unescape(r"caf\u00e9 \\ \n")
    'café \\ \n'
    """
    return ESCAPE.sub(_meant, text) if "\\" in text else text


def _escaped(match: re.Match[str]) -> str:
    character = match[0]
    return f"\\{LETTERS.get(character) or f'u{ord(character):04x}'}"


def _meant(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16))
    if match[2] not in MEANINGS:
        raise BadRecord(f"{match[0][:2]!r} is no escape")
    return MEANINGS[match[2]]
