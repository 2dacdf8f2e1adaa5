"""What is written for those who run the portal is true."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from outwit.process.permission import UNENCLOSED
from outwit.server.edge import settings
from outwit.server.edge.limits import PREFIX, ClientLimits
from outwit.storage.database import DATABASE

ROOT = Path(__file__).parents[1]
PAGES = {path.name: path.read_text() for path in (ROOT / "docs" / "run").glob("*.md")}
SETTINGS = PAGES["settings.md"]
LOCK = (ROOT / "requirements.lock").read_text()


def test_every_setting_is_told_of() -> None:
    names = [value for value in vars(settings).values() if str(value).startswith("OUTWIT_")]
    assert len(names) >= 5
    for name in (*names, DATABASE, UNENCLOSED, "OUTWIT_WORKERS", f"{PREFIX}…"):
        assert f"| `{name}` |" in SETTINGS, name


def test_every_limit_is_told_of_with_its_default() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \| ([\d.]+) \| ?([\d.]*) \|", SETTINGS, re.MULTILINE)
    shown = {name.lower(): float(number) for name, number, _ in rows}
    shown |= {f"{name.lower()}_burst": float(burst) for name, _, burst in rows if burst}
    assert shown == {name: getattr(ClientLimits(), name) for name in ClientLimits.fields}


def test_every_package_of_the_portal_is_locked_with_its_hashes() -> None:
    entry = re.compile(
        r"^([\w.-]+)==[\w.]+(?: ; [^\\\n]+)? \\\n    --hash=sha256:[0-9a-f]{64}", re.MULTILINE
    )
    locked = entry.findall(LOCK)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["server"], *extras["postgresql"]]
    assert {re.split(r"[^\w-]", each)[0].lower() for each in wanted} <= set(locked)
    assert len(locked) == len(re.findall(r"^\S+==", LOCK, re.MULTILINE))
    assert "://" not in LOCK


@pytest.mark.parametrize("name", ["outwit.service", "outwit@.service"])
def test_a_service_has_longer_to_end_than_the_portal_takes(name: str) -> None:
    from outwit.server.process import LAST

    unit = (ROOT / "deploy" / name).read_text()
    found = re.search(r"TimeoutStopSec=(\d+)", unit)
    assert found is not None
    assert int(found[1]) > LAST


def test_a_portal_that_may_make_no_namespace_leaves_hand_ins_to_the_workers() -> None:
    from outwit.courses.supervisor import GRACE_SECONDS

    portal = (ROOT / "deploy" / "outwit.service").read_text()
    workers = (ROOT / "deploy" / "outwit-work.service").read_text()
    assert "RestrictNamespaces=yes" in portal
    assert "Environment=OUTWIT_WORKERS=0" in portal
    assert "Namespaces" not in workers
    found = re.search(r"TimeoutStopSec=(\d+)", workers)
    assert found is not None
    assert int(found[1]) > GRACE_SECONDS


def test_every_file_that_the_pages_name_is_there() -> None:
    named = re.findall(r"\]\(\.\./\.\./(deploy[^)]*)\)", "".join(PAGES.values()))
    assert len(named) >= 4
    assert [name for name in named if not (ROOT / name).exists()] == []
