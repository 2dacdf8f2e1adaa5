"""Build the files of a release into dist/, and check them; `make release` runs it.

The files: the source distribution, the wheel for this machine, an SBOM of the portal's packages
(CycloneDX), and SHA256SUMS. Each is built twice, in two folders, and the bytes are compared.
Nothing is published. The first check that fails ends the script with one line and exit status 1;
dist/ is then as it was.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
WALK = Path("tests", "release", "walk.py")
# Folders of the repository that neither file holds.
FOREIGN = re.compile(r"(^|/)(bench|docs|lab|tests|\.github|training)/")
HEADING = re.compile(r"^## (\S+)(?: \((\d{4}-\d\d-\d\d)\))?$", re.MULTILINE)
BUILD_SECONDS = 3600


class Refused(Exception):
    """The release cannot be made; the text says why, and what to do."""


def run(*words: str | Path, where: Path = ROOT, says: str, **environment: str) -> str:
    """Return what a program prints; if it fails, Refused with ``says``, after its output."""
    done = subprocess.run(
        [str(word) for word in words],
        cwd=where,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=BUILD_SECONDS,
        check=False,
    )
    if done.returncode:
        sys.stderr.write(done.stdout)
        raise Refused(says)
    return done.stdout


def git(*words: str, root: Path = ROOT) -> str:
    """Return what git prints."""
    return run("git", *words, where=root, says=f"git {words[0]} failed").strip()


def check_clean(root: Path) -> None:
    """Refuse a tree with files that are changed or not committed."""
    if changed := git("status", "--porcelain", root=root).splitlines():
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        raise Refused(f"not committed: {changed[0].strip()}{more}. Commit or remove it first")


def check_version(root: Path) -> str:
    """Return the version, which package, CHANGELOG, CITATION and tags agree on."""
    source = (root / "src" / "outwit" / "__init__.py").read_text()
    found = re.search(r'^__version__ = "(\d+\.\d+\.\d+)"$', source, re.MULTILINE)
    if found is None:
        raise Refused('src/outwit/__init__.py has no line like __version__ = "1.2.3"')
    version = found[1]
    heading = HEADING.search((root / "CHANGELOG.md").read_text())
    if heading is None or heading[1] != version:
        first = "no heading" if heading is None else f"## {heading[1]}"
        raise Refused(f"CHANGELOG.md begins with {first}; the version is {version}")
    if heading[2] is None:
        raise Refused(f"CHANGELOG.md gives {version} no date: ## {version} (2026-01-31)")
    citation = (root / "CITATION.cff").read_text()
    for line in (f"version: {version}", f'date-released: "{heading[2]}"'):
        if line not in citation.splitlines():
            raise Refused(f"CITATION.cff has no line {line}, as CHANGELOG.md has it")
    check_tags(root, f"v{version}")
    return version


def check_tags(root: Path, tag: str) -> None:
    """Refuse a commit with the tag of another version, and a version whose tag is elsewhere."""
    here = [name for name in git("tag", "--points-at", "HEAD", root=root).split() if name[0] == "v"]
    if other := [name for name in here if name != tag]:
        raise Refused(f"this commit has the tag {other[0]}; the version asks for {tag}")
    if tag not in here and git("tag", "--list", tag, root=root):
        raise Refused(f"the tag {tag} is on another commit: raise __version__")


def build(folder: Path, epoch: str) -> Path:
    """Build the last commit in a folder, and return the folder of the files."""
    folder.mkdir()
    archive = folder.with_suffix(".tar")
    git("archive", "--output", str(archive), "HEAD")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    run(
        sys.executable, "-m", "build", "--no-isolation", "--outdir", folder / "dist", folder,
        where=folder, says="the build failed", SOURCE_DATE_EPOCH=epoch,
    )  # fmt: skip
    return folder / "dist"


def compare(first: Path, second: Path) -> None:
    """Refuse two builds that differ."""
    for path in sorted(first.iterdir()):
        if path.read_bytes() != (second / path.name).read_bytes():
            raise Refused(f"two builds of {path.name} differ: {difference(path, second)}")


def difference(path: Path, second: Path) -> str:
    """Name the first file inside that differs between two builds."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as one, zipfile.ZipFile(second / path.name) as other:
            names = [name for name in one.namelist() if one.read(name) != other.read(name)]
        return names[0] if names else "times or rights of its files"
    return "look with diffoscope"


def names_in(path: Path) -> Sequence[str]:
    """List the files in a wheel or a source distribution."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            return wheel.namelist()
    with tarfile.open(path) as archive:
        return [name.partition("/")[2] for name in archive.getnames()]


def check_contents(path: Path) -> None:
    """Refuse files that belong to the repository alone, and a package without its types."""
    names = names_in(path)
    if wrong := [name for name in names if FOREIGN.search(name)]:
        raise Refused(f"{path.name} holds {wrong[0]}, which belongs to the repository alone")
    if not any(name.endswith("outwit/py.typed") for name in names):
        raise Refused(f"{path.name} holds no outwit/py.typed")


def write_sbom(path: Path, version: str, epoch: str) -> None:
    """Write the list of the portal's packages, from requirements.lock, as CycloneDX."""
    run(
        sys.executable, "-m", "cyclonedx_py", "requirements", ROOT / "requirements.lock",
        "--pyproject", ROOT / "pyproject.toml", "--output-reproducible", "--output-format", "JSON",
        "--output-file", path, says="the SBOM cannot be written", SOURCE_DATE_EPOCH=epoch,
    )  # fmt: skip
    bill = json.loads(path.read_text())
    # The tool reads no version that pyproject.toml takes from the package.
    bill["metadata"]["component"]["version"] = version
    path.write_text(json.dumps(bill, indent=2, sort_keys=True) + "\n")


def write_sums(folder: Path) -> None:
    """Write SHA256SUMS, for ``sha256sum --check``."""
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.iterdir())
    ]
    (folder / "SHA256SUMS").write_text("".join(lines))


def say(text: str) -> None:
    """Print one line at once."""
    print(text, flush=True)


def release() -> None:
    """Make the release."""
    os.umask(0o022)  # a wheel keeps the rights of the files it is made from
    check_clean(ROOT)
    version = check_version(ROOT)
    epoch = git("log", "-1", "--format=%ct")
    say(f"Outwit {version}: the tree is clean; package, CHANGELOG, CITATION and tags agree")
    with tempfile.TemporaryDirectory(prefix="outwit-release-") as name:
        folder = Path(name)
        built = build(folder / "one", epoch)
        say(f"built {', '.join(sorted(path.name for path in built.iterdir()))}")
        compare(built, build(folder / "two, elsewhere", epoch))
        say("built again in another folder: the same bytes")
        for path in built.iterdir():
            check_contents(path)
        run(sys.executable, "-m", "twine", "check", "--strict", *built.iterdir(),
            says="twine refuses the metadata")  # fmt: skip
        say("twine accepts the metadata")
        (wheel,) = built.glob("*.whl")
        says = f"{WALK} failed with {wheel.name}"
        sys.stdout.write(run(sys.executable, ROOT / WALK, wheel, where=folder, says=says))
        write_sbom(built / f"outwit-{version}.cdx.json", version, epoch)
        write_sums(built)
        shutil.rmtree(DIST, ignore_errors=True)
        shutil.copytree(built, DIST)
    say(f"dist/: {', '.join(sorted(path.name for path in DIST.iterdir()))}")
    tagged = f"v{version}" in git("tag", "--points-at", "HEAD").split()
    tag = "" if tagged else f"git tag v{version}, then "
    say(f"Nothing is published. To go on: {tag}push the tag; the workflow builds all wheels")


if __name__ == "__main__":
    try:
        release()
    except Refused as error:
        sys.stderr.write(f"release: {error}\n")
        sys.exit(1)
