"""Write requirements.lock: every package that the portal needs, with its version and hashes.

``make lock`` runs it. It asks pip, so packages come from wherever pip is told to look, and only
their hashes are written down: those of the wheels for Linux, for each Python and processor below.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements.lock"
EXTRAS = ("server", "postgresql")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PROCESSORS = ("x86_64", "aarch64")
LIBRARIES = ("manylinux_2_28", "manylinux_2_17", "manylinux2014")
HEAD = """\
# Every package of the portal, for `pip install --require-hashes -r requirements.lock`.
# Made by `make lock`; do not edit.
"""


def report(folder: str, requirements: Iterable[str], *options: str) -> list[dict[str, Any]]:
    """Return what pip would install."""
    given = Path(folder, "requirements.txt")
    given.write_text("\n".join(requirements))
    out = Path(folder, "report.json")
    words = ["install", "--quiet", "--dry-run", "--ignore-installed", "--only-binary=:all:"]
    words += ["--report", str(out), "--requirement", str(given), *options]
    subprocess.run([sys.executable, "-m", "pip", *words], check=True)
    found: list[dict[str, Any]] = json.loads(out.read_text())["install"]
    return found


def canonical(name: str) -> str:
    """Return the one spelling of a package's name."""
    return re.sub(r"[-_.]+", "-", name).lower()


def needed() -> list[str]:
    """Return what pyproject.toml asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    return [*project["dependencies"], *(each for name in EXTRAS for each in extras[name])]


def main() -> None:
    """Write the file."""
    hashes: dict[str, set[str]] = defaultdict(set)
    with tempfile.TemporaryDirectory() as folder:
        found = [each["metadata"] for each in report(folder, needed())]
        pins = sorted(f"{canonical(each['name'])}=={each['version']}" for each in found)
        for python in PYTHONS:
            for processor in PROCESSORS:
                options = ["--no-deps", "--target", folder, "--implementation", "cp"]
                options += ["--python-version", python]
                for library in LIBRARIES:
                    options += ["--platform", f"{library}_{processor}"]
                for each in report(folder, pins, *options):
                    name = canonical(each["metadata"]["name"])
                    hashes[name].add(each["download_info"]["archive_info"]["hashes"]["sha256"])
    lines = [
        " \\\n".join([pin, *(f"    --hash=sha256:{each}" for each in sorted(hashes[name]))])
        for pin in pins
        for name in [pin.partition("==")[0]]
    ]
    LOCK.write_text(HEAD + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
