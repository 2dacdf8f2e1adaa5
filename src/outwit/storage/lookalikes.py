"""Names that look the same share a skeleton, after the method of Unicode's UTS #39.

The table is our own and small: names have ASCII letters alone, so that the letters of other
alphabets matter only for names from elsewhere.
"""

from __future__ import annotations

import re
import unicodedata

# Letters that look like a Latin one, each with the letter it looks like.
CYRILLIC = dict(zip("аеіјорсухѕһԁԛԝАВЕЅІЈКМНОРСТУХ", "aeijopcyxshdqwABESIJKMHOPCTYX", strict=True))
GREEK = dict(zip("αικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aiKvoptuxABEZHIKMNOPTYX", strict=True))
LATIN = {"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "ɑ": "a", "ɡ": "g"}
# A capital I, a one and a small l are one stroke; a zero is an o.
STROKES = {"I": "l", "1": "l", "|": "l", "0": "o", "O": "o"}
# Two letters that are read as one.
PAIRS = {"rn": "m", "vv": "w", "VV": "w"}
# A capital L looks like none of the others: it stays one, so that Lan is not taken for Ian.
APART = "L"


def skeleton(name: str) -> str:
    """Return what names share that look the same in most typefaces.

    >>> skeleton("Ian") == skeleton("lan"), skeleton("Ian") == skeleton("Lan")
    (True, False)
    >>> skeleton("Bob"), skeleton("B0b"), skeleton("modern"), skeleton("rnodem")
    ('bob', 'bob', 'modem', 'modem')
    """
    # Without accents, and without what cannot be seen.
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name))
    seen = "".join(each for each in parts if unicodedata.category(each) not in ("Mn", "Cf", "Cc"))
    for table in (CYRILLIC, GREEK, LATIN):
        seen = "".join(table.get(each, each) for each in seen)
    for pair, letter in PAIRS.items():
        seen = seen.replace(pair, letter)
    one = "".join(STROKES.get(each, each if each == APART else each.casefold()) for each in seen)
    return re.sub("([-_])\\1+", "\\1", one)


def loose(name: str) -> str:
    """Return the skeleton of a name in which a small i is also a stroke, as in ``adm1n``.

    >>> loose("Adm1n") == loose("admin") == loose("ADMlN")
    True
    """
    return skeleton(name).replace("i", "l").casefold()
