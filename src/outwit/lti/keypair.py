"""The portal's own key pair: learning platforms read the public key and trust what it signs."""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from outwit.errors import UsageError
from outwit.storage.database import Database
from outwit.storage.keys import KeyStore

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

ALGORITHM = "RS256"
NAME, BITS = "lti", 2048
PACKAGES = ("jwt", "cryptography")
NEEDED = "learning platforms need {}: pip install 'outwit[lti]'"


class KeyPair:
    """The key pair of a database, made when it is first needed; all processes have the same."""

    def __init__(self, database: Database) -> None:
        self._store = KeyStore(database)

    def public_set(self) -> dict[str, Any]:
        """Return the public key as platforms read it: a JSON Web Key Set."""
        from jwt.algorithms import RSAAlgorithm

        found = RSAAlgorithm.to_jwk(self._key.public_key(), as_dict=True)
        own = {"kid": self._name, "alg": ALGORITHM, "use": "sig"}
        return {"keys": [{"kty": found["kty"], "n": found["n"], "e": found["e"], **own}]}

    def sign(self, claims: dict[str, Any]) -> str:
        """Return claims as a signed JSON Web Token."""
        import jwt

        return jwt.encode(claims, self._key, ALGORITHM, {"kid": self._name})

    @cached_property
    def _key(self) -> RSAPrivateKey:
        must_have_packages()
        from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        found = self._store.find(NAME) or self._store.get(NAME, new_key())
        key = load_pem_private_key(found.encode(), None)
        assert isinstance(key, RSAPrivateKey)
        return key

    @cached_property
    def _name(self) -> str:
        """The name of the key: the beginning of the hash of its public part."""
        from hashlib import sha256

        number = self._key.public_key().public_numbers().n
        return sha256(number.to_bytes(BITS // 8, "big")).hexdigest()[:16]


def new_key() -> str:
    """Return a new private key."""
    from cryptography.hazmat.primitives import serialization as form
    from cryptography.hazmat.primitives.asymmetric import rsa

    made = rsa.generate_private_key(65537, BITS)
    plain = form.NoEncryption()
    return made.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, plain).decode()


def must_have_packages() -> None:
    """Raise UsageError, naming it, if a package is not installed."""
    for name in PACKAGES:
        try:
            import_module(name)
        except ImportError as error:
            raise UsageError(NEEDED.format(error.name)) from None
