from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops, ImageStat

from docs.pictures import after, records
from outwit.drawing import raster
from outwit.drawing.png import to_png
from outwit.drawing.raster import draw_png
from outwit.errors import UnknownSquare, UsageError
from outwit.records.record import GameRecord

RECORDS = {record.game: record for record in records()}
# The mean difference of pixels, from 0 to 255, that comes from moving pieces to whole pixels.
SLIGHT = 4.0


def picture(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def difference(one: bytes, other: bytes) -> float:
    return max(ImageStat.Stat(ImageChops.difference(picture(one), picture(other))).mean)


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
@pytest.mark.parametrize("flipped", [False, True])
def test_the_picture_is_that_of_the_svg(record: GameRecord, flipped: bool) -> None:
    position = after(record, len(record.moves) // 2)
    other = after(record, len(record.moves) // 4)
    theme = "dark" if flipped else "light"
    whole = to_png(position.svg(theme=theme, flipped=flipped, size=480))
    drawn = draw_png(position, theme=theme, flipped=flipped, size=480)
    wrong = draw_png(other, theme=theme, flipped=flipped, size=480)
    assert picture(drawn).size == picture(whole).size
    assert difference(drawn, whole) < SLIGHT
    assert difference(wrong, whole) > difference(drawn, whole)


def test_marks_on_squares_are_in_it() -> None:
    position = after(RECORDS["ataxx"], 20)
    plain = draw_png(position, last_move=False)
    for marks in (
        {"selected": ["a1"]},
        {"targets": ["b2"]},
        {"danger": ["c7"]},
        {"last_move": True},
        {"coordinates": False},
    ):
        marked = draw_png(position, **{"last_move": False, **marks})  # type: ignore[arg-type]
        whole = to_png(position.svg(**{"last_move": False, **marks}))  # type: ignore[arg-type]
        assert difference(marked, whole) < SLIGHT
        assert marked != plain


def test_arrows_are_drawn_with_the_whole() -> None:
    position = after(RECORDS["ataxx"], 20)
    assert draw_png(position, arrows=[("a1", "c3")]) == to_png(position.svg(arrows=[("a1", "c3")]))


def test_without_the_library_for_it_the_whole_is_rendered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "has_pillow", lambda: False)
    position = after(RECORDS["push"], 0)
    assert draw_png(position) == to_png(position.svg())


def test_what_cannot_be_drawn_is_refused() -> None:
    position = after(RECORDS["ataxx"], 0)
    with pytest.raises(UsageError, match="theme auto is only for SVG"):
        draw_png(position, theme="auto")
    with pytest.raises(UnknownSquare):
        draw_png(position, targets=["z9"])
