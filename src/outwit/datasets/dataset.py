"""A data set in the making: a plan, a folder of what is done, and the file it becomes."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Self

from outwit.arena.manifest import Manifest
from outwit.arena.store import Store, create_store, open_store
from outwit.core.excerpt import excerpt
from outwit.core.position import Position
from outwit.datasets.card import as_json, as_markdown, card_of
from outwit.datasets.parquet import Parts, written
from outwit.datasets.rows import Rows, rows_of
from outwit.datasets.source import (
    SourceGame,
    copy_tournament,
    is_tournament,
    recorded_games,
    stored_games,
)
from outwit.engine.limits import Limits
from outwit.errors import BadFile, BadRecord, BadText, BotsRefused, UsageError
from outwit.files import obstacle, write_bytes
from outwit.games import game as find_game
from outwit.players.engine import engine_for
from outwit.records.record import GameRecord

# Rows of a group, which are in memory together.
GROUP = 1 << 16
# Mebibytes of the table of a search.
MEBIBYTES = 1
# The file of the folder that says what is being made.
PLAN = "plan.json"


class DataSet:
    """Makes a data set step by step. Every step can be killed, and the same plan goes on.

    The steps are in a folder beside the file, which goes when the file is complete or its games
    are refused.
    """

    def __init__(self, path: str, plan: dict[str, Any]) -> None:
        self.path = Path(path)
        self.folder = Path(f"{path}.part")
        self.plan = plan
        # From the root: SQLite takes a name that begins with ``file:`` for an address.
        self.games_path = os.path.abspath(self.folder / "games.db")
        self.parts = Parts(self.folder)
        self._lock = -1
        self._is_new = False
        # Why a game that was left out first was left out.
        self._left_out = ""

    def __enter__(self) -> Self:
        try:
            self._claim()
        except BaseException:
            self._release()
            raise
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        # Nothing was played, so there is nothing to go on with.
        if self._is_new and isinstance(error, BotsRefused):
            shutil.rmtree(self.folder)
        self._release()

    def _release(self) -> None:
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def _claim(self) -> None:
        """Make the folder, or go on in it; raise UsageError if it is of another plan or in use."""
        if not self.folder.is_dir():
            for path in (self.path, card_path(self.path)):
                if path.exists():
                    raise UsageError(f"{str(path)!r} exists already; choose another name")
            if not str(self.path).isprintable():
                raise UsageError(f"{excerpt(str(self.path))}: choose a name without such letters")
            for path in (self.path, self.folder):
                if reason := obstacle(str(path)):
                    raise BadFile(f"{str(path)!r} cannot be written: {reason}")
        self._is_new = not self.folder.exists()
        with written(self.folder):
            self.folder.mkdir(exist_ok=True)
            self._lock = os.open(self.folder, os.O_RDONLY | os.O_CLOEXEC)
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise UsageError(f"{str(self.path)!r} is being made by another process") from None
            for draft in self.folder.glob("*.draft*"):
                draft.unlink()
        began = begun_plan(self.path)
        if began is None:
            with written(self.folder):
                write_bytes(str(self.folder / PLAN), as_json(self.plan).encode())
        elif began != json.loads(json.dumps(self.plan)):
            changed = [
                key for key in {**began, **self.plan} if began.get(key) != self.plan.get(key)
            ]
            raise UsageError(
                f"{str(self.path)!r} was begun with another {changed[0]}: repeat that command, "
                f"or delete {str(self.folder)!r}"
            )

    def self_play_store(self, manifest: Manifest) -> Store:
        """Return the file of the games to be played, new or begun."""
        if not Path(self.games_path).exists():
            draft = f"{self.games_path}.draft"
            create_store(draft, manifest).close()
            os.replace(draft, self.games_path)
        return open_store(self.games_path)

    def keep_source(self, source: str) -> None:
        """Copy a tournament, which may go on meanwhile; records are read where they are."""
        with self._given_up():
            if is_tournament(source) and not Path(self.games_path).exists():
                copy_tournament(source, self.games_path)

    def convert(
        self,
        source: str | None,
        on_game: Callable[[], object] = lambda: None,
        *,
        jobs: int = 1,
        group: int = GROUP,
        skip_faults: bool = False,
    ) -> None:
        """Write the rows of all games that are in no part; call ``on_game`` after each game.

        Raise BadRecord at the first game that breaks the rules, unless these are left out.
        """
        begin = place = self.parts.next_place()
        rows, left_out = Rows(), 0
        with self._given_up(), closing(self._games(source, begin)) as games:
            for game, found in self._converted(games, jobs):
                on_game()
                place += 1
                if isinstance(found, Rows):
                    rows.add(found)
                elif found is None or skip_faults:
                    left_out += 1
                    self._left_out = self._left_out or why_not(game, found)
                else:
                    raise BadRecord(fault_of(source, game, found))
                if len(rows) >= group:
                    self.parts.add(rows, begin, place, left_out)
                    begin, rows, left_out = place, Rows(), 0
        if place > begin:
            self.parts.add(rows, begin, place, left_out)
        if source is not None and not self.parts.counts()["positions"]:
            with self._given_up():
                raise BadFile(f"{source!r} holds {self._lack(place)}")

    @contextmanager
    def _given_up(self) -> Iterator[None]:
        """Remove the folder if the games are refused: they would be refused again."""
        try:
            yield
        except BadText:
            shutil.rmtree(self.folder)
            raise

    def _lack(self, games: int) -> str:
        """Say why a source of some games has no row."""
        if not games:
            is_empty = self.plan["source"]["stamp"].startswith("0 bytes")
            return "no games: it is empty" if is_empty else "no games"
        name = self.plan["game"]
        if self.parts.counts()["games"]:
            return f"no move of {name}"
        return f"no game of {name}: {self._left_out or f'all {games:,} are left out'}"

    def finish(self) -> dict[str, Any]:
        """Write the file and its card, remove the folder, and return the card."""
        card = card_of(self.plan, self.parts.counts())
        self.parts.join(self.path, as_json(card))
        with written(self.path):
            text = as_markdown(self.path.name, card)
            write_bytes(str(card_path(self.path)), text.encode())
            shutil.rmtree(self.folder)
        return card

    def _games(self, source: str | None, begin: int) -> Generator[SourceGame, None, None]:
        if not Path(self.games_path).exists():
            assert source is not None
            yield from recorded_games(source, begin)
            return
        with closing(open_store(self.games_path)) as store:
            yield from stored_games(store, begin)

    def _converted(
        self, games: Iterator[SourceGame], jobs: int
    ) -> Iterator[tuple[SourceGame, Rows | BadRecord | None]]:
        """Yield games with their rows, or what is wrong; None for a game of another kind."""
        if self.plan["search"] is None:
            for game in games:
                yield game, self.rows(game)
            return
        # A search runs without the lock of the interpreter.
        waiting: deque[tuple[SourceGame, Future[Rows | BadRecord | None]]] = deque()
        with ThreadPoolExecutor(jobs) as pool:
            try:
                for game in games:
                    waiting.append((game, pool.submit(self.rows, game)))
                    if len(waiting) > 2 * jobs:
                        first, future = waiting.popleft()
                        yield first, future.result()
                while waiting:
                    first, future = waiting.popleft()
                    yield first, future.result()
            finally:
                pool.shutdown(cancel_futures=True)

    def rows(self, game: SourceGame) -> Rows | BadRecord | None:
        """Return the rows of a game, or what is wrong; None for a game of another kind."""
        record = game.record
        if isinstance(record, BadRecord):
            return record
        if record.game != self.plan["game"]:
            return None
        try:
            return rows_of(record, game.number, self._evaluate(record))
        except BadRecord as error:
            return error

    def _evaluate(self, record: GameRecord) -> Callable[[Position], int] | None:
        search: Mapping[str, int] | None = self.plan["search"]
        if search is None:
            return None
        # An engine for each game: what it finds depends on what it searched before.
        engine = engine_for(find_game(record.game), mebibytes=MEBIBYTES)
        limits = Limits(nodes=search["nodes"])
        return lambda position: engine.best(position, limits).score.value


def why_not(game: SourceGame, found: BadRecord | None) -> str:
    """Say why a game is left out."""
    if isinstance(game.record, GameRecord) and found is None:
        return f"game {game.number + 1} is {excerpt(game.record.game)}"
    return f"game {game.number + 1}: {found}"


def fault_of(source: str | None, game: SourceGame, found: BadRecord) -> str:
    """Say what is wrong with a game, and in which file, unless the error does."""
    if source is None:
        return f"game {game.number + 1}: {found}"
    said = str(found)
    return said if said.startswith(repr(source)) else f"{source!r}, game {game.number + 1}: {said}"


def begun_plan(path: Path) -> dict[str, Any] | None:
    """Return the plan by which a data set was begun and not finished; None if it was not begun."""
    file = Path(f"{path}.part") / PLAN
    try:
        found: dict[str, Any] = json.loads(file.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise BadFile(f"{str(file)!r} cannot be read: {error}") from None
    return found


def card_path(path: Path) -> Path:
    """Return the path of the card beside a data set."""
    return path.with_name(f"{path.name}.md")
