"""A release is refused, in one line, while its parts disagree."""

from __future__ import annotations

import subprocess
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import outwit
from scripts.release import (
    ROOT,
    Refused,
    check_clean,
    check_contents,
    check_version,
    compare,
    write_sums,
)

pytestmark = pytest.mark.compiled_only

FILES = {
    "src/outwit/__init__.py": '__version__ = "1.2.3"\n',
    "CHANGELOG.md": "# Changelog\n\n## 1.2.3 (2026-01-31)\n\n## 1.2.2 (2026-01-30)\n",
    "CITATION.cff": 'version: 1.2.3\ndate-released: "2026-01-31"\n',
}


def git(folder: Path, *words: str) -> None:
    settings = ("-c", "user.name=Ada", "-c", "user.email=ada@localhost")
    subprocess.run(["git", *settings, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "All")
    return tmp_path


def test_what_agrees_is_accepted_with_and_without_a_tag(clone: Path) -> None:
    check_clean(clone)
    assert check_version(clone) == "1.2.3"
    git(clone, "tag", "v1.2.3")
    git(clone, "tag", "something")
    assert check_version(clone) == "1.2.3"


def test_this_clone_agrees_about_its_version() -> None:
    assert check_version(ROOT) == outwit.__version__


def test_what_is_not_committed_is_named(clone: Path) -> None:
    (clone / "CITATION.cff").write_text("")
    with pytest.raises(Refused, match=r"^not committed: M CITATION.cff. Commit or remove it"):
        check_clean(clone)
    (clone / "new").touch()
    with pytest.raises(Refused, match=r"^not committed: M CITATION.cff and 1 more\."):
        check_clean(clone)


@pytest.mark.parametrize(
    ("name", "before", "after", "told"),
    [
        ("src/outwit/__init__.py", "__version__", "version", "has no line like __version__"),
        ("CHANGELOG.md", "1.2.3", "1.3.0", "begins with ## 1.3.0; the version is 1.2.3"),
        ("CHANGELOG.md", "## ", "# ", "begins with no heading; the version is 1.2.3"),
        ("CHANGELOG.md", " (2026-01-31)", "", "gives 1.2.3 no date"),
        ("CITATION.cff", "1.2.3", "1.2.2", "CITATION.cff has no line version: 1.2.3"),
        ("CITATION.cff", "31", "30", 'CITATION.cff has no line date-released: "2026-01-31"'),
    ],
)
def test_what_disagrees_is_named(
    clone: Path, name: str, before: str, after: str, told: str
) -> None:
    (clone / name).write_text(FILES[name].replace(before, after))
    with pytest.raises(Refused) as error:
        check_version(clone)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_a_tag_of_another_version_or_commit_is_refused(clone: Path) -> None:
    git(clone, "tag", "v1.2.2")
    with pytest.raises(
        Refused, match=r"this commit has the tag v1\.2\.2; the version asks for v1\.2\.3"
    ):
        check_version(clone)
    git(clone, "tag", "--delete", "v1.2.2")
    git(clone, "tag", "v1.2.3")
    git(clone, "commit", "--quiet", "--allow-empty", "--message", "More")
    with pytest.raises(Refused, match=r"the tag v1\.2\.3 is on another commit: raise __version__"):
        check_version(clone)


def wheel(folder: Path, files: dict[str, str]) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "outwit.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text)
    return path


def source(folder: Path, files: dict[str, str]) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "outwit.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name in files:
            archive.addfile(tarfile.TarInfo(f"outwit-1.2.3/src/{name}"))
    return path


def test_builds_that_differ_are_told_with_the_first_file_that_does(tmp_path: Path) -> None:
    one = wheel(tmp_path / "one", {"a": "1", "b": "2"}).parent
    compare(one, wheel(tmp_path / "same", {"a": "1", "b": "2"}).parent)
    with pytest.raises(Refused, match=r"^two builds of outwit\.whl differ: b$"):
        compare(one, wheel(tmp_path / "other", {"a": "1", "b": "3"}).parent)


@pytest.mark.parametrize("make", [wheel, source])
def test_files_of_the_repository_alone_are_refused(
    tmp_path: Path, make: Callable[[Path, dict[str, str]], Path]
) -> None:
    check_contents(make(tmp_path, {"outwit/py.typed": "", "outwit/server/tests.py": ""}))
    with pytest.raises(Refused, match=r"holds no outwit/py\.typed"):
        check_contents(make(tmp_path, {"outwit/__init__.py": ""}))
    for name in ("training/x.py", "tests/x.py", "lab/x.md"):
        with pytest.raises(Refused, match=f"{name}, which belongs to the repository alone"):
            check_contents(make(tmp_path, {"outwit/py.typed": "", name: ""}))


def test_sums_are_as_sha256sum_reads_them(tmp_path: Path) -> None:
    (tmp_path / "a b").write_text("x")
    write_sums(tmp_path)
    subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=tmp_path, check=True)
