"""Challenges to bots: only what a bot plays is offered, and a refusal says why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from outwit.server.live.loading import live_game
from outwit.server.news.hub import of_account
from outwit.storage.accounts import Account
from outwit.storage.botplays import Plays
from tests.server.community import Community, community

pytestmark = pytest.mark.compiled_only


class Challenge:
    """Ada before a browser, and a bot of Bob's that is connected."""

    def __init__(self, town: Community) -> None:
        self.town = town
        self.ada, bob = town.person("Ada"), town.person("Bob")
        self.bot: Account = town.portal.accounts.make_bot(bob.id, "Bob-bot")
        secret = town.portal.tokens.create(self.bot.id, "test")
        self.headers = {"Authorization": f"Bearer {secret}"}
        town.sit(self.ada)

    def declare(self, **plays: object) -> int:
        """Let the bot say what it plays."""
        answer = self.town.client.post("/api/bot/account/plays", headers=self.headers, json=plays)
        return answer.status_code

    def refusal(self, **fields: str) -> str:
        """Send a challenge that is refused, and return why."""
        fields = {"game": "ataxx", "opponent": "invite", "name": "bob-bot", **fields}
        answer = self.town.post("/play", **fields)
        assert answer.status_code == 400
        assert self.town.portal.games.unfinished() == ()
        (said,) = re.findall(r'role="alert"[^>]*>([^<]*)', answer.text)
        return str(said)


@pytest.fixture
def challenge(tmp_path: Path) -> Iterator[Challenge]:
    with community(tmp_path) as town, ExitStack() as there:
        made = Challenge(town)
        town.portal.accounts.see(made.bot.id)
        there.enter_context(town.portal.hub.subscribe(of_account(made.bot.id)))
        yield made


def test_only_the_games_that_a_bot_plays_are_offered(challenge: Challenge) -> None:
    town = challenge.town
    for path in ("/bots", "/people/Bob-bot"):
        assert "/play/advance?name=Bob-bot" in town.page(path)
    assert challenge.declare(games="ataxx, push") == 200
    for path in ("/bots", "/people/Bob-bot"):
        page = town.page(path)
        assert "/play/advance?name=Bob-bot" not in page
        assert "/play/push?name=Bob-bot" in page
    page = town.page("/play/advance?name=Bob-bot", 400)
    assert "The bot Bob-bot does not play Advance" in page
    assert ">Start</button>" not in page
    assert "/play/push?name=Bob-bot" in page
    said = challenge.refusal(game="advance")
    assert said == "The bot Bob-bot does not accept this game: it plays Ataxx and Push, not Advance"


def test_only_the_clocks_that_a_bot_plays_with_are_offered(challenge: Challenge) -> None:
    challenge.declare(speeds="blitz")
    page = challenge.town.page("/play/ataxx?name=Bob-bot")
    assert re.findall(r'name="clock" value="([^"]*)"', page) == ["180+2", "300+3"]
    assert 'name="clock" value="180+2" checked' in page
    assert challenge.refusal().endswith("it plays blitz games, and this game has no clock")
    challenge.declare(speeds="slow")
    page = challenge.town.page("/play/ataxx?name=Bob-bot")
    assert re.findall(r'name="clock" value="([^"]*)"', page) == ["game", "move", "days"]


def test_a_bot_without_variants_is_offered_none(challenge: Challenge) -> None:
    assert "option-blocks" in challenge.town.page("/play/ataxx?name=Bob-bot")
    challenge.declare(variants=False)
    assert "option-blocks" not in challenge.town.page("/play/ataxx?name=Bob-bot")
    said = challenge.refusal(**{"option-clock": "100"})
    assert said.endswith("it plays no variants")
    start = "x5o/7/7/7/7/6x/o6 x 0 1"
    assert challenge.refusal(start=start).endswith("it plays no variants")
    challenge.town.begin(opponent="invite", name="Bob-bot")


@pytest.mark.parametrize(("rated", "offers"), [(None, True), (True, False), (False, False)])
def test_rated_games_are_offered_where_a_bot_leaves_the_choice(
    challenge: Challenge, rated: bool | None, offers: bool
) -> None:
    challenge.declare(rated=rated)
    page = challenge.town.page("/play/ataxx?name=Bob-bot")
    assert ('type="checkbox" name="rated"' in page) == offers
    assert ('type="hidden" name="rated"' in page) == (rated is True)
    if rated is False:
        said = challenge.refusal(rated="yes", clock="300+3")
        assert said.endswith("it plays no rated games")
    if rated is True:
        assert challenge.refusal(clock="300+3").endswith("it plays rated games only")


def test_a_bot_that_is_not_connected_is_not_waited_for(tmp_path: Path) -> None:
    with community(tmp_path) as town:
        assert Challenge(town).refusal() == "The bot Bob-bot is not online now: it could not answer"


def test_bots_are_refused_by_the_same_words(challenge: Challenge) -> None:
    town = challenge.town
    other = town.portal.accounts.make_bot(challenge.ada.id, "Ada-bot")
    headers = {"Authorization": f"Bearer {town.portal.tokens.create(other.id, 'test')}"}
    challenge.declare(games="push")
    answer = town.client.post("/api/challenge/bob-bot", headers=headers, json={"game": "ataxx"})
    assert answer.status_code == 400
    assert answer.json()["error"].endswith("it plays Push, not Ataxx")
    assert town.portal.games.unfinished() == ()


@pytest.mark.parametrize(
    "body", [{"games": "nope"}, {"speeds": "soon"}, {"games": 1}, {"clocks": "blitz"}]
)
def test_what_cannot_be_declared_is_refused(challenge: Challenge, body: dict[str, object]) -> None:
    assert challenge.declare(**body) in (400, 404)
    assert challenge.town.portal.accounts.plays_of(challenge.bot.id) == Plays()


def test_a_bot_that_declines_says_why_and_no_seat_waits(challenge: Challenge) -> None:
    town = challenge.town
    key = town.begin(opponent="invite", name="Bob-bot")
    answer = town.client.post(
        f"/api/challenge/{key}/decline",
        headers=challenge.headers,
        json={"reason": " it is\n<b>busy</b>"},
    )
    assert answer.status_code == 200
    said = "Not played: Bob-bot declined – it is <b>busy</b>"
    stored = town.portal.games.load(key)
    assert stored.sentence == said
    # It holds when the game is read from the database again.
    assert live_game(stored).sentence == said
    page = town.page(f"/g/{key}")
    assert "Bob-bot declined – it is &lt;b&gt;busy&lt;/b&gt;" in page
    assert "Waiting for" not in page
    assert re.search(r'id="rematch"[^>]* hidden', page)
    assert re.search(r'id="after">.*href="/play/ataxx">New game<', page, re.DOTALL)
    assert town.post(f"/g/{key}/rematch").status_code == 403
    assert town.portal.games.unfinished() == ()
    assert f"/g/{key}" not in town.page("/")
    # Nothing is left that keeps Ada from asking again.
    town.begin(opponent="invite", name="Bob-bot")


def test_a_bot_that_plays_bots_only_is_not_challenged_by_people(challenge: Challenge) -> None:
    assert challenge.declare(opponents="bots") == 200
    assert challenge.refusal().endswith("it plays bots only")
    for path in ("/bots", "/people/Bob-bot"):
        page = challenge.town.page(path)
        assert "bots only" in page
        assert "?name=Bob-bot" not in page
    assert "Bob-bot" not in challenge.town.page("/play/ataxx")
    assert challenge.declare(opponents="cats") == 400


def test_a_bot_that_plays_people_only_is_not_challenged_by_bots(challenge: Challenge) -> None:
    town = challenge.town
    assert challenge.declare(opponents="people") == 200
    other = town.portal.accounts.make_bot(challenge.ada.id, "Ada-bot")
    headers = {"Authorization": f"Bearer {town.portal.tokens.create(other.id, 'test')}"}
    terms = {"game": "ataxx", "clock.limit": 300}
    answer = town.client.post("/api/challenge/Bob-bot", headers=headers, json=terms)
    assert answer.status_code == 400
    assert answer.json()["error"].endswith("does not accept this game: it plays people only")
    assert town.begin(opponent="invite", name="bob-bot", clock="300+3")


def test_seeks_match_only_what_a_bot_accepts(challenge: Challenge) -> None:
    town = challenge.town
    assert challenge.declare(opponents="bots", games="ataxx") == 200
    terms = {"game": "ataxx", "clock.limit": 900, "clock.increment": 10}
    made = town.client.post("/api/board/seek", headers=challenge.headers, json=terms)
    assert made.status_code == 200, made.text
    seek = made.json()["id"]
    # Ada wants the same game, and waits for another opponent.
    own = town.begin(opponent="anyone", clock="900+10", side="random")
    assert own != seek
    refused = town.post(f"/g/{seek}/join")
    assert refused.status_code == 403
    assert "it plays bots only" in refused.text
    joined = town.client.post(f"/api/board/seek/{own}/join", headers=challenge.headers)
    assert joined.status_code == 403
    assert joined.json()["error"].endswith("does not play this game: it plays bots only")
    assert challenge.declare(opponents="people", games="ataxx") == 200
    joined = town.client.post(f"/api/board/seek/{own}/join", headers=challenge.headers)
    assert joined.status_code == 200


def test_a_declaration_is_made_on_the_page_of_bots_by_the_owner_alone(
    challenge: Challenge,
) -> None:
    town, accounts = challenge.town, challenge.town.portal.accounts
    fields = {"bot": "Bob-bot", "opponents": "people", "rated": "no"}
    assert town.post("/bots/plays", **fields).status_code == 403
    bob = accounts.find("Bob")
    assert bob is not None
    town.sit(bob)
    assert town.post("/bots/plays", **fields, game="push", speed="blitz").status_code == 200
    made = Plays(("push",), ("blitz",), rated=False, variants=False, opponents="people")
    assert accounts.plays_of(challenge.bot.id) == made
    page = town.page("/people/Bob-bot")
    for words in ("Push", "blitz", "unrated games only", "people only"):
        assert f"<small>{words}</small>" in page
    answer = town.post("/bots/plays", **fields, game="chess")
    assert answer.status_code == 400
    assert accounts.plays_of(challenge.bot.id) == made
