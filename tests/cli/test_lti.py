"""`outwit lti` registers learning platforms with the addresses that are known of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import outwit, refusal

pytestmark = pytest.mark.compiled_only
IDS = ("--client-id", "x7Tq", "--deployment", "1")
MOODLE = ("lti", "add", "Moodle", "--moodle", "https://moodle.example.org/", *IDS)


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTWIT_DATABASE", f"sqlite:///{tmp_path / 'portal.db'}")
    monkeypatch.setenv("OUTWIT_HOME", str(tmp_path))


def test_moodle_and_canvas_are_registered_by_one_address() -> None:
    assert "Moodle is registered" in outwit(*MOODLE).out
    canvas = ("lti", "add", "School", "--canvas", "https://school.instructure.com", *IDS)
    assert outwit(*canvas).status == 0
    shown = outwit("lti", "list").out
    for line in (
        "issuer       https://moodle.example.org",
        "keys         https://moodle.example.org/mod/lti/certs.php",
        "issuer       https://canvas.instructure.com",
        "services     https://school.instructure.com:443",
    ):
        assert f"  {line}\n" in shown
    key = shown.split()[0]
    assert "is removed" in outwit("lti", "remove", key).out
    assert "no learning platform" in refusal("lti", "remove", key)


def test_a_platform_is_registered_once() -> None:
    assert outwit(*MOODLE).status == 0
    assert "known already" in refusal(*MOODLE)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "--issuer is missing"),
        (("--moodle", "http://moodle.example.org"), "--login-url 'http://moodle.example.org/mod"),
        (("--moodle", "https://a.org", "--canvas", "https://b.org"), "give one of them"),
        (("--moodle", "https://a.org", "--service", "ftp://a.org"), "--service 'ftp://a.org'"),
    ],
)
def test_a_wrong_registration_is_named_in_one_line(words: tuple[str, ...], said: str) -> None:
    assert said in refusal("lti", "add", "Learn", *IDS, *words)


def test_the_addresses_for_a_platform_are_those_of_the_portal() -> None:
    shown = outwit("lti", "addresses", "https://games.example.org/").out
    assert "login URL     https://games.example.org/lti/login\n" in shown
    assert "not the address of a portal" in refusal("lti", "addresses", "games.example.org")
