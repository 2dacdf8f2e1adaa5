"""Pairs of hand-ins that share text, in a class and with earlier years of the same teacher."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any

from outwit.core.value import Value
from outwit.errors import NotFound
from outwit.server.values.entry import Entry
from outwit.server.values.similarity import (
    Pair,
    Prints,
    Source,
    left_out,
    marked_lines,
    prints_of,
    read_source,
    similar_pairs,
)
from outwit.storage.classes import ClassStore, StoredClass
from outwit.storage.contents import ContentStore
from outwit.storage.handins import HandIn, HandInStore
from outwit.storage.homework import HomeworkStore, StoredHomework

# Programs that are compared, and those whose fingerprints stay in memory.
MOST_PROGRAMS, MOST_KEPT = 2_000, 3_000
# Assignments whose pairs stay in memory.
MOST_ASSIGNMENTS = 50
# Lines of a program shown.
MOST_LINES = 4_000


class Program(Value):
    """An active hand-in, and where it was handed in."""

    handin: HandIn
    homework: StoredHomework
    of_class: StoredClass


class Similarity:
    """Compares hand-ins, one assignment at a time; call it in a thread."""

    def __init__(
        self,
        classes: ClassStore,
        homework: HomeworkStore,
        handins: HandInStore,
        contents: ContentStore,
    ) -> None:
        self._classes = classes
        self._homework = homework
        self._handins = handins
        self._contents = contents
        self._lock = Lock()
        self._prints: OrderedDict[tuple[str, bool], Prints] = OrderedDict()
        self._pairs: OrderedDict[str, tuple[object, list[Pair]]] = OrderedDict()

    def page(self, entry: Entry) -> dict[str, Any]:
        """Return the pairs of which one at least is of this assignment."""
        programs = self.programs(entry)
        base = self.base(entry)
        here = sum(each.homework.id == entry.homework.id for each in programs.values())
        return {
            "pairs": [
                {
                    "one": shown_program(programs[pair.one], entry),
                    "other": shown_program(programs[pair.other], entry),
                    "shares": [
                        f"{100 * pair.share_of_one:.0f}",
                        f"{100 * pair.share_of_other:.0f}",
                    ],
                }
                for pair in self.pairs(entry, programs, base)
            ],
            "count": here,
            "earlier": len(programs) - here,
            "base": entry.homework.base is not None,
            "bots": len(base) - (entry.homework.base is not None),
        }

    def pair(self, entry: Entry, one: str, other: str) -> dict[str, Any]:
        """Return two programs side by side; raise NotFound for others than are compared."""
        programs = self.programs(entry)
        if one not in programs or other not in programs or one == other:
            raise NotFound("these hand-ins are not compared: they are no longer active")
        found = [programs[one], programs[other]]
        with self._lock:
            without = self._without(programs, self.base(entry))
            prints = [self._prints_of(each.handin.content) for each in found]
        sources = [read_source(self._contents.get(each.handin.content)) for each in found]
        return {
            "sides": [
                {
                    **shown_program(found[side], entry),
                    "files": shown_files(
                        sources[side], marked_lines(prints[side], prints[1 - side], without)
                    ),
                }
                for side in (0, 1)
            ]
        }

    def programs(self, entry: Entry) -> dict[str, Program]:
        """Return the active hand-ins of the assignment, and of others of its game, by id."""
        taught = [
            each
            for each in self._classes.of_account(entry.account)
            if each.teacher == entry.account
        ]
        homework = [
            (each, of_class)
            for of_class in taught
            for each in self._homework.of_class(of_class.id)
            if each.game == entry.homework.game
        ]
        # Those of this assignment come first, then the newest.
        homework.sort(key=lambda item: item[0].created, reverse=True)
        homework.sort(key=lambda item: item[0].id != entry.homework.id)
        found: dict[str, Program] = {}
        for each, of_class in homework:
            for handin in self._handins.active(each.id):
                if handin.account is not None and len(found) < MOST_PROGRAMS:
                    found[handin.id] = Program(handin, each, of_class)
        return found

    def base(self, entry: Entry) -> list[str]:
        """Return the contents that everybody may share: base code, and the teacher's bots."""
        bots = {
            each.content
            for each in self._handins.of_homework(entry.homework.id)
            if each.account is None
        }
        own = [] if entry.homework.base is None else [entry.homework.base]
        return [*own, *sorted(bots - {*own})]

    def pairs(self, entry: Entry, programs: dict[str, Program], base: Sequence[str]) -> list[Pair]:
        """Return the pairs; they are computed when hand-ins or base code have changed."""
        stamp = tuple(sorted((key, each.handin.account) for key, each in programs.items())), *base
        with self._lock:
            found = self._pairs.get(entry.homework.id)
            if found is not None and found[0] == stamp:
                return found[1]
            without = self._without(programs, base)
            prints = {key: self._prints_of(each.handin.content) for key, each in programs.items()}
            # Hand-ins of one student are no pair.
            groups = {key: f"student {each.handin.account}" for key, each in programs.items()}
            here = {k for k, each in programs.items() if each.homework.id == entry.homework.id}
            pairs = similar_pairs(prints, groups, without, here)
            self._pairs[entry.homework.id] = stamp, pairs
            while len(self._pairs) > MOST_ASSIGNMENTS:
                self._pairs.popitem(last=False)
            return pairs

    def _without(self, programs: dict[str, Program], base: Sequence[str]) -> frozenset[int]:
        every = [self._prints_of(each.handin.content) for each in programs.values()]
        return left_out(every, [self._prints_of(key, is_base=True) for key in base])

    def _prints_of(self, content: str, *, is_base: bool = False) -> Prints:
        """Return the fingerprints of a packed folder; the lock is held."""
        key = content, is_base
        if key not in self._prints:
            source = read_source(self._contents.get(content))
            self._prints[key] = prints_of(source, every=is_base)
            while len(self._prints) > MOST_KEPT:
                self._prints.popitem(last=False)
        self._prints.move_to_end(key)
        return self._prints[key]


def shown_program(program: Program, entry: Entry) -> dict[str, Any]:
    """Return a program for a page; ``where`` is empty for this assignment."""
    is_here = program.homework.id == entry.homework.id
    where = "" if is_here else f"{program.homework.title}, {program.of_class.name}"
    return {
        "id": program.handin.id,
        "name": program.handin.player,
        "where": where,
        "path": f"/c/{program.of_class.id}/a/{program.homework.id}/h/{program.handin.id}",
    }


def shown_files(source: Source, marked: set[int]) -> list[dict[str, Any]]:
    """Return the files with shared lines first, their lines in runs that are shared or not."""
    ends = [*(start for _, start in source.files), len(source.lines)][1:]
    files: list[dict[str, Any]] = []
    left = MOST_LINES
    for (name, start), end in zip(source.files, ends, strict=True):
        runs: list[dict[str, Any]] = []
        for line in range(start, min(end, start + left)):
            if not runs or runs[-1]["same"] != (line in marked):
                runs.append({"same": line in marked, "lines": []})
            runs[-1]["lines"].append(source.lines[line][:300])
        left = max(0, left - (end - start))
        shared = sum(len(run["lines"]) for run in runs if run["same"])
        files.append({"name": name, "runs": runs, "shared": shared, "count": end - start})
    return sorted(files, key=lambda file: not file["shared"])
