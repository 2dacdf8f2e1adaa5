"""Sentences that programs make, such as an error's message, said in another language.

Rules, errors and labels are written in English where they arise, and know no language. What
they can say is read from their sources: an f-string is a sentence with places.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from itertools import product

from outwit.core.value import Value

PLACE = re.compile(r"\{(\w+)\}")
LETTER = re.compile(r"[^\W\d_]")
# Fewer letters outside its places would make a sentence of everything.
FEWEST = 3
# Paths, markup, headers and the like; and what is only a place with a word.
TECHNICAL = re.compile(
    r"%[sd]|^[/.(<#\n]|</|=\"|; ?\w+=|\\[sdn]|^\w+[:/]\{|^\S+=|-src |^import |"
    r", Cookie|UTF-8|max-age|\{%"
)
# A word alone is read where it is the value of a table.
WORD = re.compile(r"[A-Z][a-zé’-]+")
LOGGED = {
    *(
        "event",
        "fault",
        "info",
        "warning",
        "error",
        "debug",
        "report",
        "Counter",
        "Gauge",
        "Histogram",
    ),
    *("start", "keep", "take", "Thread"),
}
# How deep sentences contain others.
DEEPEST = 3
# Longest text that is recognised, and most wordings of one f-string.
LONGEST, MOST = 1_000, 16


class Pattern(Value):
    """A sentence with places: the expression that recognises it, and its translation."""

    expression: re.Pattern[str]
    names: tuple[str, ...]
    translation: str


class Sentences:
    """The sentences that a catalog knows."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self._exact = {text: known[text] for text in known if not PLACE.search(text)}
        placed = [text for text in known if PLACE.search(text)]
        # The most specific first.
        placed.sort(key=lambda text: -len(PLACE.sub("", text)))
        self._patterns = [pattern_of(text, known[text]) for text in placed]

    def translate(self, text: str, depth: int = DEEPEST) -> str:
        """Return a sentence in the catalog's language, the text itself if it is not known.

        >>> known = {"{side} wins: {reason}": "{side} gewinnt: {reason}", "White": "Weiß",
        ...     "the board is full": "das Brett ist voll"}
        >>> Sentences(known).translate("White wins: the board is full")
        'Weiß gewinnt: das Brett ist voll'
        >>> Sentences(known).translate("What is that?")
        'What is that?'
        """
        exact = self._exact.get(text)
        if exact is not None or not depth or len(text) > LONGEST:
            return text if exact is None else exact
        for pattern in self._patterns:
            match = pattern.expression.fullmatch(text)
            if match is not None:
                values = {
                    name: self.translate(value, depth - 1)
                    for name, value in zip(pattern.names, match.groups(), strict=True)
                }
                return PLACE.sub(lambda place: values[place[1]], pattern.translation)  # noqa: B023
        return text

    def data(self) -> dict[str, object]:
        """Return the sentences for the scripts, which recognise them in the same way."""
        return {
            "exact": self._exact,
            "patterns": [
                [pattern.expression.pattern, list(pattern.names), pattern.translation]
                for pattern in self._patterns
            ],
        }


def pattern_of(text: str, translation: str) -> Pattern:
    """Return the pattern of a sentence with places; a name that comes again stands for itself."""
    names: list[str] = []
    parts = ["^"]
    last = 0
    for place in PLACE.finditer(text):
        parts += (re.escape(text[last : place.start()]), "(.+?)")
        names.append(place[1])
        last = place.end()
    parts += (re.escape(text[last:]), "$")
    return Pattern(re.compile("".join(parts), re.DOTALL), tuple(names), translation)


def raised(source: str) -> list[str]:
    """Return the messages of the errors that a module raises.

    >>> raised('raise NotFound(f"there is no game {name!r}") from None')
    ['there is no game {name}']
    """
    calls = [
        node.exc
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
    ]
    return unique(text for call in calls for given in call.args for text in said(given))


def written(source: str) -> list[str]:
    r"""Return every text of a module that people read: strings of several words, and f-strings.

    Docstrings, lines of logs, paths and markup are not among them.

    >>> written('X = "no_name"; f"{side} jumps {n} {\'step\' if n == 1 else \'steps\'}"')
    ['{side} jumps {n} step', '{side} jumps {n} steps']
    """
    tree = ast.parse(source)
    unread, values = set[int](), set[int]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            values |= {id(value) for value in node.values}
        if is_docstring(node) or isinstance(node, ast.JoinedStr) or is_logged(node):
            # Of a statement its docstring, of an f-string its parts.
            unread |= {id(part) for part in ast.walk(node) if part is not node}
    return unique(
        text
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr | ast.Constant) and id(node) not in unread
        for text in said(node)
        if not TECHNICAL.search(text)
        and (" " in text.strip() or (id(node) in values and WORD.fullmatch(text)))
    )


def is_docstring(node: ast.AST) -> bool:
    """Tell whether a node is a string that stands alone."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def is_logged(node: ast.AST) -> bool:
    """Tell whether a node writes a log, or names a measurement, a limit or a task."""
    if not isinstance(node, ast.Call):
        return False
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    return name in LOGGED


def said(node: ast.expr) -> Iterator[str]:
    """Yield what a string, an f-string or a choice of them can say."""
    if isinstance(node, ast.IfExp):
        yield from said(node.body)
        yield from said(node.orelse)
        return
    if isinstance(node, ast.Constant):
        wordings = [node.value] if isinstance(node.value, str) else []
    elif isinstance(node, ast.JoinedStr):
        places: dict[str, str] = {}
        parts = [tuple(part_wordings(part, places)) for part in node.values]
        wordings = ["".join(each) for each in product(*parts)][:MOST]
    else:
        return
    for wording in wordings:
        if len(LETTER.findall(PLACE.sub("", wording))) >= FEWEST:
            yield wording


def part_wordings(part: ast.expr, places: dict[str, str]) -> list[str]:
    """Return what a part of an f-string can be: its text, both texts of a choice, or a place."""
    if isinstance(part, ast.Constant):
        return [str(part.value)]
    value = part.value if isinstance(part, ast.FormattedValue) else part
    if isinstance(value, ast.IfExp):
        chosen = [value.body, value.orelse]
        if all(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in chosen):
            return [str(ast.literal_eval(each)) for each in chosen]
    source = ast.unparse(value)
    words = re.findall(r"[a-zA-Z]\w*", re.sub(r"\(.*\)|\[.*\]|'.*?'", "", source))
    base = words[-1].lower() if words else "value"
    name, number = base, 1
    while places.get(name, source) != source:
        number += 1
        name = f"{base}{number}"
    places[name] = source
    return [f"{{{name}}}"]


def unique(found: Iterator[str]) -> list[str]:
    """Return texts in their order, each once."""
    return list(dict.fromkeys(found))
