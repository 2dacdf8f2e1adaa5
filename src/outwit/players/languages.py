"""The languages that programs are built from by what is in their folder, without a description.

A program is found by its name, ``main`` or that of the game, or because no other of its language
can be started. What is built lies beside its source, or where the language's own tool puts it.
"""

from __future__ import annotations

import os
import re

from outwit.core.value import Value
from outwit.errors import BadFile, BotAbsent
from outwit.files import parse_toml
from outwit.process.command import find_of_system
from outwit.process.folder import read_regular
from outwit.process.text import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MAIN, LONGEST_SOURCE, MOST_NAMED = "main", 1 << 20, 8
ELF = b"\x7fELF"
# Where tools put programs that they build.
BUILT_IN = ("", "bin/", "build/", "out/", "target/release/")
# Folders in which no source of the program is.
ELSEWHERE = frozenset(("test", "tests", "node_modules", "obj", "target"))


class Language(Value):
    """A language: its sources, what starts in them, its programs, and packages that bring these."""

    name: str
    endings: tuple[str, ...]
    starts: str
    tools: tuple[str, ...]
    # Of Debian and Ubuntu, and of Homebrew.
    debian: str
    homebrew: str
    # What asks the first tool for its version.
    version: str = "--version"


PYTHON = Language("Python", (".py",), r"__name__\s*==", ("python3",), "python3", "python")
C = Language("C", (".c",), r"\bmain\s*\(", ("gcc",), "gcc", "gcc")
CPP = Language("C++", (".cpp", ".cc", ".cxx"), r"\bmain\s*\(", ("g++",), "g++", "gcc")
JAVA = Language(
    "Java",
    (".java",),
    r"\bvoid\s+main\s*\(",
    ("javac", "java"),
    "default-jdk",
    "openjdk",
    "-version",
)
CSHARP = Language("C#", (".cs",), r"\bMain\s*\(", ("mcs", "mono"), "mono-mcs mono-runtime", "mono")
RUST = Language("Rust", (".rs",), r"\bfn\s+main\s*\(", ("rustc",), "rustc", "rust")
JAVASCRIPT = Language("JavaScript", (".js", ".mjs", ".cjs"), r"", ("node",), "nodejs", "node")
LANGUAGES = (PYTHON, C, CPP, JAVA, CSHARP, RUST, JAVASCRIPT)
# What other tools build.
CARGO, DOTNET = ("cargo",), ("dotnet",)


class Recipe(Value):
    """How a program is built and run, and the programs that this needs."""

    language: Language
    build: tuple[str, ...]
    run: tuple[str, ...]
    tools: tuple[str, ...]


class Sources(Value):
    """The sources of a language in a folder; ``program`` is the one that starts.

    ``is_named`` if that says its name; without a program ``others`` are the choice.
    """

    language: Language
    all: tuple[str, ...]
    program: str
    is_named: bool
    others: tuple[str, ...] = ()


def find_recipe(folder: str, names: list[str], game: str = "") -> Recipe | None:
    """Return how to build and run what is in a folder, None if no source is there.

    ``names`` are its files. Raise BadFile, naming the choice, if it is not clear what starts.
    """
    if "Cargo.toml" in names:
        return cargo(folder, names)
    if any(name.endswith(".csproj") for name in names):
        build = ("dotnet", "build", "--nologo", "-v", "quiet")
        return Recipe(CSHARP, build, dotnet_program(folder, names), DOTNET)
    found = [each for each in (sources(folder, names, one, game) for one in LANGUAGES) if each]
    if any(each.language == CPP for each in found):
        found = [each for each in found if each.language != C]
    named = [each for each in found if each.is_named]
    usable = named or [each for each in found if each.program]
    if len(usable) == 1:
        return RECIPES[usable[0].language.name](folder, names, usable[0])
    if not found:
        return None
    choice = [each.program for each in usable] or [name for each in found for name in each.others]
    told = ", ".join(shown(name, 60) for name in choice[:MOST_NAMED])
    raise BadFile(
        f"there is no Makefile, and no file run that names the program; I found {told}. Call the "
        "program main, or write its command into a file run, such as: python3 main.py"
    )


def sources(folder: str, names: list[str], language: Language, game: str) -> Sources | None:
    """Return the sources of a language, None if there are none."""
    endings = (*language.endings, *C.endings) if language == CPP else language.endings
    own = tuple(
        name
        for name in names
        if name.endswith(endings) and ELSEWHERE.isdisjoint(name.lower().split("/")[:-1])
    )
    if not any(name.endswith(language.endings) for name in own):
        return None
    named = [name for name in own if is_named(name, game)]
    starting = [name for name in own if starts(folder, name, language)]
    for choice in (
        [name for name in named if name in starting],
        named if language in (PYTHON, JAVASCRIPT) else [],
        starting,
        own if language in (PYTHON, JAVASCRIPT) else (),
    ):
        # One called main comes before one called as the game, a near one before one further down.
        best = sorted(choice, key=lambda name: (stem(name) != MAIN, name.count("/")))
        if len(choice) == 1 or (choice and is_named(best[0], game)):
            return Sources(language, own, best[0], is_named(best[0], game))
    return Sources(language, own, "", is_named=False, others=tuple(starting) or own)


def is_named(name: str, game: str) -> bool:
    """Tell whether a source is called main, or as its game."""
    own = stem(name)
    return own == MAIN or bool(game and own.startswith(game))


def stem(name: str) -> str:
    """Return the name of a source without folders and ending, in small letters."""
    return os.path.splitext(os.path.basename(name))[0].lower()


def starts(folder: str, name: str, language: Language) -> bool:
    """Tell whether a source is where a program starts; a comment may deceive it."""
    if not language.starts:
        return False
    text = read_regular(os.path.join(folder, name), LONGEST_SOURCE) or b""
    return re.search(language.starts.encode(), text) is not None


def target_of(names: list[str], program: str) -> str:
    """Return the name of a program that is built from a source: that without its ending."""
    name = os.path.splitext(os.path.basename(program))[0]
    is_folder = any(other.startswith(f"{name}/") for other in names)
    return f"{name}.out" if is_folder else name


def interpreted(*words: str) -> Callable[[str, list[str], Sources], Recipe]:
    """Return the recipe of a language that is not compiled."""

    def recipe(folder: str, names: list[str], found: Sources) -> Recipe:
        del folder, names
        return Recipe(found.language, (), (*words, found.program), found.language.tools)

    return recipe


def compiled(*words: str, libraries: tuple[str, ...] = ()) -> Callable[..., Recipe]:
    """Return the recipe of a compiler; of several sources that start, one is compiled."""

    def recipe(folder: str, names: list[str], found: Sources) -> Recipe:
        language, target = found.language, target_of(names, found.program)
        used = [
            name
            for name in found.all
            if name == found.program or not starts(folder, name, language)
        ]
        if language == CPP and any(name.endswith(C.endings) for name in used):
            # g++ would read them as C++.
            command: tuple[str, ...] = ("gcc", *words[1:3], "-o", target, *used, "-lstdc++")
        else:
            command = (*words, "-o", target, *used)
        return Recipe(language, (*command, *libraries), (f"./{target}",), (command[0],))

    return recipe


def java(folder: str, names: list[str], found: Sources) -> Recipe:
    """Return the recipe of Java: classes lie in the folder by their packages."""
    text = read_regular(os.path.join(folder, found.program), LONGEST_SOURCE) or b""
    package = re.search(rb"^\s*package\s+([\w.]+)\s*;", text, re.MULTILINE)
    name = os.path.splitext(os.path.basename(found.program))[0]
    name = f"{package[1].decode('ascii', 'replace')}.{name}" if package else name
    return Recipe(JAVA, javac(names), ("java", "-cp", classes(names), name), JAVA.tools)


def javac(names: list[str]) -> tuple[str, ...]:
    """Return the command that compiles what is there of Java, unless classes are there, too."""
    own = [name for name in names if name.endswith(JAVA.endings)]
    if not own or any(name.endswith(".class") for name in names):
        return ()
    return ("javac", "-encoding", "UTF-8", "-cp", classes(names), "-d", ".", *own)


def classes(names: list[str]) -> str:
    """Return where classes are: in the folder, and in the libraries that are in it."""
    return ":".join((".", *(name for name in names if name.endswith(".jar"))))


def mono(folder: str, names: list[str], found: Sources) -> Recipe:
    """Return the recipe of C# without a project."""
    del folder
    target = f"{target_of(names, found.program)}.exe"
    return Recipe(
        CSHARP, ("mcs", "-nologo", f"-out:{target}", *found.all), ("mono", target), CSHARP.tools
    )


def rustc(folder: str, names: list[str], found: Sources) -> Recipe:
    """Return the recipe of Rust without a project: the compiler finds the modules itself."""
    del folder
    target = target_of(names, found.program)
    build = ("rustc", "-O", "--edition", "2021", "-o", target, found.program)
    return Recipe(RUST, build, (f"./{target}",), RUST.tools)


def cargo(folder: str, names: list[str]) -> Recipe:
    """Return the recipe of a project of Rust; its packages must be in it."""
    del names
    try:
        table = parse_toml(read_regular(os.path.join(folder, "Cargo.toml")) or b"")
        bins = table.get("bin")
        first = bins[0] if isinstance(bins, list) and bins else table.get("package")
        name = str(first["name"]) if isinstance(first, dict) and "name" in first else MAIN
    except BadFile:
        name = MAIN  # the build says what is wrong with it
    return Recipe(
        RUST,
        ("cargo", "build", "--release", "--offline", "--quiet"),
        (f"./target/release/{name}",),
        CARGO,
    )


def dotnet_program(folder: str, names: list[str]) -> tuple[str, ...]:
    """Return how the program of a project of C# is run; nothing before it is built."""
    del folder
    ending = ".runtimeconfig.json"
    made = [name for name in names if name.endswith(ending) and "obj" not in name.split("/")]
    return ("dotnet", f"{made[0].removesuffix(ending)}.dll") if made else ()


RECIPES: dict[str, Callable[[str, list[str], Sources], Recipe]] = {
    PYTHON.name: interpreted("python3"),
    JAVASCRIPT.name: interpreted("node"),
    C.name: compiled("gcc", "-O2", "-Wall", libraries=("-lm", "-pthread")),
    CPP.name: compiled("g++", "-O2", "-Wall", "-std=gnu++20", libraries=("-pthread",)),
    JAVA.name: java,
    CSHARP.name: mono,
    RUST.name: rustc,
}


def missing_tools(recipe: Recipe) -> str:
    """Say which program this machine lacks for a recipe; nothing if all are there.

    What only some users have, no enclosed program sees.
    """
    for tool in recipe.tools:
        try:
            find_of_system(tool, os.sep)
        except BotAbsent:
            return (
                f"this machine has no {tool} for {recipe.language.name}: it must be installed for "
                f"all users, for example with apt-get install {package_of(tool, recipe.language)}"
            )
    return ""


def package_of(tool: str, language: Language) -> str:
    """Return the packages that bring a tool."""
    return language.debian if tool in language.tools else tool


def find_program(folder: str, names: list[str], game: str = "") -> tuple[str, ...]:
    """Return the command of the one program that a build has left; nothing if there is none.

    Raise BadFile if there are several, and none is called main or as the game.
    """
    found = [
        name
        for name in names
        if os.path.dirname(name) in {place.rstrip("/") for place in BUILT_IN}
        and not name.endswith((".o", ".so"))
        and is_executable(os.path.join(folder, name))
    ]
    named = [name for name in found if is_named(name, game)]
    if len(found) > 1 and len(named) != 1:
        told = ", ".join(shown(name, 60) for name in found[:MOST_NAMED])
        raise BadFile(f"I found the programs {told}: write the command of one into a file run")
    return (f"./{(named or found)[0]}",) if found else ()


def is_executable(path: str) -> bool:
    """Tell whether a file is a program of this system."""
    return os.access(path, os.X_OK) and (read_regular(path, len(ELF)) or b"").startswith(ELF)


def language_of(command: tuple[str, ...], folder: str, names: list[str]) -> str:
    """Return the language of a program: that of its command, else of most of its sources."""
    program = os.path.basename(command[0]).rstrip("0123456789.") if command else ""
    for language in LANGUAGES:
        if program in (tool.rstrip("0123456789.") for tool in language.tools):
            return language.name
    if program == DOTNET[0]:
        return CSHARP.name
    sizes = {
        language.name: sum(
            os.path.getsize(os.path.join(folder, name))
            for name in names
            if name.endswith(language.endings) and os.path.isfile(os.path.join(folder, name))
        )
        for language in LANGUAGES
    }
    best = max(sizes, key=lambda name: sizes[name])
    return best if sizes[best] else ""
