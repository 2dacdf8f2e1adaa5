"""Pages that show games."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from typing import Any

import pytest

import outwit
from outwit.arena.manifest import Manifest
from outwit.arena.openings import Book
from outwit.arena.referee import Terms
from outwit.arena.schedule import Pairing, Schedule
from outwit.arena.store import FinishedGame, Store, create_store
from outwit.arena.tournament import Tournament
from outwit.core.game import Game
from outwit.drawing.frames import FrameMaker
from outwit.errors import GameFault
from outwit.players.roster import BotSpec, read_spec
from outwit.ratings.rating import Rating
from outwit.records.endings import CALLED_OFF, FORFEITS, LOSSES, REASONS, SETTLED, reason
from outwit.records.reader import read_records
from outwit.records.record import GameRecord, PlayedMove
from outwit.records.replay import replay
from outwit.records.writer import write_record
from outwit.reports import rounds
from outwit.reports.album import Album, Camera, album_of
from outwit.reports.page import as_html
from outwit.reports.played import Played
from outwit.reports.rendering import data
from outwit.reports.selection import select
from outwit.reports.settings import in_words
from outwit.reports.summary import summary_of
from tests.reports.test_report import HOSTILE, Page

GAMES = outwit.all_games()
FIRST_POSITION = "x5o/7/7/7/7/7/o5x x 0 1"


def cup(game: str = "ataxx", bots: tuple[str, ...] = ("one", "two"), games: int = 4) -> Store:
    """Return the file of a tournament, played."""
    specs = tuple(BotSpec(name, "random") for name in bots)
    schedule = Schedule("round-robin", len(bots), pairs=games // 2)
    manifest = Manifest("Cup", game, specs, schedule, Terms(), Book(), 1).with_hashes()
    store = create_store(":memory:", manifest)
    Tournament(store).run()
    return store


def page_of(store: Store) -> str:
    summary = summary_of(store)
    return as_html(summary, album_of(store, summary))


def data_in(text: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text)
    assert found is not None
    value = json.loads(found[1])
    assert isinstance(value, dict)
    return value


def unpacked(text: str, digits: list[int]) -> dict[int, int]:
    """Read packed pairs, as the page's script does."""
    wide, narrow = digits
    step = wide + narrow
    starts = range(0, len(text), step)
    return {int(text[i : i + wide], 36): int(text[i + wide : i + step], 36) for i in starts}


def shown_at(found: dict[str, Any], number: int, ply: int) -> dict[tuple[int, int], str]:
    """Return what the page's script shows after some moves, as a frame."""
    game = found["games"][number]
    board = found["boards"][game["b"]]
    state = unpacked(board["base"], board["digits"])
    for packed in game["f"].split("|")[: ply + 1]:
        state |= unpacked(packed, board["digits"])
    return {tuple(board["cells"][cell]): found["arts"][art] for cell, art in state.items() if art}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_position_of_every_game_is_as_drawn(game: Game) -> None:
    store = cup(game.name)
    found = data_in(page_of(store))
    maker = FrameMaker(game)
    assert [each["n"] for each in found["games"]] == [0, 1, 2, 3]
    for number, finished in enumerate(store.finished()):
        record = next(iter(read_records(finished.record.splitlines())))
        position = replay(record)
        moves = [found["moves"][index] for index in found["games"][number]["m"]]
        assert tuple(text for text, _ in moves) == position.played
        for ply in range(len(moves), -1, -1):
            last = position.last_move
            squares = () if last is None else last.squares
            assert shown_at(found, number, ply) == maker.frame(position, squares)
            if last is not None:
                assert moves[ply - 1][1] == last.label
                position.undo()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_page_has_every_artwork_and_board_that_its_games_use(game: Game) -> None:
    text = page_of(cup(game.name))
    page, found = Page(text), data_in(text)
    ids = set(re.findall(r' id="([^"]+)"', text))
    assert set(found["arts"]) - {""} <= ids
    for number, board in enumerate(found["boards"]):
        assert {f"backdrop-{number}", f"labels-{number}", f"flipped-{number}"} <= ids
        assert {square for _, square in board["cells"]} <= set(range(len(board["corners"])))
    assert len(re.findall(r' id="[^"]+"', text)) == len(ids)
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= ids
    assert {link[1:] for link in page.links} == {f"game-{n}" for n in (1, 2, 3, 4)}


def test_only_our_script_may_run() -> None:
    text = page_of(cup())
    scripts = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    assert len(scripts) == 1
    assert len(Page(text).inside["script"]) == 2
    allowed = b64encode(sha256(scripts[0].encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{allowed}'" in text
    assert not re.search(r"innerHTML|insertAdjacent|eval\(|document\.write", scripts[0])
    for word in ("http://", "https://", "@import"):
        assert word not in text.replace('"http://www.w3.org/2000/svg"', "")


def hostile_cup() -> Store:
    """Return a tournament in which names, records and codes are markup."""
    bots = tuple(BotSpec(name, "random") for name in HOSTILE)
    schedule = Schedule("round-robin", len(bots))
    manifest = Manifest(HOSTILE[2], "ataxx", bots, schedule, Terms(), Book(), 1).with_hashes()
    store = create_store(":memory:", manifest)
    record = GameRecord(
        "ataxx", (HOSTILE[0], HOSTILE[1]), FIRST_POSITION, {},
        (PlayedMove("b7", score="</script><b>"),), "1-0", "resigned", {}, HOSTILE[0],
    )  # fmt: skip
    good = write_record(record)
    texts = [
        good,
        good.replace("b7", "g1"),
        good.replace('"ataxx"', '"push"'),
        "</script><script>alert(1)</script>",
        "",
        "\x00\ud800".encode("utf-8", "replace").decode(),
    ]
    store.add(
        FinishedGame(Pairing(number, 0, number, number + 1, 0), "1-0", HOSTILE[0], 1, None, text)
        for number, text in enumerate(texts)
    )
    return store


def test_hostile_names_and_records_stay_harmless() -> None:
    text = page_of(hostile_cup())
    page, found = Page(text), data_in(text)
    assert len(page.inside["script"]) == 2
    assert not page.tags & {"img", "iframe", "link", "form"}
    assert not any(name.startswith("on") for name in page.attributes)
    assert all(re.fullmatch(r"#game-\d+", link) for link in page.links)
    assert text.count("</script") == 2
    assert "<script>alert" not in text
    assert not set("\x00\x1b\u202e\ud800") & set(text)
    assert found["names"][0] == HOSTILE[0]
    assert found["games"][0]["e"] == ["</script><b>"]
    text.encode()


def test_a_record_that_cannot_be_replayed_is_shown_as_far_as_it_goes() -> None:
    games = data_in(page_of(hostile_cup()))["games"]
    assert "x" not in games[0]
    assert games[1]["x"].startswith("The record cannot be shown to its end: move 1: ")
    assert games[1]["f"].count("|") == len(games[1]["m"]) == 0
    assert games[2]["x"].endswith(": it is a game of push")
    assert games[4]["x"] == "There is no record of this game."
    assert all("x" in game for game in games[1:])


def test_data_cannot_end_its_element() -> None:
    text = data({"</script>": "<!-- & \u2028 \ud800"})
    assert not set("<>&\u2028") & set(text)
    assert json.loads(text) == {"</script>": "<!-- & \u2028 \ud800"}


def test_a_game_without_a_board_is_shown_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_board(*_: object) -> None:
        raise GameFault("shows no board")

    monkeypatch.setattr(FrameMaker, "frame", no_board)
    camera = Camera(outwit.game("ataxx"), ["one", "two"])
    record = GameRecord(
        "ataxx", ("", ""), FIRST_POSITION, {}, (PlayedMove("b7"),), "1-0", "", {}
    )  # fmt: skip
    camera.take(Played(0, 0, 0, 1, "1-0", "resigned", 1), write_record(record))
    (game,) = camera.data()["games"]
    assert game["t"] == [str(replay(record.replace(moves=()))), str(replay(record))]
    assert "f" not in game
    assert game["s"] == "one (Red) wins: two (Blue) resigned"


def test_results_are_told_in_a_sentence() -> None:
    store = cup()
    ataxx = outwit.game("ataxx")
    reasons = {termination.code: termination.reason for termination in ataxx.start().terminations}
    for game, finished in zip(
        data_in(page_of(store))["games"], store.finished(), strict=True
    ):  # fmt: skip
        names = ("one", "two") if finished.pairing.first == 0 else ("two", "one")
        why = reasons[finished.termination]
        sentences = {
            "1-0": f"{names[0]} (Red) wins: {why}",
            "0-1": f"{names[1]} (Blue) wins: {why}",
            "1/2-1/2": f"Draw: {why}",
        }
        assert game["s"] == sentences[finished.result]


def test_every_ending_has_a_reason() -> None:
    assert set(LOSSES) == FORFEITS
    assert set(REASONS) == SETTLED | CALLED_OFF
    assert reason(outwit.game("ataxx"), "bot-crash", "ann") == "ann crashed"
    assert reason(outwit.game("ataxx"), "<odd>") == "<odd>"


def many(number: int, plies: int = 10) -> list[Played]:
    return [Played(i, 0, i % 2, 1 - i % 2, "1-0", "x", plies + i % 7) for i in range(number)]


def test_of_too_many_games_surprises_long_ones_and_the_latest_are_kept() -> None:
    strong, weak = Rating(200.0, 0, 0, 1, 1), Rating(-200.0, 0, 0, 1, 0)
    games = many(100)
    # Player 1 is the weak one and wins when the number is odd.
    kept = select(games, (strong, weak), most=9)
    numbers = [game.number for game in kept]
    assert numbers == sorted(numbers)
    assert len(kept) == 9
    assert {97, 98, 99} <= set(numbers)
    assert sum(game.plies == 16 for game in kept) >= 3
    assert sum(game.number % 2 for game in kept if game.number < 90) >= 3
    assert select(games, (strong, weak)) == games
    few = select(games, (strong, weak), most_plies=50)
    assert 0 < sum(game.plies for game in few) <= 50


def test_a_page_says_which_games_it_leaves_out(monkeypatch: pytest.MonkeyPatch) -> None:
    store = cup(games=12)
    monkeypatch.setattr("outwit.reports.selection.select.__defaults__", (5, 10_000))
    monkeypatch.setattr(rounds, "MOST_LISTED", 10)
    text = page_of(store)
    assert len(data_in(text)["games"]) == 5
    assert "5 of 12 games can be stepped through" in text
    assert "Not listed: 7 more games." in text
    assert len(Page(text).links) == 5


def test_pairings_are_listed_round_by_round_with_their_results() -> None:
    store = cup(bots=("a", "b", "c"), games=2)
    with store.connection:
        store.connection.execute("update games set result = '1-0', round = number / 4")
    text = page_of(store)
    heads = re.findall(r"<summary>(Round \d) <span class=\"soft\">([^<]+)<", text)
    assert heads == [("Round 1", "4 games"), ("Round 2", "2 games")]
    rows = re.findall(r"<bdi>(\w)</bdi></td><td><b>(\S+)</b>–<b>(\S+)</b></td>", text)
    assert rows == [("a", "1", "1"), ("a", "1", "1"), ("b", "1", "1")]
    assert 'href="#game-2" aria-label="Game 2: a lost"' in text


def test_a_thousand_games_are_a_page_of_a_few_megabytes() -> None:
    game = outwit.game("ataxx")
    store = cup(games=20)
    camera = Camera(game, ["one", "two"])
    for finished in store.finished():
        pairing = finished.pairing
        played = Played(pairing.number, 0, pairing.first, pairing.second, finished.result, "", 0)
        camera.take(played, finished.record)
    found = camera.data()
    plies = sum(len(each["m"]) for each in found["games"])
    # Apart from what is shared, a move takes some 30 bytes: 1,000 games of 100 moves 3 MB.
    assert len(data(found["games"])) < 40 * plies
    assert len(data(found["moves"])) < 400_000


def test_settings_are_words_and_not_json() -> None:
    bots = tuple(map(read_spec, ("random", "mine=ugi:./mine --fast", "engine:depth=3")))
    manifest = Manifest("c", "ataxx", bots, Schedule("swiss", 3, 5, 2), Terms(), Book(), 7)
    words = dict(in_words(json.loads(manifest.to_json())))
    assert words["rounds"] == "5"
    assert words["time"] == "unlimited"
    assert words["games in an encounter"] == "4, each opening with both colours"
    assert words["bot mine"].startswith("ugi: ./mine --fast")
    assert words["bot engine:depth=3"] == "engine, depth 3"
    assert not any(set("{}[]") & set(value) for value in words.values())
    odd = {"a_b": {"c": [1, 2]}, "d": None, "e": [{"f": "g"}]}
    assert list(in_words(odd)) == [("a b c", "1, 2"), ("e 1 f", "g")]


def test_a_tournament_without_games_or_of_an_unknown_game_has_a_page() -> None:
    store = cup()
    summary = summary_of(store)
    for album in (Album(), Album(None, tuple(many(3)))):
        text = as_html(summary, album)
        Page(text)
        assert "<script" not in text
