"""The texts of a template: what a reader sees between tags, found and replaced in its source.

A text is a sentence with what stands inside it. ``It plays <a href="…">{{ each.game }}</a>.`` is
for translators ``It plays <1>{game}</1>.``: tags are numbers, expressions are names. A statement
of Jinja or a tag that begins a new line ends a text, so a sentence stands whole in one place.
A string in an expression is a text if it is written ``_("…")``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby

from outwit.core.value import Value

PIECE = re.compile(
    r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<!--.*?-->|<!?/?[a-zA-Z](?:\{\{.*?\}\}|\{%.*?%\}|[^<>{])*>",
    re.DOTALL,
)
# Tags inside a sentence. ``span`` belongs to it only where it is for screen readers.
INLINE = {"a", "abbr", "b", "br", "code", "em", "i", "kbd", "q", "strong", "sub", "sup", "time"}
UNSEEN = re.compile(r'<span class="unseen"')
TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
# What is not for readers.
SILENT = ("pre", "script", "style", "svg")
# A macro is called with lines to copy, which are for programs.
STATEMENT = re.compile(r"\{%-?\s*(\w+)")
CALL = "call"
# Attributes that are read, not those of a link or a field.
READ = re.compile(r'(?<=[\s"])(?:aria-label|title|placeholder|alt)="([^"]*)"')
MARKED = re.compile(r'\b_\(\s*"((?:[^"\\]|\\.)*)"\s*\)')
PLURAL = re.compile(r'\bplural\(\s*"((?:[^"\\]|\\.)*)"\s*,\s*"((?:[^"\\]|\\.)*)"', re.DOTALL)
ATTRIBUTE = re.compile(r'(?=.*=")(?:\s*[a-z-]+(?:="[^"]*")?(?!\S))+\s*$')
LETTER = re.compile(r"[^\W\d_]")
ENTITY = re.compile(r"&\w+;")
NAME = re.compile(r"[a-z_][a-z0-9_]*(?!.*[a-z_])")
SPACE = re.compile(r"\s+")
PLACE = re.compile(r"<(/?\d+)>|\{(\w+)\}")


class Piece(Value):
    """A part of a source: a text, an expression, a tag inside a sentence, or what ends one."""

    start: int
    source: str
    kind: str


class Found(Value):
    """A text: where it stands in the source, as translators see it, and what its places hold."""

    start: int
    stop: int
    text: str
    places: dict[str, str]

    def filled(self, translation: str) -> str:
        """Return a translation with the sources of tags and expressions in their places."""
        return PLACE.sub(lambda place: self.places.get(place[1] or place[2], place[0]), translation)


def translated(source: str, translate: Callable[[str], str]) -> str:
    """Return a template whose texts are translated; statements, tags and lines stay.

    >>> translated('<p title="Old">Hello <b>{{ x.name }}</b>!</p>', {
    ...     "Old": "Alt", "Hello <1>{name}</1>!": "<1>{name}</1>, hallo!"}.__getitem__)
    '<p title="Alt"><b>{{ x.name }}</b>, hallo!</p>'
    """
    return rewritten(source, texts(source), translate)


def rewritten(source: str, found: list[Found], translate: Callable[[str], str]) -> str:
    """Return a source with the texts that were found in it translated.

    A text may have others in its places: a tag's attributes, and strings of expressions.
    """

    def inside(part: str) -> str:
        others = sorted([*read_attributes(part), *marked_strings(part)], key=place_of)
        return rewritten(part, others, translate)

    parts, last = [], 0
    for each in found:
        if each.start < last:
            continue
        parts.append(source[last : each.start])
        old = source[each.start : each.stop]
        translation = translate(each.text)
        if not each.places:
            parts.append(old if translation == each.text else translation + lines(old))
        elif translation == each.text:
            parts.append(inside_places(old, each, inside))
        else:
            places = {name: inside(part) for name, part in each.places.items()}
            parts.append(each.replace(places=places).filled(translation) + lines(old))
        last = each.stop
    parts.append(source[last:])
    return "".join(parts)


def inside_places(old: str, found: Found, inside: Callable[[str], str]) -> str:
    """Return a text as it stands, with what is in its places translated."""
    for part in dict.fromkeys(found.places.values()):
        other = inside(part)
        if other != part:
            old = old.replace(part, other)
    return old


def place_of(found: Found) -> int:
    """Return where a text begins."""
    return found.start


def lines(old: str) -> str:
    """Return a comment with as many lines as a text: errors name the lines of a template."""
    count = old.count("\n")
    return "{#" + "\n" * count + "#}" if count else ""


def texts(source: str) -> list[Found]:
    """Return the texts of a template in their order."""
    found = [*sentences(source), *read_attributes(source), *marked_strings(source)]
    return sorted(found, key=place_of)


def sentences(source: str) -> Iterator[Found]:
    """Yield the texts between tags."""
    for ends, group in groupby(pieces(source), key=lambda piece: piece.kind == "end"):
        if not ends:
            yield from split(list(group))


def pieces(source: str) -> Iterator[Piece]:
    """Yield the parts of a source; the contents of scripts, styles and drawings are one end."""
    last, silent, spans = 0, "", list[bool]()
    for match in PIECE.finditer(source):
        piece = match[0]
        tag = TAG.match(piece)
        name = tag[2].lower() if tag else ""
        statement = STATEMENT.match(piece)
        word = statement[1] if statement else ""
        if silent:
            if (tag and tag[1] and name == silent) or word == f"end{silent}":
                yield Piece(last, source[last : match.end()], "end")
                last, silent = match.end(), ""
            continue
        if match.start() > last:
            yield Piece(last, source[last : match.start()], "text")
        last = match.end()
        kind = "end"
        if piece.startswith("{{"):
            kind = "expression"
        elif name in INLINE or (name == "span" and is_inside(piece, bool(tag and tag[1]), spans)):
            kind = "close" if tag and tag[1] else "void" if name == "br" else "open"
        elif name in SILENT and not (tag and tag[1]):
            silent = name
        elif word == CALL:
            silent = CALL
        yield Piece(match.start(), piece, kind)
    if last < len(source):
        yield Piece(last, source[last:], "text")


def is_inside(piece: str, closes: bool, spans: list[bool]) -> bool:
    """Tell whether a tag of a span belongs to a sentence; ``spans`` are those that are open."""
    if closes:
        return spans.pop() if spans else False
    spans.append(bool(UNSEEN.match(piece)))
    return spans[-1]


def split(group: list[Piece]) -> Iterator[Found]:
    """Yield the texts among pieces that no end separates.

    Elements beside each other, with no words around them, are texts of their own.
    """
    group = trimmed(group)
    tops = elements(group)
    if len(tops) > 1 and not any(len(top) == 1 and is_words(top[0]) for top in tops):
        for top in tops:
            yield from split(top)
        return
    if len(tops) == 1 and len(group) > 1:
        # One element around all: its tags are no part of the text.
        yield from split(group[1:-1])
        return
    if any(is_words(piece) for piece in group):
        yield whole(group)


def trimmed(group: list[Piece]) -> list[Piece]:
    """Return pieces without space at their ends, nor tags there whose other half is elsewhere."""
    first, last = 0, len(group)
    while first < last and (group[first].kind == "close" or is_space(group[first])):
        first += 1
    while first < last and (group[last - 1].kind == "open" or is_space(group[last - 1])):
        last -= 1
    depth = 0
    for piece in group[first:last]:
        depth += {"open": 1, "close": -1}.get(piece.kind, 0)
    if first < last and depth > 0 and group[first].kind == "open":
        return trimmed(group[first + 1 : last])
    if first < last and depth < 0 and group[last - 1].kind == "close":
        return trimmed(group[first : last - 1])
    return group[first:last]


def elements(group: list[Piece]) -> list[list[Piece]]:
    """Return the pieces on top: a text or an expression alone, an element with what it contains.

    Where tags do not match, as an element that a statement cuts, each piece is on top.
    """
    tops: list[list[Piece]] = []
    depth = 0
    for piece in group:
        if depth:
            tops[-1].append(piece)
        else:
            tops.append([piece])
        depth += {"open": 1, "close": -1}.get(piece.kind, 0)
        if depth < 0:
            return bare(group)
    return tops if depth == 0 else bare(group)


def bare(group: list[Piece]) -> list[list[Piece]]:
    """Return pieces without tags that are not closed among them."""
    return [[piece] for piece in group]


def is_space(piece: Piece) -> bool:
    """Tell whether a piece is a text without anything to read."""
    return piece.kind == "text" and not piece.source.strip()


def is_words(piece: Piece) -> bool:
    """Tell whether a piece is a text with letters, not an attribute for another template's tag."""
    source = piece.source
    return (
        piece.kind == "text"
        and bool(LETTER.search(ENTITY.sub("", source)))
        and not ATTRIBUTE.match(source)
    )


def whole(group: list[Piece]) -> Found:
    """Return pieces as one text, without the space around it."""
    first, last = group[0], group[-1]
    head = len(first.source) - len(first.source.lstrip()) if first.kind == "text" else 0
    tail = len(last.source) - len(last.source.rstrip()) if last.kind == "text" else 0
    places: dict[str, str] = {}
    parts, opened, count = [], list[int](), 0
    for piece in group:
        if piece.kind == "text":
            parts.append(piece.source)
        elif piece.kind == "expression":
            name = place_name(piece.source, places)
            places[name] = piece.source
            parts.append(f"{{{name}}}")
        else:
            if piece.kind == "close" and opened:
                name = f"/{opened.pop()}"
            else:
                count += 1
                name = str(count)
                if piece.kind == "open":
                    opened.append(count)
            places[name] = piece.source
            parts.append(f"<{name}>")
    text = SPACE.sub(" ", "".join(parts)).strip()
    return Found(first.start + head, last.start + len(last.source) - tail, text, places)


def place_name(source: str, places: dict[str, str]) -> str:
    """Return the name of an expression for translators: its last word, told apart by a number.

    >>> place_name("{{ each.opponent|upper }}", {})
    'opponent'
    >>> place_name("{{ x.name }}", {"name": "{{ name }}"})
    'name2'
    """
    inner = source[2:-2].strip(" -+\n").partition("|")[0]
    words = re.findall(r"[a-z][a-z0-9_]*", re.sub(r"\(.*\)|\[.*\]|\".*?\"", "", inner))
    base = words[-1] if words else "value"
    name, number = base, 1
    while places.get(name, source) != source:
        number += 1
        name = f"{base}{number}"
    return name


def read_attributes(source: str) -> Iterator[Found]:
    """Yield the texts of attributes that readers meet."""
    for piece in pieces(source):
        if piece.source.startswith("<") and not piece.source.startswith("</"):
            for match in READ.finditer(opening(piece.source)):
                start = piece.start + match.start(1)
                for ends, group in groupby(
                    attribute_pieces(match[1], start), key=lambda each: each.kind == "end"
                ):
                    inside = list(group)
                    if not ends and any(is_words(each) for each in inside):
                        yield whole(inside)


def opening(source: str) -> str:
    """Return the tag at the start of a piece, which may go on with the contents of a script."""
    match = PIECE.match(source)
    return match[0] if match else source


def attribute_pieces(value: str, start: int) -> Iterator[Piece]:
    """Yield the parts of an attribute's value."""
    last = 0
    for match in re.finditer(r"\{\{.*?\}\}|\{%.*?%\}", value):
        if match.start() > last:
            yield Piece(start + last, value[last : match.start()], "text")
        kind = "expression" if match[0].startswith("{{") else "end"
        yield Piece(start + match.start(), match[0], kind)
        last = match.end()
    if last < len(value):
        yield Piece(start + last, value[last:], "text")


def marked_strings(source: str) -> Iterator[Found]:
    """Yield the strings that are marked as texts in expressions and statements."""
    for match in re.finditer(r"\{%.*?%\}|\{\{.*?\}\}", source, re.DOTALL):
        for marked in MARKED.finditer(match[0]):
            start = match.start() + marked.start(1)
            yield Found(start, start + len(marked[1]), marked[1], {})


def plurals(source: str) -> list[tuple[str, str]]:
    """Return the texts of a template that depend on a number: for one, and for others."""
    return [(match[1], match[2]) for match in PLURAL.finditer(source)]
