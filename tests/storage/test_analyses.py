"""An analysis is kept once, for a finished game."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from outwit.errors import NotFound, UsageError
from outwit.storage.analyses import AnalysedPly, AnalysisStore
from outwit.storage.database import Database
from outwit.storage.games import GameStore
from outwit.storage.stored import NewGame, StoredSeat
from outwit.storage.tables import Analyses

BOT = StoredSeat("level 1", bot="level 1")
PLIES = (
    AnalysedPly(0.5, "0.00", ("b7", "a2"), 9, 0.125, 0.25),
    AnalysedPly(1.0, "#3", ("a2",), 4),
    AnalysedPly(0.0, "0–1"),
)


@pytest.fixture
def analyses(database: Database) -> AnalysisStore:
    return AnalysisStore(database)


@pytest.fixture
def game(games: GameStore) -> str:
    return games.create(NewGame("ataxx", (BOT, BOT)))


@pytest.fixture
def finished(game: str, games: GameStore) -> str:
    games.finish(game, "0-1", "resigned", "Blue wins: Red resigned")
    return game


def test_an_analysis_comes_back_as_it_was(analyses: AnalysisStore, finished: str) -> None:
    assert analyses.of_game(finished) is None
    assert analyses.keep(finished, PLIES)
    assert analyses.of_game(finished) == PLIES


def test_of_two_analyses_the_first_is_kept(analyses: AnalysisStore, finished: str) -> None:
    assert analyses.keep(finished, PLIES)
    assert not analyses.keep(finished, PLIES[:1])
    assert analyses.of_game(finished) == PLIES


def test_an_older_versions_analysis_is_made_again(
    analyses: AnalysisStore, finished: str, database: Database
) -> None:
    assert analyses.keep(finished, PLIES)
    with database.session() as connection:
        rows = connection.execute(select(Analyses.plies)).scalar_one()
        old = [{name: value for name, value in row.items() if name != "stake"} for row in rows]
        connection.execute(update(Analyses).values(plies=old))
    assert analyses.of_game(finished) is None
    assert analyses.keep(finished, PLIES)
    assert analyses.of_game(finished) == PLIES


def test_a_game_that_goes_on_has_no_analysis(analyses: AnalysisStore, game: str) -> None:
    with pytest.raises(UsageError, match="when it is over"):
        analyses.keep(game, PLIES)
    assert analyses.of_game(game) is None


@pytest.mark.parametrize("name", ["", "nowhere", "zzzzzzzz", "a\0b", "é" * 8])
def test_a_game_that_is_not_there_has_none(analyses: AnalysisStore, name: str) -> None:
    with pytest.raises(NotFound):
        analyses.keep(name, PLIES)
    assert analyses.of_game(name) is None
