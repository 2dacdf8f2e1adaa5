"""Checks tokens of learning platforms: who signed them, for whom, and until when they are valid."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Any

from outwit.errors import NetworkFault, NotAllowed
from outwit.lti.keypair import ALGORITHM, must_have_packages
from outwit.lti.outgoing import Sender, expect, send
from outwit.storage.platforms import Platform

# Seconds for which keys of a platform are used, and between two looks for a key that is unknown or
# at a platform that did not answer.
KEPT_SECONDS, LOOK_SECONDS = 3600.0, 30.0
# Seconds by which clocks may differ, and most seconds since a token was issued.
LEEWAY, OLDEST = 60, 600
MOST_KEYS = 50
NEEDED = ("iss", "aud", "sub", "exp", "iat", "nonce")
AGAIN = "open the activity on the learning platform again"


class Ring:
    """The keys of a platform by name, when they were asked for and read; the last fault, if any."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.asked = self.read = float("-inf")
        self.keys: dict[str, dict[str, Any]] = {}
        self.error = ""


class Verifier:
    """Checks tokens with the public keys of their platforms; call it in a thread."""

    def __init__(self, sender: Sender = send, clock: Callable[[], float] = time.monotonic) -> None:
        self._send = sender
        self._clock = clock
        self._rings: dict[str, Ring] = {}
        self._lock = Lock()

    def claims(self, platform: Platform, token: str, nonce: str) -> dict[str, Any]:
        """Return what a token claims.

        Raise NotAllowed unless the platform signed it for this portal, just now and with the nonce
        of the login, NetworkFault if the platform's keys cannot be read.
        """
        must_have_packages()
        import jwt

        try:
            header = jwt.get_unverified_header(token)
        except jwt.InvalidTokenError:
            raise NotAllowed(f"this launch cannot be read: {AGAIN}") from None
        if header.get("alg") != ALGORITHM:
            raise NotAllowed(f"{platform.name} must sign launches by {ALGORITHM}")
        key = self._key(platform, header.get("kid"))
        try:
            found: dict[str, Any] = jwt.decode(
                token,
                jwt.PyJWK.from_dict(key, ALGORITHM).key,
                [ALGORITHM],
                {"require": list(NEEDED)},
                audience=platform.client_id,
                issuer=platform.issuer,
                leeway=LEEWAY,
            )
        except (jwt.InvalidTokenError, jwt.PyJWKError) as error:
            raise NotAllowed(f"{reason(platform, error)}: {AGAIN}") from None
        several = isinstance(found["aud"], list) and len(found["aud"]) > 1
        if found.get("azp", None if several else platform.client_id) != platform.client_id:
            raise NotAllowed(f"this launch is for another program than this portal: {AGAIN}")
        if found["iat"] < time.time() - OLDEST:
            raise NotAllowed(f"this launch is too old: {AGAIN}")
        if not isinstance(found["nonce"], str) or found["nonce"] != nonce:
            raise NotAllowed(f"this launch belongs to another login: {AGAIN}")
        return found

    def _key(self, platform: Platform, name: object) -> dict[str, Any]:
        """Return the public key that a token names."""
        with self._lock:
            ring = self._rings.setdefault(platform.id, Ring())
        with ring.lock:
            moment = self._clock()
            is_known = name in ring.keys and moment - ring.read < KEPT_SECONDS
            # A platform may have a new key; but strangers must not make us ask it all the time.
            if not is_known and moment - ring.asked >= LOOK_SECONDS:
                ring.asked = moment
                try:
                    ring.keys = self._read(platform)
                except NetworkFault as error:
                    ring.error = str(error)
                    raise
                ring.read, ring.error = moment, ""
            elif not is_known and ring.error:
                raise NetworkFault(ring.error)
            if not isinstance(name, str) or name not in ring.keys:
                raise NotAllowed(
                    f"{platform.name} has no key with the name of this launch: {AGAIN}"
                )
            return ring.keys[name]

    def _read(self, platform: Platform) -> dict[str, dict[str, Any]]:
        answer = self._send(platform, "GET", platform.keys_url, {})
        found = expect(platform, answer, "its keys").json(platform)
        keys = found.get("keys") if isinstance(found, dict) else None
        if not isinstance(keys, list):
            raise NetworkFault(f"{platform.name} has no keys at {platform.keys_url}")
        return {
            each["kid"]: each
            for each in keys[:MOST_KEYS]
            if isinstance(each, dict) and isinstance(each.get("kid"), str)
            if each.get("kty") == "RSA" and each.get("alg", ALGORITHM) == ALGORITHM
            if each.get("use", "sig") == "sig"
        }


def reason(platform: Platform, error: Exception) -> str:
    """Return why a token is refused."""
    import jwt

    reasons: dict[type[Exception], str] = {
        jwt.ExpiredSignatureError: "this launch has expired",
        jwt.ImmatureSignatureError: "this launch is from the future: a clock is wrong",
        jwt.InvalidAudienceError: "this launch is for another program than this portal",
        jwt.InvalidIssuerError: f"this launch is not from {platform.name}",
        jwt.InvalidSignatureError: f"{platform.name} did not sign this launch",
        jwt.MissingRequiredClaimError: "this launch is incomplete",
    }
    return next((said for kind, said in reasons.items() if isinstance(error, kind)), UNREADABLE)


UNREADABLE = "this launch cannot be read"
