from __future__ import annotations

import csv
import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from outwit.arena.store import create_store, open_store
from outwit.cli.contest import FORFEITED
from outwit.cli.outputs import write_outputs
from outwit.errors import UsageError
from tests.arena.test_store import MANIFEST
from tests.cli.command import outwit, outwit_process, refusal

pytestmark = pytest.mark.compiled_only

GHOST = "ghost=ugi:/nonexistent/bot"
# Greets, and then ends whenever it is to move.
BROKEN = (
    "broken=ugi:sh -c 'while read line; do case $line in ugi) echo ugiok;; isready) echo readyok;; "
    "go*) echo goodbye >&2; exit 7;; esac; done'"
)


def test_a_match_shows_the_table_the_score_and_the_seed() -> None:
    words = ("match", "push", "one=random", "careful", "--games", "10", "--seed", "4")
    answer = outwit(*words, "--jobs", "1")
    assert (answer.status, answer.err) == (0, "")
    assert re.search(
        r"^one: \d+ won, \d+ drawn, \d+ lost; Elo .*better with", answer.out, re.MULTILINE
    )
    won, drawn, lost = map(int, re.findall(r"(\d+) (?:won|drawn|lost)", answer.out))
    assert won + drawn + lost == 10
    assert answer.out.endswith("seed 4\n")
    assert outwit(*words, "--jobs", "2") == answer


def test_a_level_without_the_engine_is_what_was_meant() -> None:
    said = refusal("match", "ataxx", "level3", "random")
    assert said == "there is no bot 'level3' for ataxx: did you mean 'engine:level=3'?"
    # Where a game's own bots have such names, they stay the first suggestion of the rest.
    assert "did you mean 'level7'" in refusal("match", "advance", "levle7", "random")


def test_a_match_without_a_seed_says_which_one_it_took() -> None:
    words = ("match", "push", "random", "careful", "--games", "4", "--jobs", "1")
    answer = outwit(*words)
    seed = answer.out.split()[-1]
    assert outwit(*words, "--seed", seed) == answer


def test_the_records_of_a_match_are_good(tmp_path: Path) -> None:
    records, save = tmp_path / "games.txt", tmp_path / "match.db"
    answer = outwit(
        *("match", "ataxx", "random", BROKEN, "--games", "3", "--jobs", "1", "--seed", "1"),
        *("--records", str(records), "--save", str(save)),
    )
    assert answer.status == FORFEITED
    assert "playing 4 games: each opening with both colours\n" in answer.err
    assert "broken forfeited 4 games: 4 × bot-crash\n" in answer.out
    assert "broken: 4 × bot-crash\n    Fault: " in answer.out
    assert outwit("check", str(records)).out == f"{records}: 4 games, all good\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.txt", "match.db"]
    again = outwit("tournament", "resume", str(save), "--jobs", "1")
    assert again.status == FORFEITED
    assert again.out in answer.out


@pytest.mark.parametrize(
    "terms",
    [
        ("--time", "5+0.1", "--most-plies", "20"),
        ("--time", "1/move", "--solver-nodes", "100", "--most-plies", "20"),
        ("--opening-plies", "0", "--option", "rows=5", "--option", "columns=5"),
        ("--draw-score", "0.5", "--draw-moves", "2", "--balance", "2000"),
    ],
)
def test_a_match_on_other_terms_is_recorded_by_the_rules(
    terms: tuple[str, ...], tmp_path: Path
) -> None:
    path = str(tmp_path / "games.txt")
    words = ("match", "push", "random", "engine:nodes=20", "--games", "4", "--jobs", "1")
    answer = outwit(*words, *terms, "--records", path)
    assert answer.status == 0, answer.err
    assert outwit("check", path).out == f"{path}: 4 games, all good\n"


def test_a_match_begins_with_the_positions_of_a_file(tmp_path: Path) -> None:
    book, records = tmp_path / "book.txt", tmp_path / "games.txt"
    text = "0.0./0.5.3.0./0.0. O"
    book.write_text(f"# tiny\n{text}\n")
    words = ("match", "push", "random", "careful", "--games", "4", "--jobs", "1")
    assert outwit(*words, "--openings", str(book), "--records", str(records)).status == 0
    assert records.read_text().count(f'[Start "{text}"]') == 4


def test_a_test_says_what_it_found(tmp_path: Path) -> None:
    save = str(tmp_path / "test.db")
    words = ("sprt", "ataxx", "careful", "random", "--games", "6", "--seed", "2", "--most-plies")
    answer = outwit(*words, "60", "--jobs", "1", "--save", save)
    assert answer.status == 0
    assert re.fullmatch(
        r"careful: undecided: LLR .* for \[0, 10\], Elo .*, 6 games\nseed 2\n", answer.out
    )
    again = outwit("tournament", "resume", save, "--jobs", "1")
    assert again.out.splitlines()[-1] == answer.out.splitlines()[0].removeprefix("careful: ")


def test_a_test_ends_when_it_is_decided() -> None:
    answer = outwit(
        *("sprt", "ataxx", "engine:nodes=50", "random", "--elo0", "0", "--elo1", "200"),
        *("--seed", "1", "--jobs", "1", "--games", "2000"),
    )
    assert answer.out.startswith("engine:nodes=50: better: LLR ")
    games = re.search(r", (\d+) games$", answer.out, re.MULTILINE)
    assert games is not None
    assert int(games[1]) < 500


def test_a_tournament_is_set_up_played_and_reported(tmp_path: Path) -> None:
    path = str(tmp_path / "t.db")
    words = ("tournament", "new", path, "ataxx", "a=random", "b=random", "<i>=careful", BROKEN)
    answer = outwit(*words, "--pairs", "2", "--seed", "1", "--name", "<Cup>")
    assert answer.out == f"4 bots, round-robin, 24 games: outwit tournament run {path}\n"
    run = outwit("tournament", "run", path, "--jobs", "2")
    assert run.status == FORFEITED, run.err
    report = outwit("tournament", "report", path)
    assert report.out.startswith(run.out.partition("broken forfeited")[0].rstrip())
    for text in (run.out, report.out):
        assert "broken forfeited 12 games: 12 × bot-crash\n" in text

    names = {kind: str(tmp_path / f"out.{kind}") for kind in ("html", "csv", "json", "records")}
    options = [word for kind, name in names.items() for word in (f"--{kind}", name)]
    written = outwit("tournament", "report", path, *options)
    assert written.out.splitlines() == list(names.values())
    page = Path(names["html"]).read_text()
    assert "&lt;Cup&gt;" in page
    assert "<Cup>" not in page
    with open(names["csv"], newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert len({len(row) for row in rows}) == 1
    assert {"a", "b", "<i>", "broken"} <= {word for row in rows for word in row}
    assert "broken" in json.dumps(json.loads(Path(names["json"]).read_text()))
    checked = outwit("check", names["records"])
    assert checked.out == f"{names['records']}: 24 games, all good\n"


def test_a_report_goes_to_standard_output_for_a_dash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outwit("tournament", "new", "cup.db", "ataxx", "a=random", "b=random", "--seed", "1")
    outwit("tournament", "run", "cup.db", "--jobs", "1")
    assert "<title>cup</title>" in outwit("tournament", "report", "cup.db", "--html", "-").out
    table = outwit("tournament", "report", "cup.db", "--csv", "-")
    assert (table.err, table.status) == ("", 0)
    assert table.out.splitlines()[0].startswith("rank,name,games")
    assert len(table.out.splitlines()) == 3
    games = outwit("tournament", "report", "cup.db", "--records", "-").out
    assert games.count("[Result ") == 2
    assert not (tmp_path / "-").exists()


def test_a_tournament_that_nobody_has_played_can_be_reported(tmp_path: Path) -> None:
    path = str(tmp_path / "t.db")
    assert outwit("tournament", "new", path, "push", "random", "careful").status == 0
    html, records = str(tmp_path / "t.html"), str(tmp_path / "t.txt")
    assert outwit("tournament", "report", path).status == 0
    answer = outwit("tournament", "report", path, "--html", html, "--records", records)
    assert answer.status == 0
    assert Path(records).read_text() == ""


@pytest.mark.parametrize("kind", ["gauntlet", "swiss", "knock-out"])
def test_every_kind_of_tournament_is_played_to_its_end(kind: str, tmp_path: Path) -> None:
    path = str(tmp_path / "t.db")
    bots = ("a=random", "b=random", "c=random", "d=careful", "e=random")
    words = ("tournament", "new", path, "push", *bots, "--schedule", kind, "--rounds", "3")
    assert outwit(*words).status == 0
    first = outwit("tournament", "run", path, "--jobs", "1")
    assert first.status == 0
    assert outwit("tournament", "resume", path, "--jobs", "1").out == first.out


def test_a_bot_that_has_changed_is_mentioned(tmp_path: Path) -> None:
    path, bot = str(tmp_path / "t.db"), tmp_path / "bot.py"
    bot.write_text("#")
    command = f"mine=ugi:{shlex.quote(sys.executable)} {bot}"
    assert outwit("tournament", "new", path, "push", "random", command).status == 0
    bot.write_text("##")
    answer = outwit("tournament", "run", path, "--jobs", "1")
    assert answer.err.startswith("outwit: bot 'mine' has changed since the tournament began\n")
    bot.unlink()
    answer = outwit("tournament", "run", path, "--jobs", "1")
    assert answer.err.startswith(f"outwit: bot 'mine' is gone: '{bot}' is not there\n")


@pytest.mark.parametrize("command", ["match", "sprt"])
def test_a_bot_that_does_not_speak_its_protocol_is_refused_and_leaves_no_file(
    command: str, tmp_path: Path
) -> None:
    for bot in (GHOST, "ghost=ugi:sh -c 'echo boo; exit 1'"):
        words = (command, "ataxx", "random", bot, "--save", str(tmp_path / "t.db"))
        assert "bot 'ghost'" in refusal(*words)
        assert list(tmp_path.iterdir()) == []
    assert refusal(command, "ataxx", "random", bot).endswith("it said: boo")


def test_a_tournament_names_all_refused_bots_and_can_be_played_without_them(
    tmp_path: Path,
) -> None:
    path = str(tmp_path / "my cup.db")
    hoarse = "hoarse=ugi:sh -c 'echo boo; exit 1'"
    mute = "mute=ugi:sh -c 'exit 3'"
    outwit("tournament", "new", path, "push", "random", hoarse, "careful", mute)
    answer = outwit_process("tournament", "run", path, "--jobs", "2")
    assert answer.status == 2
    first, second, last = answer.said.splitlines()
    assert first.startswith("outwit: bot 'hoarse' is refused: bot-crash: ")
    assert first.endswith("it said: boo")
    assert second.startswith("outwit: bot 'mute' is refused: bot-crash: ")
    command = f"outwit tournament run {shlex.quote(path)} --skip-refused"
    told = f"outwit: nothing was played: 2 bots of 4 refused. To play without them: {command}"
    assert last == told
    played = outwit_process("tournament", "run", path, "--jobs", "2", "--skip-refused")
    assert played.status == 0, played
    assert "hoarse was left out: bot-crash: " in played.out
    report = outwit("tournament", "report", path).out
    assert "mute was left out: bot-crash: " in report
    assert re.search(r"^ +1 +(random|careful)", report, re.MULTILINE)
    page = outwit("tournament", "report", path, "--html", "-").out
    assert "left out hoarse" in page
    # The rest is as if they had never been entered.
    assert outwit_process("tournament", "run", path).status == 0


def test_bots_refused_after_the_first_game_forfeit_if_they_are_skipped(tmp_path: Path) -> None:
    path = str(tmp_path / "t.db")
    outwit("tournament", "new", path, "push", "random", "careful")
    outwit_process("tournament", "run", path, "--jobs", "1")
    outwit("tournament", "add", path, "mute=ugi:sh -c 'exit 3'")
    refused = outwit_process("tournament", "run", path, "--jobs", "1")
    assert "1 bot of 3 refused. To play without it: " in refused.said
    answer = outwit_process("tournament", "run", path, "--jobs", "1", "--skip-refused")
    assert answer.status == FORFEITED
    assert "mute forfeited 4 games" in answer.out


def test_a_protocol_bot_entered_as_another_program_is_told_how_to_enter_it(tmp_path: Path) -> None:
    place = tmp_path / "class" / "mal"
    place.mkdir(parents=True)
    (place / "run").write_text('python3 bot.py "$@"\n')
    (place / "bot.py").write_text(
        "for line in iter(input, 'quit'): print(line + 'ok' if line == 'ugi' else '')"
    )
    path = str(tmp_path / "t.db")
    outwit("tournament", "new", path, "advance", "random", "careful", "--bots", str(place.parent))
    first, _ = outwit("tournament", "run", path, "--jobs", "1").said.splitlines()
    told = "outwit: bot 'mal' is refused: this is a bot that speaks ugi, "
    assert first.startswith(told)
    assert 'kind = "ugi"' in first
    programs = tmp_path / "class-programs" / "mal"
    assert first.endswith(f"outwit check-bot advance --protocol ugi -- {programs}")
    answer = outwit("match", "advance", "random", f"mal=file:python3 {place / 'bot.py'}")
    assert "To let it play: name it ugi:COMMAND" in answer.said


def test_a_test_tells_of_forfeits_and_ends_with_another_status() -> None:
    answer = outwit("sprt", "ataxx", "random", BROKEN, "--games", "20", "--jobs", "2")
    assert answer.status == FORFEITED
    assert re.search(r"^broken forfeited \d+ games: \d+ × bot-crash$", answer.out, re.MULTILINE)


def test_commands_are_written_down_so_that_they_run_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot").write_text(f"#!/bin/sh\n{BROKEN.partition(chr(39))[2][:-1]}\n")
    (tmp_path / "bot").chmod(0o755)
    outwit("tournament", "new", "t.db", "ataxx", "random", "ugi:./bot", "--memory", "99")
    monkeypatch.chdir("/")
    store = open_store(str(tmp_path / "t.db"))
    assert store.manifest.bots[1].command == (str(tmp_path / "bot"),)
    assert store.manifest.bots[1].memory == 99
    store.close()
    run = outwit("tournament", "run", str(tmp_path / "t.db"), "--jobs", "1")
    assert "bot forfeited 2 games" in run.out
    assert run.status == FORFEITED


def test_names_may_have_spaces_and_pictures() -> None:
    words = ("match", "push", "my bot=random", "🤖=careful", "--games", "2", "--jobs", "1")
    answer = outwit(*words)
    assert answer.status == 0
    assert "my bot: " in answer.out
    assert "🤖" in answer.out


def test_the_usual_time_is_finite(tmp_path: Path) -> None:
    path = str(tmp_path / "t.db")
    outwit("tournament", "new", path, "push", "random", "careful")
    store = open_store(path)
    assert not store.manifest.terms.time.is_unlimited
    store.close()


def test_bots_can_join_later(tmp_path: Path) -> None:
    path = str(tmp_path / "t.db")
    outwit("tournament", "new", path, "push", "a=random", "b=random", "--seed", "1")
    assert outwit("tournament", "run", path, "--jobs", "1").status == 0
    before = [game.record for game in open_store(path).finished()]
    answer = outwit("tournament", "add", path, "c=random", "d=careful")
    assert answer.out == f"4 bots, 10 games left: outwit tournament run {path}\n"
    run = outwit("tournament", "run", path, "--jobs", "1")
    assert (run.status, run.err) == (0, "")
    store = open_store(path)
    assert store.count() == 12
    assert [game.record for game in store.finished()][:2] == before
    store.close()
    assert "two bots are called 'c'" in refusal("tournament", "add", path, "c=random")
    assert "no bots are given" in refusal("tournament", "add", path)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("match", "push", "random"), "takes 2 values"),
        (("match", "push", "random", "random"), "two bots are called 'random'; NAME=BOT"),
        (("match", "push", "random", "nobody"), "there is no bot 'nobody' for push; there are"),
        (("match", "push", "random", "=random"), "the name of a bot is empty"),
        (("match", "push", "random", f"{'x' * 3000}=random"), "100 characters at most"),
        (("match", "push", "random", "ugi:python3 nothere.py"), "'nothere.py' is not there"),
        (("match", "push", "random", "engine:x=1"), "the engine has no setting 'x'"),
        (("match", "push", "random", "random:x=1"), "random has no settings"),
        (("match", "push", "random", "uia:./bot"), "there is no bot 'uia' for push"),
        (("match", "push", "random", "./bot"), "a program needs its protocol, as in 'text:./bot'"),
        (("match", "push", "random", "ugi:"), "no command after ugi:"),
        (("match", "chess", "random", "careful"), "there is no game 'chess'"),
        (
            ("match", "push", "random", "careful", "--time", "soon"),
            "time 'soon' is not a time control such as",
        ),
        (("match", "push", "random", "careful", "--games", "0"), "--games"),
        (("match", "push", "random", "careful", "--jobs", "0"), "--jobs"),
        (("match", "push", "random", "careful", "--most-plies", "3000000000"), "--most-plies"),
        (("match", "push", "random", "careful", "--option", "x=1"), "push has no option 'x'"),
        (("match", "push", "random", "careful", "--openings", "/none"), "cannot be read"),
        (("sprt", "push", "random", "careful", "--elo0", "10"), "elo0 must be below elo1"),
        (("sprt", "push", "random", "careful", "--alpha", "0.6"), "between 0 and 0.5"),
        (("sprt", "push", "random", "careful", "--elo0", "nan"), "elo0 must be below elo1"),
        (("tournament", "new", "/tmp", "push", "random"), "at least two bots are needed, 1 given"),
        (("tournament", "new", "/tmp", "push", "random", "careful"), "'/tmp' exists already"),
        (("tournament", "run", "/nonexistent/t.db"), "there is no tournament"),
        (("tournament", "report", "/tmp"), "'/tmp' is a folder, not a tournament"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(words: tuple[str, ...], complaint: str) -> None:
    assert complaint in refusal(*words)


def test_an_existing_file_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    file.write_text("mine")
    for words in (
        ("tournament", "new", str(file), "push", "random", "careful"),
        ("match", "push", "random", "careful", "--save", str(file)),
        ("sprt", "push", "random", "careful", "--save", str(file)),
    ):
        assert "exists already" in refusal(*words)
    assert "not a database" in refusal("tournament", "run", str(file))
    assert file.read_text() == "mine"


@pytest.mark.parametrize("kind", ["html", "csv", "json", "records"])
def test_what_cannot_be_written_is_refused_and_leaves_nothing(kind: str, tmp_path: Path) -> None:
    path = str(tmp_path / "t.db")
    assert outwit("tournament", "new", path, "push", "random", "careful").status == 0
    folder = tmp_path / "folder"
    folder.mkdir()
    for name in (folder, tmp_path / "none" / "x"):
        complaint = refusal("tournament", "report", path, f"--{kind}", str(name))
        assert "cannot be written" in complaint
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["folder", "t.db"]


@pytest.mark.parametrize("kind", ["html", "csv", "json", "records"])
def test_a_report_never_takes_the_place_of_its_tournament(kind: str, tmp_path: Path) -> None:
    path, link, twin = tmp_path / "t.db", tmp_path / "link", tmp_path / "twin"
    store = create_store(str(path), MANIFEST)
    link.symlink_to(path)
    twin.hardlink_to(path)
    (tmp_path / "folder").mkdir()
    for name in (path, link, twin, tmp_path / "folder" / ".." / "t.db"):
        with pytest.raises(UsageError, match="the tournament's own file"):
            write_outputs(store, **{kind: str(name)})
    store.close()
    assert link.is_symlink()
    assert twin.samefile(path)


def test_the_records_of_a_match_do_not_take_the_place_of_its_games(tmp_path: Path) -> None:
    path = str(tmp_path / "z.db")
    words = ("match", "push", "random", "careful", "--save", path, "--records", path)
    assert "the tournament's own file" in refusal(*words)
    assert not list(tmp_path.iterdir())
