"""The catalogs of the portal's languages: ``python -m docs.wording`` brings them up to date.

Texts come from templates, scripts, errors and games; a text that has changed is to be translated
anew. Each catalog keeps what it knows; what nothing says any more goes. With ``--missing`` it
only lists what is not translated, and its status is 1 if there is anything.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from outwit.core.game import Game
from outwit.core.page import folder_of
from outwit.games import all_games
from outwit.records.endings import LOSSES
from outwit.server.edge.identity import OLD_FORM
from outwit.server.values.rulebook import help_of, rule_texts
from outwit.server.wording.catalog import FOLDER, SAID, SCRIPT, file_in, folder_for
from outwit.server.wording.languages import ENGLISH, LANGUAGES
from outwit.server.wording.markup import plurals, texts
from outwit.server.wording.rendering import TEMPLATES
from outwit.server.wording.sentences import raised, written
from outwit.storage.jobs import NOT_BUILT
from outwit.storage.timeclass import TIME_CLASSES

SOURCE = Path(__file__).parents[1] / "src" / "outwit"
SCRIPTS = TEMPLATES.parent / "static"
QUOTED = r'"((?:[^"\\]|\\.)*)"'
IN_SCRIPT = re.compile(rf"(?<![\w$.])_\(\s*{QUOTED}")
PLURAL_IN_SCRIPT = re.compile(rf"(?<![\w$.])plural\(\s*{QUOTED},\s*{QUOTED}")
# Whose errors people meet on the portal.
RAISING = (
    "core/option.py",
    "core/position.py",
    "courses/building.py",
    "server/edge/identity.py",
    "server/edge/gamelimits.py",
    "server/jobs",
    "server/live",
    "server/routes",
    "server/values",
    "storage",
)
# Modules whose texts people read there.
SAYING = (
    "records/endings.py",
    "records/sentence.py",
    "storage/botplays.py",
    "drawing/boardstyle.py",
    "server/jobs/*.py",
    "server/live/*.py",
    "server/routes/*.py",
    "server/values/*.py",
)
# What programs say in one word: actions in the audit of a class, subjects of the API, headings.
WORDS = (
    *("joined", "changed", "published", "froze", "thawed"),
    *("Account", "Challenges", "Classes", "Games", "Streams", "Tournaments"),
    *("Finished", "Rules", "Puzzles", "Drawn"),
)
# Errors for operators alone.
OF_OPERATORS = {"backup.py", "database.py", "filelock.py", "heartbeat.py", "lock.py"}
# What is for operators, and keys of notices.
UNSAID = {"operations.py"}
KEYS = {"decision {report}", "report {report}"}
# In a game's folder.
OF_GAME = ("labels.py", "reasons.py", "tour.py", "themes.py", "__init__.py")
# Catalogs have no date of their own: version control knows it.
MOMENT = datetime(2026, 11, 1, tzinfo=UTC)
WIDTH = 100


class Collected:
    """Texts with what they are, in their order."""

    def __init__(self) -> None:
        self.found: dict[str, set[str]] = {}
        self.others: dict[str, str] = {}

    def add(self, found: Iterable[str], kind: str = "") -> None:
        """Add texts."""
        for text in found:
            kinds = self.found.setdefault(text, set())
            if kind:
                kinds.add(kind)

    def add_plurals(self, found: Iterable[tuple[str, str]], kind: str = "") -> None:
        """Add texts that depend on a number."""
        for one, other in found:
            self.add([one], kind)
            self.others[one] = other

    def catalog(self, language: str, known: Catalog | None) -> Catalog:
        """Return the catalog of these texts, with the translations that are known."""
        made = Catalog(
            locale=language,
            fuzzy=False,
            creation_date=MOMENT,
            revision_date=MOMENT,
            project="Outwit",
        )
        made.header_comment = f"# The texts of Outwit in {LANGUAGES[language]}."
        for text, kinds in self.found.items():
            old = None if known is None else known.get(text)
            other = self.others.get(text)
            empty = ("",) * made.num_plurals if other else ""
            string = old.string if old is not None and fits(old, other) else empty
            made.add((text, other) if other else text, string, auto_comments=sorted(kinds))
        return made


def fits(message: Message, other: str | None) -> bool:
    """Tell whether a known message is still of the same kind."""
    return message.id[1] == other if isinstance(message.id, tuple | list) else other is None


def of_portal() -> Collected:
    """Return the texts of the portal."""
    found = Collected()
    for path in sorted(TEMPLATES.glob("*.html")):
        source = path.read_text()
        found.add(each.text for each in texts(source))
        found.add_plurals(plurals(source))
    for path in sorted(SCRIPTS.glob("*.js")):
        source = path.read_text()
        found.add((unquoted(match[1]) for match in IN_SCRIPT.finditer(source)), SCRIPT)
        found.add_plurals(
            (
                (unquoted(match[1]), unquoted(match[2]))
                for match in PLURAL_IN_SCRIPT.finditer(source)
            ),
            SCRIPT,
        )
    for path in modules(RAISING):
        if path.parent.name == "storage" and path.name in OF_OPERATORS:
            continue
        found.add(raised(path.read_text()), SAID)
    for path in modules(SAYING):
        if path.name not in UNSAID:
            found.add((text for text in written(path.read_text()) if text not in KEYS), SAID)
    found.add((f"{{loser}} {clause}" for clause in LOSSES.values()), SAID)
    found.add((*TIME_CLASSES, *WORDS, OLD_FORM, NOT_BUILT), SAID)
    return found


def of_game(game: Game) -> Collected:
    """Return the texts of a game."""
    found = Collected()
    found.add(spoken(game), SAID)
    found.add(rule_texts(game))
    folder = folder_of(game)
    for path in sorted(Path(folder).glob("*.py")) if folder else []:
        source = path.read_text()
        if path.name in OF_GAME:
            found.add(written(source), SAID)
    return found


def spoken(game: Game) -> Iterator[str]:
    """Yield what a game calls itself and its parts."""
    yield game.title
    yield from game.sides
    if game.unit:
        yield from (f"{{n}} {game.unit}", f"1 {game.unit.removesuffix('s')}")
    yield from (piece.name for piece in game.pieces)
    for option in game.options:
        yield option.title
        yield option.summary
        yield from getattr(option, "choices", ())
    for example in game.parts.examples:
        yield from (example.title, example.task, example.notice)
    for name, words in help_of(game).items():
        yield from (name, words)
    yield from game.parts.look.words.values() if hasattr(game.parts.look, "words") else ()
    yield from (each.reason for each in game.start().terminations)
    for theme in game.parts.themes:
        yield from (theme.title, theme.sentence)


def modules(patterns: Iterable[str]) -> list[Path]:
    """Return modules by folders and patterns of files."""
    found: set[Path] = set()
    for pattern in patterns:
        if pattern.endswith(".py"):
            found |= set(SOURCE.glob(pattern))
        else:
            found |= set((SOURCE / pattern).rglob("*.py"))
    return sorted(found)


def unquoted(text: str) -> str:
    """Return the text of a string in a script."""
    return text.replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")


def folders() -> Iterator[tuple[Path, Collected]]:
    """Yield each folder of catalogs with its texts; a text of the portal is not a game's."""
    portal = of_portal()
    yield FOLDER, portal
    for game in all_games():
        folder = folder_for(game)
        if folder is not None and folder.is_relative_to(SOURCE):
            texts_of_game = of_game(game)
            for text in list(texts_of_game.found):
                if not text or text in portal.found:
                    del texts_of_game.found[text]
            yield folder, texts_of_game


def read(path: Path, language: str) -> Catalog | None:
    """Return a catalog, None if there is none yet."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return read_po(file, locale=language)


def missing(catalog: Catalog) -> list[str]:
    """Return the texts of a catalog that are not translated."""
    return [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalog
        if message.id and (message.fuzzy or not all_strings(message))
    ]


def all_strings(message: Message) -> bool:
    """Tell whether a message is translated in all its forms."""
    string = message.string
    return all(string) if isinstance(string, tuple | list) else bool(string)


def main(arguments: list[str]) -> int:
    """Write the catalogs, or list what they lack."""
    only_list = "--missing" in arguments
    wanted = [name for name in arguments if not name.startswith("-")]
    status = 0
    for folder, collected in folders():
        for language in wanted or [name for name in LANGUAGES if name != ENGLISH]:
            path = file_in(folder, language)
            made = collected.catalog(language, read(path, language))
            lacks = missing(made)
            sys.stdout.write(
                f"{path.relative_to(SOURCE)}: {len(made)} texts, {len(lacks)} to translate\n"
            )
            if only_list:
                sys.stdout.writelines(f"    {text}\n" for text in lacks)
                status = 1 if lacks else status
                continue
            folder.mkdir(exist_ok=True)
            with path.open("wb") as file:
                write_po(file, made, width=WIDTH, no_location=True)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
