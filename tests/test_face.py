"""The small explicit face of the package."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType

import pytest

import outwit
import outwit.testing

FACES = [outwit, outwit.testing]


def as_sorted(name: str) -> tuple[int, str]:
    """Constants come first, then classes, then functions."""
    return 0 if name.isupper() else 1 if name[0].isupper() else 2, name


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.__name__)
def test_the_face_is_sorted(face: ModuleType) -> None:
    assert face.__all__ == sorted(set(face.__all__), key=as_sorted)


@pytest.mark.parametrize(
    ("face", "name"), [(face, name) for face in FACES for name in face.__all__]
)
def test_every_name_of_the_face_is_there(face: ModuleType, name: str) -> None:
    assert getattr(face, name).__module__.startswith("outwit.") or name.isupper()
    assert name in dir(face)


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.__name__)
def test_no_other_name_is_made_up(face: ModuleType) -> None:
    with pytest.raises(
        AttributeError, match=f"module '{face.__name__}' has no attribute 'nonsense'"
    ):
        _ = face.nonsense


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.__name__)
def test_the_face_knows_the_home_of_every_name(face: ModuleType) -> None:
    assert sorted(face._HOMES) == sorted(face.__all__)


def test_the_kit_does_not_load_hypothesis_or_pytest() -> None:
    code = (
        "import sys, outwit.testing as kit; kit.check_game, kit.check_perft, kit.write_transcript;"
        "print({'hypothesis', 'pytest'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_the_version_is_a_number() -> None:
    assert all(part.isdigit() for part in outwit.__version__.split("."))
