"""The maker of a browser on this machine: it takes Web Push and reads it as the browser would."""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Self


def written(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def read(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class PushMaker(ThreadingHTTPServer):
    """Keeps what is sent, decrypted; the next requests get the statuses in ``refusals``."""

    def __init__(self) -> None:
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        super().__init__(("127.0.0.1", 0), Handler)
        self.private: Any = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        self.messages: list[dict[str, Any]] = []
        self.signed: list[dict[str, Any]] = []
        self.refusals: list[int] = []
        point = self.private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        self.endpoint = f"http://127.0.0.1:{self.server_address[1]}/to/ada"
        self.fields = {
            "endpoint": self.endpoint,
            "key": written(point),
            "secret": written(self.secret),
        }
        self._thread = Thread(target=self.serve_forever, args=(0.02,))

    def take(self, body: bytes, headers: Any) -> None:
        """Check the signature (RFC 8292) and decrypt the message."""
        import http_ece
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec, utils

        assert headers["Content-Encoding"] == "aes128gcm"
        assert int(headers["TTL"]) > 0
        kind, _, fields = headers["Authorization"].partition(" ")
        assert kind == "vapid"
        parts = dict(each.strip().split("=", 1) for each in fields.split(","))
        head, claims, signature = parts["t"].split(".")
        both = read(signature)
        made = utils.encode_dss_signature(
            int.from_bytes(both[:32], "big"), int.from_bytes(both[32:], "big")
        )
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), read(parts["k"]))
        key.verify(made, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
        self.signed.append({**json.loads(read(claims)), "key": parts["k"]})
        plain = http_ece.decrypt(body, private_key=self.private, auth_secret=self.secret)
        self.messages.append(json.loads(plain))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()
        self._thread.join()


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: PushMaker

    def do_POST(self) -> None:  # the name that http.server asks for
        """Take a message, or refuse it."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status = self.server.refusals.pop(0) if self.server.refusals else 201
        if status == 201:
            self.server.take(body, self.headers)
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""
