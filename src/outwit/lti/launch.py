"""What a launch says: who comes, from which link of a course, and which services there are."""

from __future__ import annotations

from typing import Any

from outwit.core.value import Value
from outwit.errors import NotAllowed
from outwit.lti.claims import (
    DEPLOYMENT,
    GRADES,
    INSTRUCTOR,
    LAUNCH,
    LEARNER,
    MESSAGE_TYPE,
    NAMES,
    RESOURCE,
    ROLES,
    VERSION,
    VERSION_1_3,
    has_role,
)
from outwit.storage.platformlinks import NewLink, short
from outwit.storage.platforms import Platform
from outwit.storage.platformtables import LONGEST_ID

LONGEST_URL = 1_000


class Launch(Value):
    """A person of a platform at a link; ``name`` is empty if the platform keeps it to itself."""

    subject: str
    name: str
    teaches: bool
    studies: bool
    link: NewLink


def read_launch(platform: Platform, claims: dict[str, Any]) -> Launch:
    """Read the claims of a token whose signature is right; raise NotAllowed for a bad launch."""
    if claims.get(VERSION) != VERSION_1_3:
        raise NotAllowed(f"{platform.name} does not speak LTI 1.3: ask its administrator")
    if claims.get(MESSAGE_TYPE) != LAUNCH:
        raise NotAllowed(f"{platform.name} asks for something else than to open a link")
    deployment = read_id(claims.get(DEPLOYMENT), "deployment")
    if deployment not in platform.deployments:
        raise NotAllowed(
            f"the deployment {short(deployment)!r} of {platform.name} is not registered here: "
            "ask the operator of this portal"
        )
    resource = part(claims, RESOURCE)
    grades, names = part(claims, GRADES), part(claims, NAMES)
    scopes = grades.get("scope")
    return Launch(
        read_id(claims.get("sub"), "person"),
        short(text(claims.get("name")) or text(claims.get("given_name"))),
        has_role(claims.get(ROLES), INSTRUCTOR),
        has_role(claims.get(ROLES), LEARNER),
        NewLink(
            platform.id,
            deployment,
            read_id(resource.get("id"), "link"),
            short(text(resource.get("title"))),
            address(names.get("context_memberships_url")),
            address(grades.get("lineitems")),
            address(grades.get("lineitem")),
            tuple(each for each in scopes[:20] if isinstance(each, str) and len(each) < LONGEST_ID)
            if isinstance(scopes, list)
            else (),
        ),
    )


def read_id(given: object, what: str) -> str:
    """Return an id of a launch; raise NotAllowed if there is none."""
    found = text(given)
    if not 0 < len(found) <= LONGEST_ID or not found.isprintable():
        raise NotAllowed(f"this launch names no {what}: ask the administrator of the platform")
    return found


def part(claims: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a claim that is an object, an empty one if it is not there."""
    found = claims.get(name)
    return found if isinstance(found, dict) else {}


def text(given: object) -> str:
    """Return a text, empty for anything else."""
    return given if isinstance(given, str) else ""


def address(given: object) -> str:
    """Return an address of a service, empty if it cannot be one; requests check where it leads."""
    found = text(given)
    return found if len(found) <= LONGEST_URL and found.isprintable() else ""
