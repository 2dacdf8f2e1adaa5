"""How the portal sends notices to browsers (Web Push): the operator's settings, and the key."""

from __future__ import annotations

import hmac
import os
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from outwit.core.value import Value
from outwit.errors import UsageError

PUSH = "OUTWIT_PUSH"
EXAMPLE = f"{PUSH}=mailto:admin@example.org"
# Order of the curve P-256 (FIPS 186): private keys are smaller.
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


class PushSettings(Value):
    """Whom the makers of browsers write to if this portal's messages cause trouble (RFC 8292).

    ``loopback``, for tests, lets browsers subscribe with addresses of this machine.
    """

    contact: str
    loopback: bool = False


def read_push(environment: Mapping[str, str] = os.environ) -> PushSettings | None:
    """Return the settings of the environment, None without any: then nothing is sent.

    Raise UsageError for invalid ones, and where the packages are not installed.

    >>> read_push({PUSH: "https://games.example.org/about"})
    PushSettings(contact='https://games.example.org/about')
    """
    given = environment.get(PUSH, "").strip()
    if not given:
        return None
    scheme, _, address = given.partition(":")
    is_mail = scheme == "mailto" and "@" in address
    if not (is_mail or (scheme == "https" and urlsplit(given).hostname)) or not given.isprintable():
        raise UsageError(f"{PUSH} is no address of yours, as in {EXAMPLE}")
    if find_spec("pywebpush") is None:
        raise UsageError(f"{PUSH} needs a package more: pip install 'outwit[webpush]'")
    return PushSettings(given)


class PushKey:
    """The portal's key pair for Web Push, made from its secret: browsers subscribe to it."""

    def __init__(self, secret: str) -> None:
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        made = hmac.new(secret.encode(), b"web push", "sha256").digest()
        number = int.from_bytes(made, "big") % (ORDER - 1) + 1
        self.private: Any = ec.derive_private_key(number, ec.SECP256R1())
        point = self.private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        # As browsers take it.
        self.public = urlsafe_b64encode(point).rstrip(b"=").decode()
