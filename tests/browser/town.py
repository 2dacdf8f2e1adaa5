"""A portal's home in which people have played for a while, so that every page shows something."""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from random import Random

from docs.pictures import records
from outwit.records.record import DRAWN, FIRST_WON, SECOND_WON, GameRecord
from outwit.records.replay import replay
from outwit.server.edge.settings import Settings
from outwit.server.news.hub import of_account
from outwit.server.portal import Portal
from outwit.storage.classes import NewClass
from outwit.storage.marks import store_mark
from outwit.storage.progress import ARENA, ROUND_ROBIN, SWISS, NewTournament, Pairing
from outwit.storage.relations import BLOCK, FOLLOW
from outwit.storage.stored import NewGame, StoredSeat
from outwit.storage.tables import now
from tests.server.school import PARTS, School, report_of, shortly
from tests.server.tournament import play_on
from tests.storage.conftest import WEAK

# The first looks at the pages; she plays, teaches, and has a bot.
NAMES = ("Ada", "Grace", "Blaise", "Dorothea", "Emmy", "Florence", "Hedy", "Kurt")
PASSWORD = "correct horse battery"
BOTS = ("deep-one", "quick", "lazy-2", "alpha", "monte", "greedy")
# Pages that are there without any of this, and those that it makes beside games.
PAGES = {
    "home": "/",
    "play": "/play/advance",
    "all-rules": "/rules",
    "rules": "/rules/santorini",
    "login": "/login",
    "register": "/register",
    "settings": "/settings",
    "appearance": "/settings/appearance",
    "people-settings": "/settings/people",
    "contact": "/settings/contact",
    "notice-settings": "/settings/notices",
    "notices": "/notices",
    "forgot": "/forgot",
    "report": "/people/Grace/report",
    "moderation": "/moderation",
    "moderation-report": "/moderation/1",
    "moderation-log": "/moderation/log",
    "openings": "/openings/ataxx",
    "daily": "/daily",
    "leaders": "/leaders/santorini",
    "profile": "/people/Ada",
    "bot-profile": "/people/deep-one",
    "tournaments": "/tournaments",
    "tournament-new": "/tournaments/new",
    "puzzles": "/puzzles",
    "puzzle": "/puzzles/ataxx",
    "analysis": "/analysis/advance",
    "bots": "/bots",
    "classes": "/classes",
    "class-new": "/classes/new",
    "api": "/api",
    "error": "/g/nowhere",
}

MADE = ("tournament-past", "tournament-coming", "tournament-running", "class")
# Of an assignment, as a student sees it.
HANDED_IN = ("homework", "handin", "handin-changes", "handin-files", "bout")
# Of an assignment, as its teacher sees it.
TAUGHT = ("assignment-new", "marks", "again", "similar-pair")


class Town:
    """Fills a home, and knows the addresses of what is in it."""

    def __init__(self, home: Path) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self.portal = Portal(Settings(f"sqlite:///{home / 'portal.db'}"))
        self.portal.accounts.hasher = WEAK
        self.rng = Random(4)
        self.pages = dict(PAGES)
        register = self.portal.accounts.register
        self.people = [register(name, PASSWORD) for name in NAMES]
        self.numbers = [person.id for person in self.people]
        self.bots = [
            self.portal.accounts.make_bot(self.numbers[number % 3], name).id
            for number, name in enumerate(BOTS)
        ]
        for bot in self.bots:
            self.portal.tokens.create(bot, "laptop")

    async def fill(self) -> dict[str, str]:
        """Play games, tournaments and nights; return the addresses of all pages by name."""
        for record in records():
            for name in ("game", "end"):
                self.pages[f"{name}-{record.game}"] = f"/g/{self.play(record, name == 'end')}"
        self.meet()
        await self.hold_tournaments()
        await self.hold_class()
        self.hold_assignment()
        self.teach_assignment()
        await self.portal.close()
        return self.pages

    def meet(self) -> None:
        """Let the first follow and block some, and have reports to decide."""
        ada, grace, blaise, *_, hedy, kurt = self.numbers
        for other, kind in ((grace, FOLLOW), (self.bots[0], FOLLOW), (hedy, BLOCK)):
            self.portal.relations.add(ada, other, kind)
        self.portal.moderators.appoint(NAMES[0])
        make = self.portal.reports.make
        (game,) = self.portal.history.ids(kurt)[:1] or (None,)
        for who, reason in ((grace, "chat"), (blaise, "leaving"), (hedy, "cheating")):
            make(who, kurt, reason, "He writes the same word in every game, and leaves.", game)
        self.portal.reports.decide(3, ada, "mute", "The same word in nine games.", 7)
        facts = {"path": "/people/Kurt", "name": "Kurt"}
        self.portal.notices.store.add(ada, "report", "report 9", facts)

    def play(self, record: GameRecord, to_the_end: bool) -> str:
        """Store a game of the first two, and what they say; half of it, or all."""
        games, (first, second, *_) = self.portal.games, self.people
        plies = len(record.moves) if to_the_end else len(record.moves) // 2 & ~1
        seats = StoredSeat(first.name, first.id), StoredSeat(second.name, second.id)
        new = NewGame(record.game, seats, dict(record.options), record.start, "300+3")
        key = games.create(new)
        for ply, played in enumerate(record.moves[:plies]):
            games.add_move(key, ply, played.move, 4_000, 300_000 - 3_700 * (ply // 2))
        if to_the_end:
            position = replay(record)
            outcome = position.outcome
            assert outcome is not None
            sentence = position.game.sentence(outcome)
            games.finish(key, record.result, outcome.termination.code, sentence)
        self.portal.chat.say(key, second.id, "Good luck!")
        self.portal.chat.say(key, first.id, "Thanks, and to you.")
        return key

    def result(self, pairing: Pairing) -> str:
        """Let whoever came first win more often."""
        assert pairing.second is not None
        share = 1 / (1 + 10 ** ((pairing.first - pairing.second) / 6))
        drawn = 0.85 * share + 0.15
        number = self.rng.random()
        return FIRST_WON if number < 0.85 * share else DRAWN if number < drawn else SECOND_WON

    def tournament(self, name: str, kind: str, game: str, skip: int = 0, **more: object) -> str:
        """Make a tournament in which all people take part, or all but the first."""
        starts = now() - timedelta(seconds=1)
        new = NewTournament(name, kind, game, "180+2", self.numbers[0], starts).replace(**more)
        key = self.portal.tournaments.create(new)
        for account in self.numbers[skip:]:
            self.portal.tournaments.join(key, account)
        return key

    async def hold_tournaments(self) -> None:
        """Hold one, play some of another, and announce a third."""
        past = self.tournament("Friday evening", ROUND_ROBIN, "santorini", rated=True)
        await play_on(self.portal, past, self.result)
        soon = now() + timedelta(hours=20)
        coming = self.tournament("Lunch arena", ARENA, "jesonmor", starts=soon, minutes=45)
        # Its page would take the first to her game.
        going = self.tournament("Spring Swiss", SWISS, "push", skip=1, rounds=5)
        await play_on(self.portal, going, self.result, lambda progress: progress.round == 3)
        for name, key in zip(MADE, (past, coming, going), strict=False):
            self.pages[name] = f"/t/{key}"

    async def hold_class(self) -> None:
        """Let the first teach, and the bots play for a night."""
        portal, teacher = self.portal, self.numbers[0]
        key = portal.classes.create(NewClass("Programming, spring", teacher, "ataxx", "10+0.1", 2))
        for student in self.numbers[1:3]:
            portal.classes.join(portal.classes.get(key).code, student)
        for bot in self.bots:
            owner = portal.accounts.get(bot).owner
            assert owner is not None
            portal.classes.enter(key, bot, owner)
        with ExitStack() as there:
            for bot in self.bots[:-1]:
                there.enter_context(portal.hub.subscribe(of_account(bot)))
            night = portal.nights.hold_now(portal.classes.get(key), now())
        assert night is not None
        await play_on(portal, night, self.result)
        self.pages[MADE[-1]] = f"/c/{key}"

    def hold_assignment(self) -> None:
        """Let the first and others hand in, with marks and games."""
        ada, teacher, *others = self.numbers
        school = School(self.portal, teacher, [ada, *others], deadline=shortly(3), group_size=2)
        rock = school.hand_in(None)
        first = school.hand_in(ada, failure="line 3 of bot.py: invalid syntax", log="Oh")
        second = school.hand_in(ada, {"bot.py": "a = 2\nb = 1\n"})
        for handin in (first, second):
            school.mark(handin, ["a jump", "the start"][: handin.number])
        rivals = [rock, *(school.hand_in(each) for each in others[:3])]
        bouts = [
            school.play(each, second, seed) if seed % 2 else school.play(second, each, seed)
            for seed in range(3)
            for each in (None, *rivals)
        ]
        bouts.append(school.play(second, None, 4, fault_of=0, termination="bot-crash"))
        own = f"{school.path}/h/{second.id}"
        found = [school.path, own, f"{own}/changes", f"{own}/files?name=bot.py"]
        found.append(f"{school.path}/g/{bouts[-1]}")
        self.pages |= dict(zip(HANDED_IN, found, strict=True))

    def teach_assignment(self) -> None:
        """Let others hand in to the first: late, alike, or nothing, and mark them again."""
        ada, *others = self.numbers
        school = School(self.portal, ada, others, deadline=shortly(-0.5), late_hours=48)
        text = "\n".join(f"a{n} = [b{n}, {n} + c{n}(d)]" for n in range(30))
        alike = [school.hand_in(each, {"bot.py": text}) for each in others[:2]]
        for handin in (*alike, school.hand_in(others[2], {"bot.py": "a = 1\n"})):
            school.mark(handin, ["a jump"])
            with self.portal.database.session() as connection:
                report = report_of(["a pass"], PARTS)
                store_mark(connection, handin.id, 2, report, whole=False, counts=False)
        school.play(alike[0], alike[1])
        pair = f"{school.path}/similarity/{alike[0].id}/{alike[1].id}"
        found = [f"/c/{school.key}/new", f"{school.path}/marks", f"{school.path}/again", pair]
        self.pages |= dict(zip(TAUGHT, found, strict=True))


def fill(home: Path) -> dict[str, str]:
    """Fill a home; return the addresses of all pages by name."""

    async def work() -> dict[str, str]:
        return await Town(home).fill()

    # Playwright may have an event loop in this thread.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work()).result()


if __name__ == "__main__":
    for name, address in fill(Path(sys.argv[1])).items():
        sys.stdout.write(f"{name} {address}\n")
