"""``outwit movie`` and ``outwit tournament movies``: what they write, and what they refuse."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL.Image import Image

from outwit.arena.store import Store, open_store
from outwit.cli.commands import run_command
from outwit.movies.film import Scene
from outwit.movies.painter import Painter
from outwit.movies.stage import Box
from outwit.records.writer import write_record
from outwit.reports.gallery import as_gallery
from outwit.reports.highlights import highlights
from tests.cli.command import outwit, outwit_process, refusal
from tests.movies.films import HOSTILE, record

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "game.txt"
    path.write_text(write_record(record(moves=4)))
    return str(path)


def test_everything_is_written_and_named(game: str, tmp_path: Path) -> None:
    names = [str(tmp_path / name) for name in ("a.gif", "s.png", "c.svg")]
    answer = outwit("movie", game, "-o", names[0], "--sheet", names[1], "--plot", names[2],
                    "--size", "160", "--theme", "dark", "--flip")  # fmt: skip
    assert answer == ("\n".join(names) + "\n", "", 0)
    beginnings = [Path(name).read_bytes()[:4] for name in names]
    assert beginnings == [b"GIF8", b"\x89PNG", b"<svg"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("-o", "{}/a.avi"), ".gif or .mp4"),
        (("--sheet", "{}/a.gif"), ".svg or .png"),
        (("-o", "{}/a.gif", "--game", "2"), "--game 2: the file has 1 game"),
        (("-o", "{}/no/a.gif"), "cannot be written"),
        (("-o", "{}/a.gif", "--seconds", "0"), "seconds"),
        (("-o", "{}/a.gif", "--size", "5"), "size"),
        (("-o", "{}/a.gif", "--theme", "auto"), "theme"),
        ((), "no output is given"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(
    game: str, tmp_path: Path, words: tuple[str, ...], reason: str
) -> None:
    assert reason in refusal("movie", game, *(word.format(tmp_path) for word in words))
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the file has 0 games"),
        ("hello", "line 1: a game begins with a Game tag"),
        ('[Game "ataxx"]\n\n1. b7 zz 1-0', "line 3: move 2"),
        ('[Game "chess"]\n\n1. e4 *', "line 1: "),
        ('[Game "ataxx"]\n[Start "nonsense"]\n\n*', "line 1: "),
        ("\x00\xff\n", "holds no games: it is not text in UTF-8"),
    ],
)
def test_a_damaged_record_leaves_nothing_behind(tmp_path: Path, text: str, reason: str) -> None:
    path, film = tmp_path / "game.txt", tmp_path / "film.gif"
    path.write_text(text)
    film.write_text("the old film")
    assert reason in refusal("movie", str(path), "-o", str(film))
    assert film.read_text() == "the old film"
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize(
    ("library", "ending", "extra"),
    [("av", "mp4", "video"), ("PIL", "gif", "pictures"), ("resvg_py", "gif", "pictures")],
)
def test_a_missing_library_is_named(
    game: str, tmp_path: Path, library: str, ending: str, extra: str
) -> None:
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / f"{library}.py").write_text("raise ImportError")
    answer = outwit_process(
        "movie", game, "-o", str(tmp_path / f"a.{ending}"), PYTHONPATH=str(hidden)
    )
    assert answer.status == 2
    assert answer.err.count("\n") == 1
    assert f"pip install 'outwit[{extra}]'" in answer.err
    assert not (tmp_path / f"a.{ending}").exists()


def test_a_full_disk_is_told_in_one_line(game: str) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full")
    link = Path(game).with_name("full.gif")
    link.symlink_to("/dev/full")
    answer = outwit("movie", game, "-o", str(link), "--size", "160")
    assert answer.status == 2
    assert answer.err == f"outwit: {str(link)!r} cannot be written: No space left on device\n"


@pytest.mark.parametrize("ending", ["gif", "mp4"])
def test_an_interrupted_film_leaves_nothing_behind(
    game: str, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenes: list[Scene] = []

    def paint(painter: Painter, scene: Scene) -> tuple[Image, list[Box]]:
        scenes.append(scene)
        if scene.number == 3:
            raise KeyboardInterrupt
        return whole(painter, scene)

    whole = Painter.paint
    monkeypatch.setattr(Painter, "paint", paint)
    folder = Path(game).parent
    with pytest.raises(KeyboardInterrupt):
        run_command(["movie", game, "-o", str(folder / f"film.{ending}"), "--size", "160"])
    assert len(scenes) >= 4
    assert [path.name for path in folder.iterdir()] == ["game.txt"]


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cup") / "cup.db"
    bots = ("random", "careful", "engine:level=1")
    made = outwit(
        "tournament", "new", str(path), "santorini", *bots, "--name", "<b>", "--seed", "1"
    )
    assert made.status == 0
    assert outwit("tournament", "run", str(path), "--jobs", "1").status == 0
    return path


def test_the_best_games_of_a_tournament_are_filmed_and_listed(cup: Path, tmp_path: Path) -> None:
    folder = tmp_path / "films"
    answer = outwit("tournament", "movies", str(cup), "--best", "2", "--format", "gif",
                    "-o", str(folder), "--size", "160")  # fmt: skip
    assert answer.status == 0, answer
    names = sorted(path.name for path in folder.iterdir())
    assert names[0].startswith("01-")
    assert names[1].startswith("02-")
    assert names[2:] == ["index.html"]
    assert answer.out.split() == [str(folder / name) for name in names]
    page = (folder / "index.html").read_text()
    assert all(f'src="{name}"' in page for name in names[:2])
    assert "<h1>&lt;b&gt;</h1>" in page


def test_each_kind_of_game_is_found_and_none_twice(cup: Path) -> None:
    store = open_store(str(cup))
    found = list(highlights(store, 99, print))
    assert len(found) == store.count()
    assert {highlight.kind for highlight in found} >= {"longest", "closest"}
    upsets = [highlight for highlight in found if highlight.kind == "upset"]
    # The first upset is taken before the longest game is looked for.
    lengths = [
        (len(highlight.film.record.moves), highlight.kind)
        for highlight in found
        if highlight not in upsets[:1]
    ]
    assert lengths[0] == (max(length for length, _ in lengths), "longest")
    assert all("Elo lower" in highlight.why and "-beats-" in highlight.name for highlight in upsets)
    assert len({highlight.name for highlight in found}) == len(found)


def copied(cup: Path, folder: Path) -> Store:
    """Return a copy of a tournament's file, to be changed."""
    copy = folder / "cup.db"
    open_store(str(cup)).connection.execute("vacuum into ?", (str(copy),))
    return open_store(str(copy))


def test_a_forfeited_game_is_neither_an_upset_nor_close(cup: Path, tmp_path: Path) -> None:
    store = copied(cup, tmp_path)
    with store.connection:
        store.connection.execute("update games set fault_of = first, termination = 'bot-crash'")
    assert {highlight.kind for highlight in highlights(store, 99, print)} == {"longest"}


def test_a_damaged_game_of_a_tournament_is_told_and_left_out(cup: Path, tmp_path: Path) -> None:
    store = copied(cup, tmp_path)
    with store.connection:
        store.connection.execute("update games set record = 'x' where number = 0")
    faults: list[str] = []
    found = list(highlights(store, 99, faults.append))
    assert len(found) == store.count() - 1
    assert len(faults) == 1
    assert faults[0].startswith("game 1: line 1: ")


def test_names_on_the_page_are_harmless(cup: Path) -> None:
    highlight = next(highlights(open_store(str(cup)), 1, print))
    for name in HOSTILE:
        highlight.film.record = record(moves=1, players=(name, name))
        page = as_gallery(name, [("a.mp4", highlight)])
        assert "<script" not in page
        page.encode()


def test_a_folder_that_cannot_be_made_is_told(cup: Path) -> None:
    for folder in (str(cup), "/dev/null/films"):
        assert repr(folder) in refusal("tournament", "movies", str(cup), "-o", folder)


def test_a_tournament_without_games_has_no_films(tmp_path: Path) -> None:
    path = str(tmp_path / "cup.db")
    assert outwit("tournament", "new", path, "push", "random", "careful").status == 0
    assert "no games" in refusal("tournament", "movies", path, "-o", str(tmp_path / "films"))
