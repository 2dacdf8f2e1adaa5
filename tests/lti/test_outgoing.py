"""Requests go to a platform's registered addresses on the internet, and end in time."""

from __future__ import annotations

import socket
from collections.abc import Callable

import pytest
from starlette.responses import RedirectResponse, Response

from outwit.errors import NetworkFault, UsageError
from outwit.lti.addresses import read_address
from outwit.lti.outgoing import ANSWER_SECONDS, send
from outwit.storage.platforms import Platform
from tests.lti.platform import LearningPlatform


def platform_of(learn: LearningPlatform, *, inside: bool = True) -> Platform:
    """Return the platform as it is registered."""
    registered = learn.registration().replace(inside=inside)
    return Platform(*(getattr(registered, each) for each in registered.fields))


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fd00::1", "::ffff:10.0.0.1"]
)
def test_no_request_goes_into_the_operators_network(
    learn: LearningPlatform, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    def found(*words: object, **more: object) -> list[object]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443))]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    monkeypatch.setattr(socket, "create_connection", lambda *words: pytest.fail("it connects"))
    platform = platform_of(learn, inside=False).replace(keys_url="https://learn.example.org/keys")
    with pytest.raises(NetworkFault, match=r"learn\.example\.org is an address within"):
        send(platform, "GET", platform.keys_url, {})


def test_a_platform_inside_is_asked_if_the_operator_says_so(learn: LearningPlatform) -> None:
    inside, outside = platform_of(learn), platform_of(learn, inside=False)
    assert send(inside, "GET", inside.keys_url, {}).status == 200
    with pytest.raises(NetworkFault, match="--inside"):
        send(outside, "GET", outside.keys_url, {})


def test_redirects_are_not_followed(learn: LearningPlatform) -> None:
    learn.broken["keys"] = lambda: RedirectResponse("http://127.0.0.1:9/secret")
    platform = platform_of(learn)
    assert send(platform, "GET", platform.keys_url, {}).status == 307


def test_an_answer_that_takes_too_long_is_given_up(learn: LearningPlatform) -> None:
    platform, clock = platform_of(learn), iter((0.0, ANSWER_SECONDS + 1))
    learn.broken["keys"] = lambda: Response(b"x")
    with pytest.raises(NetworkFault, match="takes more than 20 seconds"):
        send(platform, "GET", platform.keys_url, {}, clock=lambda: next(clock))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda url: url.replace("http://127.0.0.1", "http://localhost"),
        lambda url: url.replace("http://", "http://user@"),
        lambda url: f"{url}#part",
        lambda url: f"{url}/a b",
        lambda url: "file:///etc/passwd",
        lambda url: "https://127.0.0.1:99999/",
        lambda url: "http://127.0.0.1:9/",
    ],
)
def test_other_addresses_are_refused(learn: LearningPlatform, wrong: Callable[[str], str]) -> None:
    platform = platform_of(learn)
    with pytest.raises(NetworkFault, match="not registered"):
        send(platform, "GET", wrong(platform.keys_url), {})


@pytest.mark.parametrize("text", ["http://learn.example.org/", "ftp://learn.example.org/", "x", ""])
def test_only_encrypted_addresses_can_be_registered(text: str) -> None:
    for inside in (False, True):
        with pytest.raises(UsageError, match="--keys-url"):
            read_address(text, "--keys-url", inside=inside)
