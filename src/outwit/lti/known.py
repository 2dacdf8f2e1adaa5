"""Addresses of well-known learning platforms, by the address of a site."""

from __future__ import annotations

from outwit.core.value import Value


class Addresses(Value):
    """The issuer of a platform and its addresses; ``services`` are hosts of rosters and grades."""

    issuer: str
    login_url: str
    token_url: str
    keys_url: str
    services: tuple[str, ...] = ()


def moodle(site: str) -> Addresses:
    """Return the addresses of a Moodle site.

    >>> moodle("https://moodle.example.org/").token_url
    'https://moodle.example.org/mod/lti/token.php'
    """
    site = site.rstrip("/")
    auth, token, certs = (f"{site}/mod/lti/{page}.php" for page in ("auth", "token", "certs"))
    return Addresses(site, auth, token, certs)


def canvas(site: str) -> Addresses:
    """Return the addresses of a school's Canvas site that Instructure hosts.

    All these schools have one issuer and one login; rosters and grades are at their own site.

    >>> canvas("https://school.instructure.com/").services
    ('https://school.instructure.com',)
    """
    host = "https://sso.canvaslms.com"
    return Addresses(
        "https://canvas.instructure.com",
        f"{host}/api/lti/authorize_redirect",
        f"{host}/login/oauth2/token",
        f"{host}/api/lti/security/jwks",
        (site.rstrip("/"),),
    )
