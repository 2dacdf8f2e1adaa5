"""The pages: everything is escaped, nothing is inline, and pages and scripts fit together."""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import UTC, date, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import StrictUndefined

import outwit
from outwit.core.look import Look
from outwit.drawing.palette import colours, style_sheet
from outwit.server.routes.botpages import OwnBot
from outwit.server.routes.playform import DEFAULTS
from outwit.server.values.appearance import Appearance
from outwit.server.values.curve import Curve
from outwit.server.values.reference import Field, Kind, Operation
from outwit.server.wording.catalog import catalog
from outwit.server.wording.rendering import environment
from outwit.storage.botplays import Plays
from outwit.storage.chat import Said
from outwit.storage.moderators import Decision
from outwit.storage.notices import Notice
from outwit.storage.reports import ACTIONS, REASONS, Report
from outwit.storage.sanctions import Sanction
from outwit.storage.tokens import Token
from tests.server.routes.teachercontext import OF_TEACHERS, teacher_context

WEB = Path(outwit.__file__).parent / "server" / "web"
STATIC = WEB / "static"
TEMPLATES = sorted(path.name for path in (WEB / "templates").glob("*.html"))
EVIL = """"'><evil onclick=alert(1) style=color:red></script></svg>{{ 6 * 7 }}<!--"""
VOID = {"meta", "link", "input", "img", "br"}
# What the server makes.
MADE = {"/static/boards.css"}
# Scripts and styles together, in bytes.
LARGEST = 208 * 1024
OF_BOTS = {"bots.html", "api.html"}
OF_STUDIES = {"newstudy.html", "publicstudies.html", "studies.html", "study.html"}
OF_HOMEWORK = (
    "assignments.html",
    "bout.html",
    "class.html",
    "handinchanges.html",
    "handinfiles.html",
    "handin.html",
    "handinlive.html",
    "homework.html",
    "homeworklive.html",
)


class Page(HTMLParser):
    """The elements of a page, with those that contain each, and the texts of its scripts."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str], tuple[str, ...]]] = []
        self.texts: list[str] = []
        self.scripts: list[str] = []
        self.open: list[str] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.elements.append((tag, found, tuple(self.open)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}, tuple(self.open)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open[-1] == tag, f"</{tag}> closes <{self.open[-1]}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        (self.scripts if self.open[-1:] == ["script"] else self.texts).append(data)

    def values(self, name: str) -> list[str]:
        """Return the values of an attribute."""
        return [attributes[name] for _, attributes, _ in self.elements if name in attributes]


def board(prefix: str) -> str:
    drawn = outwit.game("ataxx").start().svg(theme="auto", prefix=prefix, label=EVIL)
    return re.sub("<style>.*?</style>", "", drawn)


def state(**changes: object) -> dict[str, object]:
    players = [
        {"name": EVIL, "bot": True, "side": EVIL, "rating": EVIL},
        {"name": None, "bot": False, "side": "b", "rating": ""},
    ]
    return {
        "id": EVIL,
        "game": "ataxx",
        "n": 1,
        "svg": board("b-"),
        "flipped": False,
        "you": 0,
        "turn": 0,
        "players": players,
        "moves": [{"text": EVIL, "ways": [["a1"]], "label": EVIL}],
        "last": [],
        "motion": {},
        "played": [{"text": EVIL, "label": EVIL}],
        "scores": [[2, 2], [1, 3]],
        "unit": EVIL,
        "clocks": {"left": [61_000, 600_000], "running": 0},
        "outcome": None,
        "offers": {"draw": None, "takeback": None, "rematch": None},
        "next": None,
        "waits": False,
        "shared": False,
        "watchers": 3,
        **changes,
    }


def example(prefix: str) -> dict[str, object]:
    texts = dict.fromkeys(("title", "task", "notice", "solution"), EVIL)
    moves = [{"text": EVIL, "ways": [["a1"]], "label": EVIL}]
    return {**texts, "number": 1, "svg": board(prefix), "moves": moves, "words": {"a1": EVIL}}


def month() -> dict[str, object]:
    day = date(2026, 11, 9)
    cell = {"number": 9, "day": day, "path": "/puzzles/ataxx/2", "is_today": True, "is_past": True}
    week = [{**cell, "state": state} for state in ("at once", "later", "failed", "")]
    return {
        "first": day,
        "weeks": [[*week, None, {**cell, "path": ""}]],
        "before": "",
        "after": "",
    }


def standing() -> dict[str, object]:
    counts = {"streak": 1, "best": 2, "tried": 3, "solved": 2}
    return {"rating": EVIL, "change": EVIL, **counts}


def context() -> dict[str, object]:
    """Return all that the pages show, hostile wherever people can write."""
    option = {"name": EVIL, "label": EVIL, "summary": EVIL, "value": EVIL, "choices": ()}
    line = {"id": EVIL, "game": EVIL, "opponent": EVIL, "clock": EVIL, "rated": True}
    line |= {"waits": False, "is_turn": True, "left": (3, 5, 0)}
    figures = {"rating": EVIL, "deviation": EVIL, "games": 3}
    game = {"name": "ataxx", "title": EVIL, "display_name": EVIL, "svg": board("g-")}
    game |= {"width": "320", "height": "200"}
    return {
        "user": {"name": EVIL, "guest": False, "invitations": 2},
        "csrf": "token",
        "appearance": Appearance(),
        "plays": Plays((EVIL,), (EVIL,), rated=True, variants=False, opponents="bots"),
        "looks": {
            "language": {"de": EVIL},
            "theme": {"dark": EVIL},
            "size": {"100": EVIL},
            "board": {EVIL: EVIL},
        },
        "notice": EVIL,
        "error": EVIL,
        "name": EVIL,
        "next": EVIL,
        "status": 404,
        "title": EVIL,
        "message": EVIL,
        "games": [
            {**game, **standing(), "count": 3, "themes": [shown_theme()]},
            {**game, **standing(), "count": 3, "tried": 0, "svg": board("h-"), "themes": []},
        ],
        "folder": "/rules",
        "version": EVIL,
        "live": {"ataxx": {"id": EVIL, "players": [EVIL, EVIL], "src": f"/g/{EVIL}"}},
        "mine": [line],
        "invitations": [line],
        "seeks": [{"id": EVIL, "game": EVIL, "name": EVIL, "clock": EVIL, "rated": True}],
        "watched": [{"id": EVIL, "game": EVIL, "players": [EVIL, EVIL]}],
        "game": game,
        "levels": [{"number": 3, "manner": EVIL, "words": EVIL}],
        "sides": (EVIL, "Blue"),
        "bot": None,
        "rivals": [{"name": EVIL, "rating": EVIL}],
        "opponents": {EVIL: EVIL, "b": "b"},
        "clocks": {EVIL: EVIL, "b": "b"},
        "options": [
            {**option, "kind": "text"},
            {**option, "kind": "line"},
            {**option, "kind": "number", "low": 1, "high": 9, "step": 2},
            {**option, "kind": "number", "low": 1, "high": 999_999_999, "step": 1},
            {**option, "kind": "line", "choices": (EVIL, "no")},
        ],
        "has_variant": True,
        "typed": dict.fromkeys((*DEFAULTS, "reason", "text", "game", "action"), EVIL) | {"days": 3},
        "person": {"name": EVIL, "guest": False, "bot": True, "since": EVIL},
        "is_own": False,
        "ratings": [{"name": EVIL, "game": EVIL, "pace": EVIL, "is_drawn": True, **figures}],
        "curve": "<svg></svg>",
        "curve_title": EVIL,
        "points": [{"at": EVIL, "rating": EVIL, "game": EVIL}],
        "ladders": [levels()],
        "beaten": levels(),
        "scores": [{"game": EVIL, "played": 3, "won": 1, "drawn": 1, "lost": 1}],
        "history": [
            {**line, "result": EVIL, "field": "won", "why": EVIL, "at": EVIL, "change": ""}
        ],
        "page": 2,
        "pages": 3,
        "paces": [EVIL, "b"],
        "seen_by": {EVIL: EVIL},
        "pace": EVIL,
        "leaders": [{"place": 1, "name": EVIL, "bot": True, "is_own": True, **figures}],
        "own": {"place": 1, "of": 2, **figures},
        "certain": EVIL,
        "wrong": "password",
        "body": "<p>Rules.</p>",
        "examples": [example("e-"), example("f-")],
        "today": {
            "path": "/puzzles/ataxx/2",
            "game": EVIL,
            "question": EVIL,
            "svg": board("t-"),
            "day": date(2026, 11, 9),
            "state": "later",
            "streak": 2,
            "best": 3,
            "month": month(),
        },
        "daily": {"streak": 2, "is_open": True},
        **dict.fromkeys(("key", "question", "reason", "feedback", "hint", "hint_square"), EVIL),
        "next_hint": 1,
        "solved": False,
        "solution": [EVIL],
        "theme": {"code": EVIL, "title": EVIL},
        "themes": [shown_theme()],
        "standing": standing(),
        "rating": 1500,
        "state": state(given=[EVIL]),
        "chat": [{"name": EVIL, "text": EVIL}],
        "invite": EVIL,
        "inviter": EVIL,
        "has_no_chat": False,
        "address": f"http://testserver/g/{EVIL}",
        "board_address": "/analysis/ataxx?position=",
        "is_listed": False,
        "level": 3,
        "most_levels": 10,
        "again": {"start": EVIL, "option-blocks": EVIL},
        "things": {EVIL: EVIL},
        "tour": {"aim": EVIL, "move": EVIL},
        "has_new_tour": True,
        "can_join": True,
        "is_invited": True,
        "invited_name": EVIL,
        "rated": False,
        "in_tournament": EVIL,
        **opening_context(),
        **tournament_context(),
        **class_context(),
    }


def shown_theme() -> dict[str, object]:
    return {"title": EVIL, "sentence": EVIL, "count": 3, "path": f"/puzzles/ataxx?theme={EVIL}"}


def levels() -> dict[str, object]:
    rungs = [{"number": 1, "marks": ["clean", "helped"]}, {"number": 2, "marks": ["", ""]}]
    shown = {"name": EVIL, "display_name": EVIL, "sides": [EVIL, EVIL], "rungs": rungs}
    return shown | {"next": {"level": 2, "side": 0, "side_name": EVIL}, "is_begun": True}


def opening_context() -> dict[str, object]:
    move = {"text": EVIL, "label": EVIL, "href": "/openings/ataxx", "games": 3, "share": 100}
    move |= {"first": 33.3, "drawn": 33.3, "second": 33.3, "rating": EVIL}
    return {
        "svg": board("o-"),
        "status_line": EVIL,
        "start": "/openings/ataxx",
        "played": [{"text": EVIL, "label": EVIL, "href": "/openings/ataxx"}],
        "fields": {EVIL: EVIL},
        "leasts": (1000, 1200),
        "least": 1200,
        "found": {"games": 3, "sides": [EVIL, "Blue"], "moves": [move]},
        "board": "/analysis/ataxx",
        "samples": [{"id": EVIL, **dict.fromkeys(("first", "second", "result", "at"), EVIL)}],
        "too_deep": False,
        "most_plies": 16,
    }


def tournament_context() -> dict[str, object]:
    moment = datetime(2026, 11, 18, 14, 5, tzinfo=UTC)
    tournament = {
        "id": EVIL,
        "name": EVIL,
        "game_name": EVIL,
        "format": "arena",
        "format_name": EVIL,
        "clock": EVIL,
        "rated": True,
        "state": "coming",
        "starts": moment,
        "ended": moment,
        "organiser": EVIL,
        "class_id": EVIL,
        "entrants": 2,
    }
    cells = [
        {"text": EVIL, "title": EVIL, "kind": "won", "id": EVIL},
        {"text": EVIL, "title": EVIL, "kind": "bye", "id": None},
    ]
    line = {
        "rank": 1,
        "name": EVIL,
        "is_bot": True,
        "is_me": True,
        "is_out": True,
        "points": EVIL,
        "tally": EVIL,
        "breaks": [EVIL],
        "performance": None,
        "on_fire": True,
        "cells": cells,
    }
    pairing = {"first": EVIL, "second": EVIL, "result": EVIL, "is_walkover": True, "id": EVIL}
    row = {"rank": 1, "name": EVIL, "cells": [None, EVIL, ""], "points": EVIL}
    return {
        "tournament": tournament,
        "shown": {
            **state(),
            "text": EVIL,
            "options": {EVIL: EVIL},
            "sides": [EVIL, "b"],
            "state": "running",
            "format": "round-robin",
            "status": EVIL,
            "until": EVIL,
            "lines": [line],
            "left_out": [EVIL],
            "cross": [row, row, row],
            "rounds": [
                {"number": 2, "pairings": [pairing, {**pairing, "id": None, "second": None}]},
                {"number": 1, "pairings": [pairing]},
            ],
            "boards": [{"id": EVIL, "svg": board("t-"), "players": [EVIL, EVIL]}],
            "mine": EVIL,
            "is_fresh": True,
        },
        "can_leave": True,
        "can_start": True,
        "lists": [
            {"title": EVIL, "id": "one", "empty": EVIL, "tournaments": [tournament]},
            {"title": EVIL, "id": "two", "empty": EVIL, "tournaments": []},
        ],
        "choices": [{"name": EVIL, "title": EVIL, "chosen": True}],
        "chosen": {"name": EVIL},
        "paces": {EVIL: EVIL},
        "delays": {EVIL: EVIL},
        "formats": {EVIL: EVIL},
        "most": {"cycles": 4, "rounds": 15, "minutes": 360},
        "form": {"name": EVIL, "rounds": EVIL, "at": EVIL},
    }


def class_context() -> dict[str, object]:
    moment = datetime(2026, 11, 18, 14, 5, tzinfo=UTC)
    member = {
        "account": 1,
        "name": EVIL,
        "is_bot": True,
        "plays": True,
        "is_online": True,
        "is_brought": True,
        "by": EVIL,
        "removable": True,
        "is_own": False,
    }
    line = {
        "rank": 1,
        "name": EVIL,
        "elo": EVIL,
        "error": EVIL,
        "games": 1,
        "tally": EVIL,
        "forfeits": 1,
        "whisker": {"low": "1", "high": "2", "elo": "1.5", "zero": "1"},
    }
    return {
        "classes": [{"id": EVIL, "name": EVIL, "game_name": EVIL, "is_teacher": True}],
        "of_class": {
            "id": EVIL,
            "name": EVIL,
            "game_name": EVIL,
            "clock": EVIL,
            "teacher": EVIL,
            "code": EVIL,
            "next": moment,
        },
        "is_teacher": True,
        "me": member,
        "members": [member],
        "online": 1,
        "ladder": [line],
        "nights": [{"id": EVIL, "at": moment, "state": "finished", "players": 2, "left_out": 1}],
        "counted": 14,
    }


def bot_context() -> dict[str, object]:
    takes = (Field(EVIL, EVIL, EVIL, True),)
    operation = Operation("play", "POST", EVIL, EVIL, True, takes, EVIL, ("404",))
    return {
        "own": [own_bot(is_bot=True), own_bot(is_bot=False)],
        "online": [EVIL],
        "speeds": (EVIL,),
        "played": {EVIL: [{"name": EVIL, "display_name": EVIL}]},
        "site": EVIL,
        "typed": EVIL,
        "secret": EVIL,
        "secret_of": EVIL,
        "subjects": {"Games": [operation]},
        "kinds": [Kind(EVIL, EVIL, operation.takes)],
    }


def homework_context() -> dict[str, object]:
    moment = datetime(2026, 11, 18, 14, 5, tzinfo=UTC)
    points = {"score": EVIL, "most": EVIL, "share": 0.5, "penalty": EVIL, "whole": False}
    handin = {
        "id": EVIL,
        "number": 2,
        "name": EVIL,
        "at": moment,
        "active": False,
        "state": {"text": EVIL, "tone": "busy", "wait": EVIL},
        "is_ready": True,
        "failure": EVIL,
        "points": points,
        "language": EVIL,
        "log": EVIL,
        "student": EVIL,
        "before": 1,
        "rating": EVIL,
    }
    homework = {
        "id": EVIL,
        "title": EVIL,
        "game": EVIL,
        "game_name": EVIL,
        "state": "late",
        "is_open": True,
        "opens": moment,
        "deadline": moment,
        "last_moment": moment,
        "group_size": 2,
    }
    ladder = {
        "rank": 1,
        "name": EVIL,
        "kind": "ours",
        "handin": EVIL,
        "number": 1,
        "is_own": True,
        "games": 1,
        "tally": EVIL,
        "forfeits": 1,
        "elo": EVIL,
        "error": EVIL,
        "whisker": {"low": "1", "high": "2", "elo": "1.5", "zero": "1"},
    }
    bout = {
        "id": EVIL,
        "players": [EVIL, EVIL],
        "own": [True, False],
        "won": 0,
        "field": "won",
        "result": EVIL,
        "plies": 3,
        "fault_of": 1,
        "at": moment,
    }
    part = {"name": EVIL, "passed": 1, "total": 2, "score": EVIL, "points": EVIL, "is_full": True}
    failed = {"name": EVIL, "what": EVIL, "rest": EVIL, "points": EVIL}
    side = {"name": EVIL, "handin": EVIL, "seconds": EVIL, "won": True, "fault": True}
    return {
        "assignments": [
            {**homework, "own": {"number": 1, "state": handin["state"], "points": points}}
        ],
        "homework": homework,
        "is_teacher": False,
        "path": "/c/AAAAAAAA/a/BBBBBBBB",
        "parts": [{"name": EVIL, "points": EVIL, "about": EVIL}],
        "late_rule": EVIL,
        "clock": EVIL,
        "languages": [EVIL],
        "exam": "own",
        "error": EVIL,
        "most_files": 10,
        "most_bytes": 1 << 20,
        "group_code": EVIL,
        "rivals": [{"id": EVIL, "name": EVIL}],
        "group": {"size": 2, "leads": True, "leader": EVIL, "others": [], "may_change": True},
        "handins": [handin],
        "handin": handin,
        "every": 3,
        "ladder": [ladder],
        "anchor": EVIL,
        "bouts": [bout],
        "count": 30,
        "curve": Curve(),
        "mark": {
            "parts": [{**part, "bonus": True, "locked": EVIL}],
            "error": EVIL,
            "remarks": [EVIL],
            "cases": {"failed": [failed], "passed": [EVIL], "left_out": 1},
        },
        "sight": {"points": True, "cases": True, "whole": True},
        "rating": {"elo": EVIL, "error": EVIL, "rank": 1, "of": 2},
        "opponents": [{"name": EVIL, "wins": 1, "draws": 0, "losses": 1, "games": 2}],
        "old": handin,
        "new": handin,
        "marks": {
            "parts": [{"name": EVIL, "old": EVIL, "new": EVIL, "change": EVIL}],
            "better": [EVIL],
            "worse": [EVIL],
            "both": True,
        },
        "files": [{"name": EVIL, "kind": EVIL, "lines": [EVIL], "note": EVIL, "size": 1}],
        "chosen": EVIL,
        "text": EVIL,
        "why": "",
        "players": [{**side, "is_own": True, "errors": EVIL}] * 2,
        "at": moment,
        "bout_id": EVIL,
        "game": {"name": EVIL, "display_name": EVIL},
        "svg": board("b-"),
        "ply": 1,
        "moves": [{"text": EVIL, "label": EVIL, "time": EVIL}],
        "sentence": EVIL,
        "sides": [EVIL, EVIL],
        "analysis": "/analysis/x",
    }


def study_context() -> dict[str, object]:
    chapter = {"number": 3, "title": EVIL, "start": EVIL, "options": {EVIL: EVIL}}
    tree = {"key": EVIL, "version": 1, "comment": EVIL, "nodes": [{"move": EVIL}]}
    line = dict.fromkeys(("id", "title", "owner", "game_name"), EVIL)
    return {
        "shown": {"svg": board("b-"), "status": EVIL, "options": {EVIL: EVIL}},
        "study": {**line, "visibility": "link"},
        "studies": [{**line, "visibility": "link", "changed": datetime.now(UTC)}],
        "seen_by": {"link": EVIL, "private": EVIL},
        "is_owner": True,
        "chapter": chapter,
        "chapters": [{**chapter, "number": number} for number in (2, 3, 4)],
        "tree": tree,
        "longest_comment": 9,
        "leasts": [1000],
        "form": {"title": EVIL, "records": EVIL, "link": EVIL},
        "chosen": EVIL,
    }


def notice(read: datetime | None) -> Notice:
    facts = dict.fromkeys(("path", "opponent", "game", "text"), EVIL) | {"path": "/g/x"}
    return Notice(1, 1, "turn", EVIL, facts, datetime.now(UTC), read)


def moderation_context() -> dict[str, object]:
    now = datetime.now(UTC)
    report = Report(1, 2, EVIL, 3, EVIL, "chat", EVIL, EVIL, "open", now)
    actions = ("mute", "close", "warn", "dismiss", "appoint", "release", "reopen", "unmute")
    return {
        "whom": EVIL,
        "reported": EVIL,
        "reports": [report],
        "report": report,
        "is_open": True,
        "earlier": [report],
        "last_games": [{"id": EVIL, "game": EVIL, "opponent": EVIL, "why": EVIL}],
        "decisions": [
            Decision(EVIL, EVIL, action, days, EVIL, 3, now)
            for action in actions
            for days in (None, 1, 2)
        ],
        "sanctions": [Sanction(kind, at) for kind in ("mute", "close") for at in (None, now)],
        "said": [Said(EVIL, EVIL, now)],
        "reasons": REASONS,
        "actions": ACTIONS,
        "days": (0, 1, 3),
        "shortest": 1,
        "longest": 9,
    }


def people_context() -> dict[str, object]:
    person = {"name": EVIL, "bot": True, "online": True}
    return {
        "friends": {
            "games": [{"id": EVIL, "game": EVIL, "players": [EVIL, EVIL]}],
            "online": [EVIL],
            "count": 2,
        },
        "followed": [person],
        "blocked": [person],
        "chosen": {"follow"},
        **moderation_context(),
        "is_closed": True,
    }


def contact_context() -> dict[str, object]:
    return {
        "email": {"address": EVIL, "wanted": EVIL},
        "notices": [notice(None), notice(datetime.now(UTC))],
        "days": ["1"],
        "push_key": EVIL,
        "until": datetime.now(UTC),
        "left": 3,
        "opponent": EVIL,
        "ply": 1,
        "is_open": True,
        "svg": board("p-"),
        "line": [EVIL, EVIL],
        "theirs": True,
        "is_full": False,
        "moves": [(EVIL, EVIL)],
        "lines": [(EVIL, EVIL)],
        "most": 30,
        "notice_kinds": [{"name": "turn", "title": EVIL, "browser": True, "email": False}],
        "quiet_from": EVIL,
        "quiet_to": EVIL,
        "zone": EVIL,
        "zones": [EVIL],
        "pause": 15,
        "pauses": {15: EVIL},
        "address": EVIL,
        "account": 1,
        "proof": EVIL,
        "codes_left": 3,
        "codes": [EVIL],
        "has_mail": True,
        "link": EVIL,
    }


def own_bot(*, is_bot: bool) -> OwnBot:
    now = datetime.now(UTC)
    return OwnBot(EVIL, is_bot, (Token(1, 1, EVIL, now, None, None),))


PAGES = environment(catalog("en"))
PAGES.undefined = StrictUndefined


def render(name: str, **changes: object) -> str:
    values = context() | (bot_context() if name in OF_BOTS else {})
    if name == "class.html":
        values |= {"assignments": homework_context()["assignments"]}
    elif name in OF_HOMEWORK:
        values |= homework_context()
    elif name in OF_STUDIES:
        values |= study_context()
    elif name in OF_TEACHERS:
        values |= homework_context() | teacher_context(EVIL)
    values = people_context() | contact_context() | values | changes
    return PAGES.get_template(name).render(**values)


@pytest.fixture(params=TEMPLATES, scope="module")
def page(request: pytest.FixtureRequest) -> Page:
    return Page(render(request.param))


def test_what_people_write_stays_text(page: Page) -> None:
    assert "evil" not in {tag for tag, _, _ in page.elements}
    assert "42" not in page.texts
    assert not page.open


def test_nothing_is_inline(page: Page) -> None:
    for tag, attributes, _ in page.elements:
        assert tag != "style"
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
        if tag == "script":
            assert "src" in attributes or attributes["type"] == "application/json"
    for target in page.values("href") + page.values("src") + page.values("action"):
        assert target.startswith(("/", "#")), target


def test_ids_are_unique(page: Page) -> None:
    assert [name for name, count in Counter(page.values("id")).items() if count > 1] == []
    ids = set(page.values("id"))
    for name in ("for", "aria-labelledby", "aria-describedby"):
        assert {word for value in page.values(name) for word in value.split()} <= ids


def test_every_field_has_a_name_for_those_who_listen(page: Page) -> None:
    labelled = set(page.values("for"))
    for tag, attributes, around in page.elements:
        if tag in ("input", "select") and attributes.get("type") != "hidden":
            named = "label" in around or "aria-label" in attributes
            assert named or attributes.get("id") in labelled, attributes


def test_every_form_that_posts_carries_the_token(page: Page) -> None:
    posts = sum(attributes.get("method") == "post" for _, attributes, _ in page.elements)
    tokens = [
        attributes["value"]
        for tag, attributes, around in page.elements
        if tag == "input" and attributes.get("name") == "csrf" and "form" in around
    ]
    assert tokens == ["token"] * posts


def test_every_file_that_is_named_is_there(page: Page) -> None:
    links = page.values("href") + page.values("src")
    named = {link.partition("?")[0] for link in links if link.startswith("/static/")}
    assert [path for path in named - MADE if not (WEB / path[1:]).is_file()] == []


def test_the_state_in_the_page_is_the_state_without_its_picture() -> None:
    sent = state()
    *_, script = Page(render("game.html", state=sent)).scripts
    assert json.loads(script) == {key: value for key, value in sent.items() if key != "svg"}


def hidden_ids(**changes: object) -> set[str]:
    found = Page(render("game.html", state=state(**changes))).elements
    return {attributes.get("id", "") for _, attributes, _ in found if "hidden" in attributes}


def test_a_finished_game_says_why_and_offers_a_rematch() -> None:
    outcome = {"result": "1-0", "winner": 0, "sentence": "You won: your opponent resigned"}
    shown = Page(render("game.html", state=state(outcome=outcome)))
    assert "You won: your opponent resigned" in shown.texts
    assert "while-playing" in hidden_ids(outcome=outcome)
    assert "after" not in hidden_ids(outcome=outcome)
    assert "after" in hidden_ids()
    both = [{"name": name, "bot": False, "side": name, "rating": ""} for name in ("Red", "Blue")]
    assert "rematch" not in hidden_ids(outcome=outcome, players=both)
    # There was no opponent who could play again.
    assert "rematch" in hidden_ids(outcome=outcome)
    assert "while-playing" not in hidden_ids()


def test_a_finished_game_leads_to_other_levels_and_games() -> None:
    for winner, hidden in ((0, {"easier"}), (1, set()), (None, {"easier"})):
        outcome = {"result": "*", "winner": winner, "sentence": "It is over"}
        page = Page(render("game.html", state=state(outcome=outcome)))
        assert {"Play level 4", "Play level 2", "New game", "All games"} <= set(page.texts)
        assert hidden_ids(outcome=outcome) & {"harder", "easier"} == hidden
        (main,) = (
            attributes["id"]
            for tag, attributes, around in page.elements
            if tag == "button" and "main" in attributes.get("class", "").split()
            if attributes.get("id") in ("again", "harder")
        )
        assert main == ("harder" if winner == 0 else "again")
    for level, there in ((1, {"harder"}), (10, {"easier"})):
        ids = set(Page(render("game.html", level=level)).values("id"))
        assert ids & {"harder", "easier"} == there
    assert not {"levels", "harder"} & set(Page(render("game.html", level=None)).values("id"))


def test_the_score_stands_beside_the_names_with_its_unit() -> None:
    page = Page(render("game.html", state=state(scores=[[2, 2], [1, 18]], unit="pieces")))
    scores = [at for _, at, _ in page.elements if at.get("class", "").startswith("score")]
    assert [each["aria-label"] for each in scores] == ["18 pieces", "1 piece"]
    none = Page(render("game.html", state=state(scores=[], unit="")))
    scores = [at for _, at, _ in none.elements if at.get("class", "").startswith("score")]
    assert all("hidden" in each for each in scores)


def test_who_watches_has_no_buttons_of_players() -> None:
    watching = Page(render("game.html", state=state(you=None)))
    assert {"flip", "help"} <= set(watching.values("data-do"))
    assert not {"resign", "draw", "takeback", "hint"} & set(watching.values("data-do"))
    assert "rematch" not in watching.values("id")


@pytest.mark.parametrize(("flipped", "sides"), [(False, ["1", "0"]), (True, ["0", "1"])])
def test_a_flipped_board_has_the_second_side_below(flipped: bool, sides: list[str]) -> None:
    page = Page(render("game.html", state=state(flipped=flipped)))
    assert page.values("data-side") == sides


def test_guests_are_asked_to_sign_in() -> None:
    for user in (None, {"name": "Guest 7", "guest": True, "invitations": 0}):
        assert "/login" in Page(render("home.html", user=user)).values("href")
    assert "/login" not in Page(render("home.html")).values("href")


def test_empty_lists_invite() -> None:
    texts = " ".join(Page(render("home.html", seeks=[], watched=[])).texts)
    assert "Nobody is waiting just now" in texts
    assert "The tables are free" in texts


def test_the_scripts_find_what_they_look_for() -> None:
    scripts = {path.name: path.read_text() for path in STATIC.glob("*.js")}
    shared = {"panel.js", "board.js"}
    for name, own in {
        "game.html": {"game.js", "review.js"},
        "analysis.html": {"analysis.js"},
    }.items():
        page = Page(render(name))
        used = own if name == "analysis.html" else own | shared
        wanted = {one for each in used for one in re.findall(r'byId\("(.+?)"\)', scripts[each])}
        assert wanted
        assert wanted <= set(page.values("id"))
        (script,) = own - {"review.js"}
        actions = scripts[script].partition("const actions = {")[2].partition("\n};")[0]
        known = set(re.findall(r"^  (?:async )?(\w+)[:(]", actions, re.MULTILINE))
        assert set(page.values("data-do")) == known
    study = Page(render("study.html"))
    keeper = set(re.findall(r'byId\("(.+?)"\)', scripts["studykeeper.js"]))
    assert {"conflict", "keep", "mine", "saved"} <= keeper <= set(study.values("id"))
    assert set(study.values("data-do")) < set(Page(render("analysis.html")).values("data-do"))
    for text in scripts.values():
        for module in re.findall(r' from "(.+?)";', text):
            assert (STATIC / module).is_file(), module


def test_the_scripts_never_make_html_of_text() -> None:
    for path in STATIC.glob("*.js"):
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", path.read_text()
        )


def test_the_styles_use_colours_that_boards_have() -> None:
    sheet = style_sheet(Look(), ":root")
    for path in STATIC.glob("*.css"):
        for role in re.findall(r"--outwit-(\w+)", path.read_text()):
            assert role in colours(Look(), "light")
            assert f"--outwit-{role}:" in sheet


def test_styles_and_scripts_are_small() -> None:
    files = [*STATIC.glob("*.css"), *STATIC.glob("*.js")]
    assert sum(path.stat().st_size for path in files) <= LARGEST
