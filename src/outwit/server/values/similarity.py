"""How much text programs share: fingerprints of their tokens, by winnowing.

A program is read as tokens in which all names, all numbers and all strings are alike, and without
comments, so that renaming changes nothing. Each run of ``RUN`` tokens has a hash; of every
``WINDOW`` following hashes the smallest is kept. A shared run of ``RUN + WINDOW - 1`` tokens is
always found (Schleimer, Wilkerson and Aiken: Winnowing, 2003).
"""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from zlib import crc32

from outwit.core.value import Value
from outwit.players.languages import LANGUAGES

RUN, WINDOW = 18, 8
# Bytes of a file that is read, files of a program, and tokens of a program: more are left out.
LONGEST, MOST_FILES, MOST_TOKENS = 400_000, 200, 60_000
# Pairs that are told, and the smallest share.
MOST_PAIRS, SMALLEST = 100, 0.1
# With AT_LEAST programs or more, text that is in more than this share of them counts as base code.
COMMON, AT_LEAST = 0.5, 8
ENDINGS = tuple(ending for language in LANGUAGES for ending in language.endings)
# Languages whose comments begin with a hash; those of others are as in C.
HASHED = (".py",)
STRING = r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|`[^`]*`'
REST = r"(?P<name>[^\W\d]\w*)|(?P<number>\d[\w.]*)|(?P<sign>[^\w\s])"
PYTHON = re.compile(rf"(?P<comment>#[^\n]*)|(?P<string>{STRING})|{REST}")
OTHER = re.compile(rf"(?P<comment>//[^\n]*|/\*[\s\S]*?\*/)|(?P<string>{STRING})|{REST}")
# Words that are not names, in any of the languages.
KEYWORDS = frozenset(
    re.findall(
        r"\w+",
        """
        and as assert async await break case catch class const continue def default del do elif
        else enum except extends finally fn for from if impl import in is lambda let loop match mod
        new not or pass pub raise return self static struct switch this throw try use var void
        while with yield
        """,
    )
)


class Source(Value):
    """The text of a program: lines of all its files one after another.

    ``files`` has the name of each file, and the line of the whole at which it begins, from 0.
    """

    lines: tuple[str, ...]
    files: tuple[tuple[str, int], ...]


class Prints(Value):
    """The fingerprints of a program: hash, and first and last line of its places."""

    places: Mapping[int, tuple[tuple[int, int], ...]]


class Pair(Value):
    """Two programs by their keys, with the share of each that the other has, too."""

    one: str
    other: str
    share_of_one: float
    share_of_other: float

    @property
    def share(self) -> float:
        """The larger of both shares."""
        return max(self.share_of_one, self.share_of_other)


def read_source(data: bytes) -> Source:
    """Return the text of a packed folder: its files in the languages of programs."""
    lines: list[str] = []
    files = []
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        found = [info for info in archive.infolist() if info.filename.endswith(ENDINGS)]
        for info in sorted(found, key=lambda info: info.filename)[:MOST_FILES]:
            if info.file_size <= LONGEST:
                files.append((info.filename, len(lines)))
                lines += archive.read(info).decode("utf-8", "replace").splitlines()
    return Source(tuple(lines), tuple(files))


def prints_of(source: Source, *, every: bool = False) -> Prints:
    """Return the fingerprints of a program; no run of tokens reaches from a file into another.

    With ``every`` none is left out by winnowing: so base code is known wherever it ends.
    """
    places: dict[int, list[tuple[int, int]]] = defaultdict(list)
    left = MOST_TOKENS
    ends = [*(start for _, start in source.files), len(source.lines)][1:]
    for (name, start), end in zip(source.files, ends, strict=True):
        text = "\n".join(source.lines[start:end])
        tokens = tokens_of(text, is_python=name.endswith(HASHED))[:left]
        left -= len(tokens)
        hashes = [hash_of(tokens, at) for at in range(len(tokens) - RUN + 1)]
        for number in range(len(hashes)) if every else winnow(hashes):
            first, last = tokens[number][1], tokens[number + RUN - 1][1]
            places[hashes[number]].append((start + first, start + last))
    return Prints({key: tuple(found) for key, found in places.items()})


def tokens_of(text: str, *, is_python: bool) -> list[tuple[str, int]]:
    """Return tokens with their lines, from 0.

    >>> [token for token, _ in tokens_of("if x1 > 20:  # more", is_python=True)]
    ['if', 'N', '>', '0', ':']
    """
    tokens = []
    line = end = 0
    for match in (PYTHON if is_python else OTHER).finditer(text):
        line += text.count("\n", end, match.start())
        end = match.start()
        kind, word = match.lastgroup, match.group()
        if kind == "name":
            tokens.append((word if word in KEYWORDS else "N", line))
        elif kind == "number":
            tokens.append(("0", line))
        elif kind == "string":
            tokens.append(("S", line))
        elif kind == "sign":
            tokens.append((word, line))
    return tokens


def hash_of(tokens: Sequence[tuple[str, int]], at: int) -> int:
    """Return the hash of a run of tokens."""
    return crc32(" ".join(token for token, _ in tokens[at : at + RUN]).encode())


def winnow(hashes: Sequence[int]) -> list[int]:
    """Return the places of the smallest hash of each window, the last of equal ones.

    >>> winnow([9, 1, 5, 7, 8, 6, 4, 3, 2, 9])
    [1, 8]
    """
    chosen: list[int] = []
    smallest: deque[int] = deque()
    for at, value in enumerate(hashes):
        while smallest and hashes[smallest[-1]] >= value:
            smallest.pop()
        smallest.append(at)
        if smallest[0] <= at - WINDOW:
            smallest.popleft()
        is_full = at >= WINDOW - 1 or at == len(hashes) - 1
        if is_full and (not chosen or chosen[-1] != smallest[0]):
            chosen.append(smallest[0])
    return chosen


def left_out(programs: Iterable[Prints], base: Iterable[Prints]) -> frozenset[int]:
    """Return the fingerprints of base code, and those that half of a large class has."""
    known = {key for each in base for key in each.places}
    every = list(programs)
    if len(every) >= AT_LEAST:
        counts = Counter(key for each in every for key in each.places)
        known |= {key for key, count in counts.items() if count > COMMON * len(every)}
    return frozenset(known)


def similar_pairs(
    programs: Mapping[str, Prints],
    groups: Mapping[str, str],
    without: frozenset[int],
    here: Collection[str] | None = None,
) -> list[Pair]:
    """Return the pairs of different groups that share most, the most first.

    With ``here`` one of a pair at least is among these.
    """
    where: dict[int, list[str]] = defaultdict(list)
    sizes = {}
    for name, each in programs.items():
        own = [key for key in each.places if key not in without]
        sizes[name] = len(own)
        for key in own:
            where[key].append(name)
    shared: Counter[tuple[str, str]] = Counter()
    for names in where.values():
        for number, one in enumerate(names):
            for other in names[number + 1 :]:
                is_told = here is None or one in here or other in here
                if is_told and groups[one] != groups[other]:
                    shared[one, other] += 1
    pairs = [
        Pair(one, other, count / sizes[one], count / sizes[other])
        for (one, other), count in shared.items()
    ]
    pairs = [pair for pair in pairs if pair.share >= SMALLEST]
    return sorted(pairs, key=lambda pair: (-pair.share, pair.one, pair.other))[:MOST_PAIRS]


def marked_lines(own: Prints, other: Prints, without: frozenset[int]) -> set[int]:
    """Return the lines of a program that another has, too."""
    return {
        line
        for key, places in own.places.items()
        if key in other.places and key not in without
        for first, last in places
        for line in range(first, last + 1)
    }
