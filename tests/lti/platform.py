"""A learning platform: as much of one as LTI 1.3 asks for, with keys, people and grades of its own.

It checks what it is sent as strictly as the specification lets it.
"""

from __future__ import annotations

import html
import json
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import urlopen

import jwt
import uvicorn
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from outwit.lti.claims import LINE_ITEM, ROSTER, SCORE
from outwit.storage.platforms import NewPlatform

CLAIM = "https://purl.imsglobal.org/spec/lti/claim/"
MEMBERSHIP = "http://purl.imsglobal.org/vocab/lis/v2/membership#"
LEARNER, INSTRUCTOR = f"{MEMBERSHIP}Learner", f"{MEMBERSHIP}Instructor"
SCORE_TYPE = "application/vnd.ims.lis.v1.score+json"
ITEM_TYPE = "application/vnd.ims.lis.v2.lineitem+json"
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


class LearningPlatform:
    """A platform with one course, whose links lead to the portal."""

    def __init__(self) -> None:
        self.url = ""
        self.key = rsa.generate_private_key(65537, 2048)
        self.tool_keys: dict[str, Any] = {"keys": []}
        self.reset()

    def reset(self) -> None:
        """Forget what happened, and begin with a teacher and three students."""
        self.issuer, self.client_id, self.deployment = "https://learn.example.org", "tool 7", "1"
        self.kid = "first"
        self.people: dict[str, tuple[str, str]] = {
            "t1": ("Grace Hopper", INSTRUCTOR),
            "s1": ("Ada Lovelace", LEARNER),
            "s2": ("Zoë van Dijk", LEARNER),
            "s3": ("李 雷", LEARNER),
        }
        self.page_size = 2
        # Scores by person and moment, as a platform keeps them; all requests that tried to score.
        self.scores: dict[str, dict[str, Any]] = {}
        self.scored = 0
        self.items: dict[str, dict[str, Any]] = {}
        self.assertions: set[str] = set()
        self.tokens: dict[str, set[str]] = {}
        # Answers in place of our own, by the last word of the path.
        self.broken: dict[str, Callable[[], Response]] = {}
        self.coupled = True

    def registration(self) -> NewPlatform:
        """Return what an operator registers."""
        return NewPlatform(
            "Learn",
            self.issuer,
            self.client_id,
            (self.deployment,),
            f"{self.url}/login",
            f"{self.url}/token",
            f"{self.url}/keys",
            inside=True,
        )

    # The browser's part.

    def beginning(self, subject: str, link: str = "link 1") -> dict[str, str]:
        """Return what a click on a link sends to the portal."""
        return {
            "iss": self.issuer,
            "client_id": self.client_id,
            "login_hint": subject,
            "lti_message_hint": link,
            "target_link_uri": "http://testserver/lti/launch",
            "lti_deployment_id": self.deployment,
        }

    def answer(self, address: str) -> dict[str, str]:
        """Ask the platform who comes, as the portal leads a browser, and return its form."""
        assert address.startswith(f"{self.url}/login?")
        with urlopen(address) as response:
            page = response.read().decode()
        fields = re.findall('<input type="hidden" name="([a-z_]+)" value="([^"]*)">', page)
        return {name: html.unescape(value) for name, value in fields}

    def claims(self, subject: str, nonce: str, link: str) -> dict[str, Any]:
        """Return what the platform says of a person at a link."""
        name, role = self.people[subject]
        moment = int(time.time())
        endpoint: dict[str, Any] = {"scope": [LINE_ITEM, SCORE], "lineitems": f"{self.url}/items"}
        if self.coupled:
            self.items.setdefault("coupled", {"scoreMaximum": 20, "resourceLinkId": link})
            endpoint["lineitem"] = f"{self.url}/items/coupled?type_id=1"
        return {
            "iss": self.issuer,
            "aud": self.client_id,
            "sub": subject,
            "iat": moment,
            "exp": moment + 300,
            "nonce": nonce,
            "name": name,
            "email": "somebody@example.org",
            f"{CLAIM}message_type": "LtiResourceLinkRequest",
            f"{CLAIM}version": "1.3.0",
            f"{CLAIM}deployment_id": self.deployment,
            f"{CLAIM}target_link_uri": "http://testserver/lti/launch",
            f"{CLAIM}roles": [role],
            f"{CLAIM}context": {"id": "course 3"},
            f"{CLAIM}resource_link": {"id": link, "title": "A bot for Ataxx"},
            "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint": endpoint,
            "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice": {
                "context_memberships_url": f"{self.url}/members?course=3",
                "service_versions": ["2.0"],
            },
        }

    def sign(self, claims: dict[str, Any], key: Any = None, kid: str = "") -> str:
        """Return claims as a token."""
        return jwt.encode(claims, key or self.key, "RS256", {"kid": kid or self.kid})

    # The server's part.

    def app(self) -> Starlette:
        """Return the platform as an application."""
        return Starlette(
            routes=[
                Route("/course", self.course),
                Route("/login", self.login),
                Route("/keys", self.keys),
                Route("/token", self.token, methods=["POST"]),
                Route("/members", self.members),
                Route("/items", self.list_items, methods=["GET", "POST"]),
                Route("/items/{item}/scores", self.score, methods=["POST"]),
            ]
        )

    async def course(self, request: Request) -> Response:
        """Show an activity of the portal within a page, as platforms do by default."""
        asked = dict(request.query_params)
        tool = asked.pop("tool")
        fields = self.beginning(**asked)
        inputs = "".join(
            f'<input type="hidden" name="{name}" value="{html.escape(value)}">'
            for name, value in fields.items()
        )
        return HTMLResponse(
            f'<h1>Course</h1><iframe name="activity" width="800" height="400"></iframe>'
            f'<form method="post" target="activity" action="{html.escape(tool)}">{inputs}</form>'
            "<script>document.forms[0].submit()</script>"
        )

    async def login(self, request: Request) -> Response:
        """Send the browser back to the portal with a form that says who comes."""
        asked = request.query_params
        wanted = {
            "scope": "openid",
            "response_type": "id_token",
            "response_mode": "form_post",
            "prompt": "none",
            "client_id": self.client_id,
        }
        assert {name: asked[name] for name in wanted} == wanted
        assert urlsplit(asked["redirect_uri"]).path == "/lti/launch"
        claims = self.claims(asked["login_hint"], asked["nonce"], asked["lti_message_hint"])
        fields = {"state": asked["state"], "id_token": self.sign(claims)}
        inputs = "".join(
            f'<input type="hidden" name="{name}" value="{html.escape(value)}">'
            for name, value in fields.items()
        )
        action = html.escape(asked["redirect_uri"])
        return HTMLResponse(
            f'<form method="post" action="{action}">{inputs}<button>Go on</button></form>'
            "<script>document.forms[0].submit()</script>"
        )

    async def keys(self, request: Request) -> Response:
        """Return the public key."""
        if "keys" in self.broken:
            return self.broken["keys"]()
        public = RSAAlgorithm.to_jwk(self.key.public_key(), as_dict=True)
        return JSONResponse({"keys": [{**public, "kid": self.kid, "alg": "RS256", "use": "sig"}]})

    async def token(self, request: Request) -> Response:
        """Give a token to who signs its request with the portal's key, once a request."""
        if "token" in self.broken:
            return self.broken["token"]()
        form = {
            name: values[0] for name, values in parse_qs((await request.body()).decode()).items()
        }
        assert form["grant_type"] == "client_credentials"
        kind = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
        assert form["client_assertion_type"] == kind
        assertion = form["client_assertion"]
        name = jwt.get_unverified_header(assertion)["kid"]
        (own,) = [each for each in self.tool_keys["keys"] if each["kid"] == name]
        found = jwt.decode(
            assertion,
            jwt.PyJWK(own).key,
            ["RS256"],
            {"require": ["iss", "sub", "aud", "iat", "exp", "jti"]},
            audience=f"{self.url}/token",
        )
        assert found["iss"] == found["sub"] == self.client_id
        assert found["jti"] not in self.assertions
        self.assertions.add(found["jti"])
        made = secrets.token_urlsafe()
        self.tokens[made] = set(form["scope"].split())
        return JSONResponse({"access_token": made, "token_type": "Bearer", "expires_in": 3600})

    def refusal(self, request: Request, scope: str, word: str) -> Response | None:
        """Return the answer to a request without the token of a scope, or as a test wants it."""
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        if scope not in self.tokens.get(token, set()):
            return JSONResponse({"error": "no such token"}, 401)
        return self.broken[word]() if word in self.broken else None

    async def members(self, request: Request) -> Response:
        """Return a page of the course's people."""
        if refused := self.refusal(request, ROSTER, "members"):
            return refused
        assert request.query_params["course"] == "3"
        begin = int(request.query_params.get("from", 0))
        people = list(self.people.items())
        shown = [
            {"user_id": subject, "roles": [role], "name": name, "status": "Active"}
            for subject, (name, role) in people[begin : begin + self.page_size]
        ]
        headers = {}
        if begin + self.page_size < len(people):
            query = urlencode({"course": 3, "from": begin + self.page_size})
            headers["Link"] = f'<{self.url}/members?{query}>; rel="next"'
        kind = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json"
        return JSONResponse({"id": "x", "members": shown}, headers=headers, media_type=kind)

    async def list_items(self, request: Request) -> Response:
        """List the columns of grades, or make one."""
        if refused := self.refusal(request, LINE_ITEM, "items"):
            return refused
        if request.method == "POST":
            assert request.headers["content-type"] == ITEM_TYPE
            new = await request.json()
            assert new["scoreMaximum"] > 0
            assert new["label"]
            name = f"item{len(self.items)}"
            self.items[name] = {**new, "id": f"{self.url}/items/{name}"}
            return JSONResponse(self.items[name], 201, media_type=ITEM_TYPE)
        wanted = request.query_params
        found = [
            each
            for each in self.items.values()
            if each.get("resourceId") == wanted.get("resource_id")
        ]
        return JSONResponse(found)

    async def score(self, request: Request) -> Response:
        """Keep a score; one that is not newer than the one before changes nothing."""
        self.scored += 1
        if refused := self.refusal(request, SCORE, "scores"):
            return refused
        assert request.path_params["item"] in self.items
        assert request.headers["content-type"] == SCORE_TYPE
        new = json.loads(await request.body())
        assert new["userId"] in self.people
        assert new["scoreGiven"] >= 0
        assert new["scoreMaximum"] > 0
        assert new["gradingProgress"] == "FullyGraded"
        assert new["activityProgress"] in ("Submitted", "Completed")
        assert MOMENT.fullmatch(new["timestamp"])
        old = self.scores.get(new["userId"])
        if old is not None and new["timestamp"] <= old["timestamp"]:
            return JSONResponse({"error": "not newer"}, 409)
        self.scores[new["userId"]] = new
        return Response(status_code=200)


@contextmanager
def running() -> Iterator[LearningPlatform]:
    """Run a platform at an address of this machine."""
    platform = LearningPlatform()
    config = uvicorn.Config(platform.app(), port=0, log_level="error", lifespan="off", ws="none")
    server = uvicorn.Server(config)
    thread = Thread(target=server.run, name="learning platform")
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.005)
    (port,) = {each.getsockname()[1] for one in server.servers for each in one.sockets}
    platform.url = f"http://127.0.0.1:{port}"
    try:
        yield platform
    finally:
        server.should_exit = True
        thread.join()
