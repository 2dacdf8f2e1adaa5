from __future__ import annotations

from pathlib import Path

import pytest

from outwit.errors import BadFile, BotAbsent, BotUnseen
from outwit.players import languages
from outwit.players.languages import LANGUAGES, language_of
from outwit.players.submission import find_run, names_in, read_build, read_submission

C_MAIN = "int main(void) { return 0; }"
JAVA_MAIN = "public class %s { public static void main(String[] words) {} }"


@pytest.fixture(autouse=True)
def all_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "find_of_system", lambda name, _: f"/usr/bin/{name}")


def lay(place: Path, files: dict[str, str]) -> str:
    for name, text in files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return str(place)


def commands(place: Path, files: dict[str, str]) -> tuple[str, str]:
    """Return how a folder is built and run, for the game push."""
    where = lay(place, files)
    return " ".join(read_build(where, "push")), " ".join(find_run(where, "push"))


@pytest.mark.parametrize(
    ("files", "build", "run"),
    [
        ({"main.py": ""}, "", "python3 main.py"),
        ({"mybot.py": ""}, "", "python3 mybot.py"),
        ({"push.py": "", "board.py": ""}, "", "python3 push.py"),
        ({"go.py": "if __name__ == '__main__': ...", "b.py": ""}, "", "python3 go.py"),
        ({"src/main.py": "", "src/b.py": ""}, "", "python3 src/main.py"),
        ({"main.js": "", "board.js": ""}, "", "node main.js"),
        ({"only.c": C_MAIN}, "gcc -O2 -Wall -o only only.c -lm -pthread", "./only"),
        (
            {"main.c": C_MAIN, "board.c": "", "old.c": C_MAIN},
            "gcc -O2 -Wall -o main board.c main.c -lm -pthread",
            "./main",
        ),
        (
            {"push2310.c": C_MAIN, "tests/main.c": C_MAIN},
            "gcc -O2 -Wall -o push2310 push2310.c -lm -pthread",
            "./push2310",
        ),
        (
            {"main.cpp": C_MAIN, "main/x.txt": ""},
            "g++ -O2 -Wall -std=gnu++20 -o main.out main.cpp -pthread",
            "./main.out",
        ),
        (
            {"main.cpp": C_MAIN, "a.c": ""},
            "gcc -O2 -Wall -o main a.c main.cpp -lstdc++ -pthread",
            "./main",
        ),
        (
            {"Main.java": JAVA_MAIN % "Main", "Board.java": ""},
            "javac -encoding UTF-8 -cp . -d . Board.java Main.java",
            "java -cp . Main",
        ),
        (
            {"src/bot/Run.java": "package bot;\n" + JAVA_MAIN % "Run", "lib/x.jar": ""},
            "javac -encoding UTF-8 -cp .:lib/x.jar -d . src/bot/Run.java",
            "java -cp .:lib/x.jar bot.Run",
        ),
        ({"Bot.cs": "static void Main()"}, "mcs -nologo -out:Bot.exe Bot.cs", "mono Bot.exe"),
        ({"main.rs": "fn main() {}"}, "rustc -O --edition 2021 -o main main.rs", "./main"),
        (
            {"Cargo.toml": '[package]\nname = "bot"', "src/main.rs": "fn main() {}"},
            "cargo build --release --offline --quiet",
            "./target/release/bot",
        ),
        ({"main.c": C_MAIN, "plot.py": ""}, "gcc -O2 -Wall -o main main.c -lm -pthread", "./main"),
    ],
)
def test_sources_say_how_they_are_built_and_run(
    tmp_path: Path, files: dict[str, str], build: str, run: str
) -> None:
    assert commands(tmp_path, files) == (build, run)


@pytest.mark.parametrize(
    "files",
    [
        {"main.c": C_MAIN, "main.py": ""},
        {"a.py": "", "b.py": ""},
        {"a.c": C_MAIN, "b.c": C_MAIN},
    ],
)
def test_two_programs_are_a_question(tmp_path: Path, files: dict[str, str]) -> None:
    where = lay(tmp_path, files)
    with pytest.raises(BadFile, match="no file run that names the program; I found") as found:
        read_build(where, "push")
    assert all(name in str(found.value) for name in files)


def test_a_folder_that_names_its_program_is_asked_nothing(tmp_path: Path) -> None:
    where = lay(tmp_path, {"main.c": C_MAIN, "main.py": "", "run": "python3 main.py"})
    assert read_build(where) == ()
    assert read_submission(where, "ada", "ugi").bot.command == ("python3", "main.py")


def test_the_program_that_run_names_is_built_if_it_is_not_there(tmp_path: Path) -> None:
    where = lay(tmp_path, {"main.c": C_MAIN, "run": './main "$@"'})
    assert read_build(where)[:2] == ("gcc", "-O2")
    lay(tmp_path, {"main": ""})
    assert read_build(where) == ()


def test_a_makefile_builds_the_one_program_that_it_leaves(tmp_path: Path) -> None:
    where = lay(tmp_path, {"Makefile": "", "chess.c": C_MAIN, "helper.py": "", "bin/game": ""})
    assert read_build(where) == ("make",)
    with pytest.raises(BadFile, match="I found Makefile"):
        find_run(lay(tmp_path / "other", {"Makefile": "", "notes.txt": ""}))
    (tmp_path / "bin" / "game").write_bytes(b"\x7fELF...")
    (tmp_path / "bin" / "game").chmod(0o755)
    assert find_run(where) == ("./bin/game",)


def test_a_project_of_csharp_is_run_as_its_build_says(tmp_path: Path) -> None:
    where = lay(tmp_path, {"Bot.csproj": "", "Program.cs": ""})
    assert read_build(where)[:2] == ("dotnet", "build")
    lay(tmp_path, {"bin/Debug/net8.0/Bot.runtimeconfig.json": ""})
    assert find_run(where) == ("dotnet", "bin/Debug/net8.0/Bot.dll")


def test_no_program_names_what_was_found(tmp_path: Path) -> None:
    where = lay(tmp_path, {"notes.txt": "", "report.pdf": ""})
    with pytest.raises(BadFile, match=r"no command in bot.toml; I found notes.txt, report.pdf"):
        read_submission(where, "ada", "ugi")


def test_a_language_that_is_not_installed_is_named_with_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(name: str, _: str) -> str:
        raise BotAbsent(f"no {name}")

    monkeypatch.setattr(languages, "find_of_system", absent)
    where = lay(tmp_path, {"main.rs": "fn main() {}"})
    with pytest.raises(BotUnseen, match=r"no rustc for Rust: .* apt-get install rustc"):
        read_build(where)


def test_the_language_is_that_of_the_command_or_of_most_sources(tmp_path: Path) -> None:
    where = lay(tmp_path, {"main.c": C_MAIN * 9, "plot.py": "", "Makefile": ""})
    names = names_in(where)
    assert language_of(("python3.12", "x.py"), where, names) == "Python"
    assert language_of(("./main",), where, names) == "C"
    assert language_of(("./main",), where, ["Makefile"]) == ""
    assert len({language.name for language in LANGUAGES}) == len(LANGUAGES)
