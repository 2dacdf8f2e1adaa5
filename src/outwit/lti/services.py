"""Services of a learning platform: the roster of a course, and its columns of grades."""

from __future__ import annotations

import json
import secrets
import time
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit

from outwit.errors import NetworkFault
from outwit.lti.addresses import check_address
from outwit.lti.claims import LEARNER, LINE_ITEM, ROSTER, SCORE, has_role
from outwit.lti.keypair import KeyPair
from outwit.lti.launch import text
from outwit.lti.outgoing import Answer, Sender, expect, send
from outwit.storage.homework import StoredHomework
from outwit.storage.platformgrades import Grade
from outwit.storage.platformlinks import Link
from outwit.storage.platforms import Platform
from outwit.storage.platformtables import LONGEST_ID

# Most pages of a roster, most students of it, and students asked for at once.
MOST_PAGES, MOST_STUDENTS, PAGE = 50, 2_000, 100
# Seconds for which what we sign is valid; a token is given up so long before it ends.
ASSERTED_SECONDS, EARLY_SECONDS = 300, 60
# Seconds a token is used if the platform does not say how long it is valid.
USUAL_SECONDS = 600
MEMBERS = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json"
ITEMS = "application/vnd.ims.lis.v2.lineitemcontainer+json"
ITEM = "application/vnd.ims.lis.v2.lineitem+json"
SCORES = "application/vnd.ims.lis.v1.score+json"
ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
FORM = "application/x-www-form-urlencoded"
UNAUTHORIZED, CONFLICT = 401, 409


class Services:
    """Asks platforms in the name of the portal; raise NetworkFault for anything that fails."""

    def __init__(self, keys: KeyPair, sender: Sender = send) -> None:
        self._keys = keys
        self._send = sender
        # Tokens by platform and scope, and until when they are used.
        self._tokens: dict[tuple[str, str], tuple[float, str]] = {}

    def roster(self, platform: Platform, link: Link) -> dict[str, str]:
        """Return the names of the students of a link's course by subject."""
        names: dict[str, str] = {}
        url = with_query(link.roster_url, limit=str(PAGE))
        for _ in range(MOST_PAGES):
            answer = self._ask(platform, ROSTER, "GET", url, {"Accept": MEMBERS}, "its roster")
            found = answer.json(platform)
            members = found.get("members") if isinstance(found, dict) else None
            if not isinstance(members, list):
                raise NetworkFault(f"{platform.name} sends a roster without members")
            names |= students_in(members)
            url = answer.next_page
            if not url or len(names) >= MOST_STUDENTS:
                break
        return dict(list(names.items())[:MOST_STUDENTS])

    def item(self, platform: Platform, link: Link, homework: StoredHomework, most: float) -> str:
        """Return the address of a link's column of grades, which is made if there is none."""
        if link.item_url:
            return link.item_url
        if not link.items_url:
            raise NetworkFault(f"{platform.name} offers no column of grades for this link")
        # A worker that made one may have been killed before it could say so.
        own = with_query(link.items_url, resource_link_id=link.resource, resource_id=homework.id)
        listed = self._ask(platform, LINE_ITEM, "GET", own, {"Accept": ITEMS}, "its columns")
        found = listed.json(platform)
        for each in found if isinstance(found, list) else []:
            if isinstance(each, dict) and each.get("resourceId") == homework.id:
                return check_address(platform, text(each.get("id")))
        column = {
            "scoreMaximum": most,
            "label": homework.title,
            "resourceId": homework.id,
            "resourceLinkId": link.resource,
        }
        made = self._ask(
            platform,
            LINE_ITEM,
            "POST",
            link.items_url,
            {"Content-Type": ITEM, "Accept": ITEM},
            "a column of grades",
            json.dumps(column).encode(),
        ).json(platform)
        return check_address(platform, text(made.get("id") if isinstance(made, dict) else None))

    def grade(self, platform: Platform, item_url: str, grade: Grade, *, final: bool) -> None:
        """Send a grade; one that the platform has already changes nothing there.

        Its moment tells a platform which of two grades is the newer one, and that a repeated one
        is the same.
        """
        score = {
            "userId": grade.subject,
            "scoreGiven": grade.score,
            "scoreMaximum": grade.most,
            "timestamp": shown_moment(grade.at),
            "activityProgress": "Completed" if final else "Submitted",
            "gradingProgress": "FullyGraded",
        }
        self._ask(
            platform,
            SCORE,
            "POST",
            scores_of(item_url),
            {"Content-Type": SCORES},
            "the grade",
            json.dumps(score).encode(),
            fine=CONFLICT,
        )

    def _ask(
        self,
        platform: Platform,
        scope: str,
        method: str,
        url: str,
        headers: dict[str, str],
        what: str,
        body: bytes | None = None,
        fine: int = 200,
    ) -> Answer:
        """Send a request with a token; get another token once if the platform takes it no more."""
        check_address(platform, url)
        for is_last in (False, True):
            bearer = {"Authorization": f"Bearer {self._token(platform, scope)}"}
            answer = self._send(platform, method, url, headers | bearer, body)
            if answer.status != UNAUTHORIZED or is_last:
                break
            self._tokens.pop((platform.id, scope), None)
        return answer if answer.status == fine else expect(platform, answer, what)

    def _token(self, platform: Platform, scope: str) -> str:
        until, token = self._tokens.get((platform.id, scope), (0.0, ""))
        if until > time.monotonic():
            return token
        moment = int(time.time())
        assertion = self._keys.sign(
            {
                "iss": platform.client_id,
                "sub": platform.client_id,
                "aud": platform.token_url,
                "iat": moment,
                "exp": moment + ASSERTED_SECONDS,
                "jti": secrets.token_urlsafe(16),
            }
        )
        asked = {
            "grant_type": "client_credentials",
            "client_assertion_type": ASSERTION,
            "client_assertion": assertion,
            "scope": scope,
        }
        body = urlencode(asked).encode()
        answer = self._send(platform, "POST", platform.token_url, {"Content-Type": FORM}, body)
        found = expect(platform, answer, "a token").json(platform)
        token = text(found.get("access_token")) if isinstance(found, dict) else ""
        if not token or not token.isascii() or not token.isprintable():
            raise NetworkFault(f"{platform.name} sends no token")
        seconds = found.get("expires_in")
        lasts = float(seconds) if isinstance(seconds, int | float) else USUAL_SECONDS
        self._tokens[platform.id, scope] = time.monotonic() + lasts - EARLY_SECONDS, token
        return token


def students_in(members: list[Any]) -> dict[str, str]:
    """Return the names of the students among members of a course by subject."""
    names = {}
    for each in members:
        if not isinstance(each, dict) or each.get("status", "Active") != "Active":
            continue
        subject = text(each.get("user_id"))
        if has_role(each.get("roles"), LEARNER) and 0 < len(subject) <= LONGEST_ID:
            parts = (text(each.get("given_name")), text(each.get("family_name")))
            name = text(each.get("name")) or " ".join(filter(None, parts))
            names[subject] = name or f"student {subject[:20]}"
    return names


def scores_of(item_url: str) -> str:
    """Return the address that takes the scores of a column of grades.

    >>> scores_of("https://learn.example.org/items/7?type=1")
    'https://learn.example.org/items/7/scores?type=1'
    """
    parts = urlsplit(item_url)
    return urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/scores"))


def with_query(url: str, **more: str) -> str:
    """Return an address with more in its query.

    >>> with_query("https://learn.example.org/roster?course=3", limit="50")
    'https://learn.example.org/roster?course=3&limit=50'
    """
    parts = urlsplit(url)
    return urlunsplit(parts._replace(query="&".join(filter(None, (parts.query, urlencode(more))))))


def shown_moment(moment: datetime) -> str:
    """Return a moment as platforms read it: in UTC, with milliseconds.

    >>> shown_moment(datetime(2026, 5, 1, 12, tzinfo=UTC))
    '2026-05-01T12:00:00.000Z'
    """
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
