"""Names that look the same share a skeleton, by the method of Unicode UTS #39.

The table is our own and small: names have only ASCII letters. Letters of other alphabets matter
only for names that are not accounts of the portal.
"""

from __future__ import annotations

import re
import unicodedata

# Cyrillic letters by the Latin letter that each looks like.
CYRILLIC = dict(zip("аеіјорсухѕһԁԛԝАВЕЅІЈКМНОРСТУХ", "aeijopcyxshdqwABESIJKMHOPCTYX", strict=True))
GREEK = dict(zip("αικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aiKvoptuxABEZHIKMNOPTYX", strict=True))
LATIN = {"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "ɑ": "a", "ɡ": "g"}
# A capital I, a one and a small l look the same; a zero looks like an o.
STROKES = {"I": "l", "1": "l", "|": "l", "0": "o", "O": "o"}
# Pairs of letters that look like one letter.
PAIRS = {"rn": "m", "vv": "w", "VV": "w"}
# A capital L looks like no other letter. It is kept, so that Lan and Ian differ.
APART = "L"


def skeleton(name: str) -> str:
    """Return the skeleton of a name: names that look the same in most typefaces share it.

    >>> skeleton("Ian") == skeleton("lan"), skeleton("Ian") == skeleton("Lan")
    (True, False)
    >>> skeleton("Bob"), skeleton("B0b"), skeleton("modern"), skeleton("rnodem")
    ('bob', 'bob', 'modem', 'modem')
    """
    # Without accents and invisible characters.
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name))
    seen = "".join(each for each in parts if unicodedata.category(each) not in ("Mn", "Cf", "Cc"))
    for table in (CYRILLIC, GREEK, LATIN):
        seen = "".join(table.get(each, each) for each in seen)
    for pair, letter in PAIRS.items():
        seen = seen.replace(pair, letter)
    one = "".join(STROKES.get(each, each if each == APART else each.casefold()) for each in seen)
    return re.sub("([-_])\\1+", "\\1", one)


def loose(name: str) -> str:
    """Return a skeleton that also treats a small i as a stroke, as in ``adm1n``.

    >>> loose("Adm1n") == loose("admin") == loose("ADMlN")
    True
    """
    return skeleton(name).replace("i", "l").casefold()
