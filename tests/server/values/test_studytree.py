"""The trees of studies follow the rules, and come back from records as they were."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import pytest

import outwit
from outwit.core.position import Position
from outwit.errors import OutwitError, TooMany, UsageError
from outwit.records.jsonlines import to_json
from outwit.records.reader import read_records
from outwit.records.writer import write_record
from outwit.server.values.studytree import (
    by_the_rules,
    read_chapters,
    records_of,
    shown_nodes,
    start_of,
)
from outwit.storage.studyvalues import GLYPHS, MOST_NODES, Chapter, NewChapter, Study, StudyNode

MOMENT = datetime(2026, 3, 1, tzinfo=UTC)


def tree(position: Position, rng: Random, size: int) -> tuple[StudyNode, ...]:
    """Return a tree of legal moves with comments and glyphs, depth first."""
    lines: dict[tuple[str, ...], list[str]] = {(): []}
    for _ in range(size):
        path = rng.choice(list(lines))
        at = position.copy()
        for move in path:
            at.play(move)
        if at.is_over:
            continue
        move = str(rng.choice(list(at.legal_moves)))
        if move not in lines[path]:
            lines[path].append(move)
            lines[(*path, move)] = []
    nodes: list[StudyNode] = []

    def add(path: tuple[str, ...], parent: int) -> None:
        for move in lines[path]:
            comment = rng.choice(("", "", "good { } [Game \n <b>", "+1.23", "é"))
            nodes.append(StudyNode(parent, move, comment, rng.choice(GLYPHS)))
            add((*path, move), len(nodes) - 1)

    add((), -1)
    return tuple(nodes)


def study(game: str, *chapters: NewChapter) -> Study:
    stored = tuple(
        Chapter(**{**vars(chapter), "number": number}) for number, chapter in enumerate(chapters)
    )
    return Study(
        *("abcdefgh", 1, "Ada", "All of it", game, "public", 1, MOMENT, MOMENT), chapters=stored
    )


@pytest.mark.parametrize("game", [game.name for game in outwit.all_games()])
@pytest.mark.parametrize("write", ["text", "json"])
def test_all_chapters_come_back_from_records(game: str, write: str) -> None:
    rng = Random(game)
    start = outwit.game(game).start()
    later = start.after(start.legal_moves[0])
    chapters = [
        by_the_rules(game, NewChapter("One & one", {}, "", "Begin.", tree(start, rng, 30))),
        by_the_rules(game, NewChapter("One & one", {}, later.text, "", tree(later, rng, 12))),
        by_the_rules(game, NewChapter("Nothing yet")),
    ]
    records = list(records_of(study(game, *chapters)))
    if write == "text":
        text = "".join(map(write_record, records))
        assert list(read_records(text.splitlines())) == records
    else:
        text = "\n".join(map(to_json, records))
    assert read_chapters(text) == (game, tuple(chapters))


def test_a_played_game_is_a_chapter_with_its_players() -> None:
    text = (
        '[Game "ataxx"]\n[First "Ada"]\n[Second "Bo"]\n\n1. f1 {!? why not} a2 {-0.50/4 0.1s} *\n'
    )
    game, (chapter,) = read_chapters(text)
    assert (game, chapter.title) == ("ataxx", "Ada – Bo")
    assert chapter.nodes == (StudyNode(-1, "f1", "why not", "!?"), StudyNode(0, "a2"))
    assert chapter.start == outwit.game("ataxx").start().text
    assert [each["label"] for each in shown_nodes(start_of(game, chapter), chapter.nodes)]


def test_a_move_against_the_rules_is_named_by_its_node() -> None:
    nodes = (StudyNode(-1, "f1"), StudyNode(0, "f1"))
    with pytest.raises(UsageError, match="node 1: move 'f1' is not legal"):
        by_the_rules("ataxx", NewChapter("One", nodes=nodes))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        '[Game "chess"]\n\n*\n',
        '[Game "ataxx"]\n\n1. f1 f1 *\n',
        '[Game "ataxx"]\n\n*\n\n[Game "push"]\n\n*\n',
        '[Game "ataxx"]\n[Start "nonsense"]\n\n*\n',
        '{"game": "ataxx", "moves": ' + "[" * 100_000,
        '[Game "ataxx"]\n\n' + "f1 " * (MOST_NODES + 1) + "*\n",
        '[Game "ataxx"]\n\n*\n\n' * 100,
    ],
)
def test_a_bad_text_is_refused_with_one_line(text: str) -> None:
    with pytest.raises(OutwitError) as error:
        read_chapters(text)
    assert "\n" not in str(error.value)


def test_a_tree_in_circles_or_too_large_is_refused() -> None:
    for parent in (0, 1, -2):
        with pytest.raises(UsageError, match="parent"):
            by_the_rules("ataxx", NewChapter("One", nodes=(StudyNode(parent, "f1"),)))
    many = (StudyNode(-1, "f1"),) * (MOST_NODES + 1)
    with pytest.raises(TooMany):
        by_the_rules("ataxx", NewChapter("One", nodes=many))
