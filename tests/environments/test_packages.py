"""A package that is missing is one clear line, and none is loaded before it is used."""

from __future__ import annotations

import sys

import pytest

from outwit import environments
from outwit.errors import UsageError
from tests.cli.test_startup import loaded_by

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize(
    ("module", "name", "make"),
    [
        ("gymnasium", "gymnasium", lambda: environments.gymnasium_env("ataxx")),
        ("gymnasium", "gymnasium", lambda: environments.vector_env("ataxx", 2)),
        ("pettingzoo", "pettingzoo", lambda: environments.pettingzoo_env("ataxx")),
        ("pyspiel", "open_spiel", environments.register_openspiel),
    ],
)
def test_a_missing_package_is_named_with_its_cure(
    module: str, name: str, make: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert callable(make)
    with pytest.raises(UsageError) as found:
        make()
    assert str(found.value) == (
        f"this needs {name}, which is not installed: pip install 'outwit[research]'"
    )


def test_nothing_heavy_is_loaded_before_it_is_used() -> None:
    heavy = {"numpy", "gymnasium", "pettingzoo", "pyspiel", "torch", "pyarrow"}
    assert loaded_by("from outwit.environments import gymnasium_env, vector_env") & heavy == set()
