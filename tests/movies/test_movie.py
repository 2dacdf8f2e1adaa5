"""Films, read back from their files."""

from __future__ import annotations

import gc
from io import BytesIO
from xml.etree import ElementTree as ET

import av
import pytest
from PIL import Image, ImageChops, ImageStat

import outwit
from examples.games import tictactoe
from outwit.errors import UsageError
from outwit.movies import movie
from outwit.movies.film import Film, Scene
from outwit.movies.movie import form_of, make_movie
from outwit.movies.pace import FASTEST, SLOWEST, Pace, pace_of
from outwit.movies.painter import Painter
from outwit.movies.stage import Box, Stage, Style
from outwit.records.entry import Entry
from outwit.records.replay import from_position
from tests.movies.films import HOSTILE, film

pytestmark = pytest.mark.compiled_only

SMALL = Style(size=200)
GAMES = [game.name for game in outwit.all_games()]


def nothing() -> None:
    """Do nothing after a scene."""


def distance(one: Image.Image, other: Image.Image) -> float:
    """Return by how much two pictures differ on average, from 0 to 255."""
    means = ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean
    return sum(means) / len(means)


def full(stage: Stage, scene: Scene) -> Image.Image:
    """Return a scene that is painted alone."""
    return Painter(stage).paint(scene)[0]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("theme", "flipped"), [("light", False), ("dark", True)])
def test_painting_what_has_changed_gives_the_whole_picture(
    name: str, theme: str, flipped: bool
) -> None:
    stage = Stage(film(name, 9), Style(200, theme, flipped))
    painter = Painter(stage)
    for scene in stage.film.scenes():
        image, _ = painter.paint(scene)
        assert not ImageChops.difference(image, full(stage, scene)).getbbox(), scene.number


def test_little_is_painted_after_the_first_scene() -> None:
    stage = Stage(film(moves=6, told=False), SMALL)
    painter = Painter(stage)
    areas = [
        sum(box.width * box.height for box in painter.paint(scene)[1])
        for scene in stage.film.scenes()
    ]
    assert areas[0] == stage.width * stage.height
    assert sum(areas[1:]) / len(areas[1:]) < areas[0] / 2


@pytest.mark.parametrize("told", [True, False])
def test_a_gif_shows_every_scene_for_its_time(told: bool) -> None:
    shown = film(moves=8, told=told)
    stage = Stage(shown, SMALL)
    data = make_movie(shown, ".gif", SMALL, Pace(500), nothing)
    with Image.open(BytesIO(data)) as gif:
        assert gif.size == (stage.width, stage.height)
        assert gif.n_frames == len(shown) == 10  # type: ignore[attr-defined]
        times = []
        for number, scene in enumerate(shown.scenes()):
            gif.seek(number)
            times.append(gif.info["duration"])
            assert distance(gif, full(stage, scene)) < 1.5, number
    assert times == [1500, *[500] * 8, 4000]


def test_an_mp4_shows_every_scene_for_its_time() -> None:
    shown = film(moves=8)
    stage = Stage(shown, SMALL)
    data = make_movie(shown, ".mp4", SMALL, Pace(500), nothing)
    with av.open(BytesIO(data), "r") as container:
        stream = container.streams.video[0]
        assert (stream.width, stream.height) == (stage.width, stage.height)
        assert stream.codec_context.name == "h264"
        assert stream.codec_context.pix_fmt == "yuv420p"
        assert stream.duration is not None
        assert stream.time_base is not None
        assert float(stream.duration * stream.time_base) == pytest.approx(1.5 + 8 * 0.5 + 4)
        frames = [
            (frame.time, frame.to_image())  # type: ignore[no-untyped-call]
            for frame in container.decode(stream)
        ]
    # No picture lasts longer than a second, so the start is there twice and the end four times.
    assert [time for time, _ in frames] == pytest.approx(
        [0, 1, *(1.5 + 0.5 * move for move in range(8)), *(5.5 + second for second in range(4))]
    )
    scenes = [(scene.number, full(stage, scene)) for scene in shown.scenes()]
    assert distance(frames[0][1], scenes[0][1]) < 4
    assert distance(frames[-1][1], scenes[-1][1]) < 4
    assert distance(frames[-1][1], scenes[0][1]) > 4


@pytest.mark.parametrize("size", [160, 201, 333])
@pytest.mark.parametrize("name", ["push", "santorini"])
def test_both_sides_of_a_film_are_even_at_any_size(name: str, size: int) -> None:
    stage = Stage(film(name, 2), Style(size))
    assert stage.width % 2 == stage.height % 2 == 0


@pytest.mark.parametrize("form", [".gif", ".mp4"])
def test_no_picture_is_held_while_a_film_is_made(form: str) -> None:
    shown = film(moves=30, told=False)
    stage = Stage(shown, SMALL)
    alive: list[int] = []
    done: list[None] = []
    # What other tests have left need not be looked at.
    gc.collect()
    gc.freeze()

    def count() -> None:
        done.append(None)
        if len(done) % 8:
            return
        gc.collect()
        whole = (stage.width, stage.height)
        alive.append(
            sum(
                isinstance(thing, Image.Image) and thing.size == whole for thing in gc.get_objects()
            )
        )

    make_movie(shown, form, SMALL, Pace(100), count)
    assert len(done) == len(shown) == 32
    assert len(alive) == 4
    assert 1 <= min(alive) <= max(alive) <= 8


def test_after_an_error_the_writer_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []

    class Broken:
        def __init__(self, file: object, stage: Stage) -> None:
            pass

        def begin(self) -> None:
            pass

        def add(self, image: object, boxes: list[Box], milliseconds: int) -> None:
            raise KeyboardInterrupt

        def finish(self) -> None:
            raise AssertionError

        def close(self) -> None:
            closed.append(True)

    monkeypatch.setitem(movie.WRITERS, ".gif", Broken)
    with pytest.raises(KeyboardInterrupt):
        make_movie(film(moves=2), ".gif", SMALL, Pace(100), nothing)
    assert closed == [True]


@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_can_be_drawn(name: str) -> None:
    shown = film(moves=1, players=(name, name))
    stage = Stage(shown, SMALL)
    for scene in shown.scenes():
        for part in stage.parts(scene):
            svg = stage.cut(part.box, part.body)
            ET.fromstring(svg)
            assert "<script" not in svg
    assert full(stage, scene).size == (stage.width, stage.height)


def test_a_long_name_is_cut_and_leaves_the_clock_free() -> None:
    long, short = (
        Stage(film(moves=3, players=(name, "Ben")), SMALL) for name in ("N" * 10_000, "Ann")
    )
    for stage in (long, short):
        assert stage.names[0][0].endswith("…") == (stage is long)
    strip = long.strips[0]
    right = (strip.width - round(long.plates), strip.y, strip.width, strip.y + strip.height)
    first, second = (
        full(stage, list(stage.film.scenes())[-1]).crop(right) for stage in (long, short)
    )
    assert distance(first, second) == 0


def test_long_games_go_faster_and_unwatchable_paces_are_refused() -> None:
    assert pace_of(film(moves=3), None).move == SLOWEST * 1000
    long = film("jesonmor", 2)
    long.record = long.record.replace(moves=long.record.moves * 1000)
    assert pace_of(long, None).move == FASTEST * 1000
    assert pace_of(long, 2.5).move == 2500
    for seconds in (0.0, -1.0, 61.0, float("nan")):
        with pytest.raises(UsageError, match="seconds"):
            pace_of(long, seconds)


def test_a_game_without_moves_is_a_start_and_an_ending() -> None:
    shown = film(moves=0)
    assert [bool(scene.ending) for scene in shown.scenes()] == [False, True]
    assert make_movie(shown, ".gif", SMALL, Pace(100), nothing).startswith(b"GIF89a")


def test_a_movie_is_a_gif_or_an_mp4() -> None:
    assert [form_of(name) for name in ("a.gif", "b.MP4")] == [".gif", ".mp4"]
    for name in ("a.avi", "gif", ""):
        with pytest.raises(UsageError, match=r"\.gif or \.mp4"):
            form_of(name)


@pytest.mark.parametrize(("style", "what"), [(Style(10), "size"), (Style(200, "auto"), "theme")])
def test_a_style_that_cannot_be_is_refused(style: Style, what: str) -> None:
    with pytest.raises(UsageError, match=what):
        Stage(film(moves=1), style)


def test_a_film_of_a_sixth_game_needs_no_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outwit.records.replay.game_named", lambda name: tictactoe.GAME)
    position = tictactoe.GAME.start()
    for _ in range(5):
        position.play(position.legal_moves[0])
    shown = Film(Entry(from_position(tictactoe.GAME, position, ("Ann", "Ben")), 1, {}, []))
    data = make_movie(shown, ".gif", SMALL, Pace(100), nothing)
    with Image.open(BytesIO(data)) as gif:
        assert gif.n_frames == len(shown) == 7  # type: ignore[attr-defined]
