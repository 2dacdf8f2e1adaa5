"""A platform's keys: a new one is taken, an old one goes, and strangers do not make us ask."""

from __future__ import annotations

import time
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from starlette.responses import Response

from outwit.errors import NetworkFault, NotAllowed
from outwit.lti.outgoing import Answer, send
from outwit.lti.verifier import KEPT_SECONDS, LEEWAY, LOOK_SECONDS, Verifier
from outwit.storage.platforms import Platform
from tests.lti.platform import LearningPlatform


class Desk:
    """A verifier whose clock a test sets, and which counts how often keys were asked for."""

    def __init__(self, learn: LearningPlatform) -> None:
        self.learn = learn
        registered = learn.registration()
        self.platform = Platform(*(getattr(registered, each) for each in registered.fields))
        self.moment, self.asked = 0.0, 0
        self.verifier = Verifier(self.send, lambda: self.moment)

    def send(
        self,
        platform: Platform,
        method: str,
        url: str,
        headers: dict[str, str],
        body: bytes | None = None,
    ) -> Answer:
        """Ask the platform, and count it."""
        self.asked += 1
        return send(platform, method, url, headers, body)

    def check(self, **changes: Any) -> dict[str, Any]:
        """Check a launch."""
        claims = self.learn.claims("s1", "nonce", "link 1") | changes
        return self.verifier.claims(self.platform, self.learn.sign(claims), "nonce")


@pytest.fixture
def desk(learn: LearningPlatform) -> Desk:
    return Desk(learn)


def test_keys_are_read_once_an_hour(desk: Desk) -> None:
    for desk.moment in (0.0, 10.0, KEPT_SECONDS - 1):
        assert desk.check()["sub"] == "s1"
    assert desk.asked == 1
    desk.moment = KEPT_SECONDS
    desk.check()
    assert desk.asked == 2


def test_a_new_key_is_taken_and_the_old_one_goes(desk: Desk) -> None:
    desk.check()
    old = desk.learn.sign(desk.learn.claims("s1", "nonce", "link 1"))
    first = desk.learn.key
    try:
        desk.learn.key, desk.learn.kid = rsa.generate_private_key(65537, 2048), "second"
        desk.moment = LOOK_SECONDS
        assert desk.check()["sub"] == "s1"
        with pytest.raises(NotAllowed, match="no key"):
            desk.verifier.claims(desk.platform, old, "nonce")
    finally:
        desk.learn.key = first


def test_unknown_keys_do_not_make_us_ask_all_the_time(desk: Desk) -> None:
    desk.check()
    desk.learn.kid = "of a stranger"
    for desk.moment in (1.0, LOOK_SECONDS / 2, LOOK_SECONDS - 1):
        with pytest.raises(NotAllowed, match="no key"):
            desk.check()
    assert desk.asked == 1


def test_a_platform_that_does_not_answer_is_left_alone(desk: Desk) -> None:
    desk.learn.broken["keys"] = lambda: Response(status_code=500)
    for desk.moment in (0.0, 1.0, LOOK_SECONDS - 1):
        with pytest.raises(NetworkFault, match="status 500"):
            desk.check()
    assert desk.asked == 1
    desk.learn.broken.clear()
    desk.moment = LOOK_SECONDS
    assert desk.check()["sub"] == "s1"


@pytest.mark.parametrize("word", ["keys", "no keys", "no list"])
def test_keys_that_cannot_be_read_are_a_fault_of_the_platform(desk: Desk, word: str) -> None:
    bodies = {"keys": b"x" * (3 << 20), "no keys": b"{}", "no list": b"[1]"}
    desk.learn.broken["keys"] = lambda: Response(bodies[word])
    with pytest.raises(NetworkFault, match="Learn"):
        desk.check()


def test_clocks_may_differ_by_a_minute(desk: Desk) -> None:
    moment = int(time.time())
    assert desk.check(exp=moment - LEEWAY + 5)["sub"] == "s1"
    assert desk.check(iat=moment + LEEWAY - 5)["sub"] == "s1"
    with pytest.raises(NotAllowed, match="expired"):
        desk.check(exp=moment - LEEWAY - 1)
    with pytest.raises(NotAllowed, match="clock"):
        desk.check(iat=moment + LEEWAY + 5)
