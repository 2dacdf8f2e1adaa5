"""Who is there, in this process or another."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack

from outwit.server.news.hub import Hub, of_account
from outwit.server.news.presence import BELIEVED_SECONDS, MOST_TOLD, PRESENCE, Presence


def test_who_listens_here_is_there_until_they_go() -> None:
    hub = Hub()
    presence = Presence(hub)
    assert not presence.is_present(7)
    with hub.subscribe(of_account(7)):
        assert presence.is_present(7)
        assert not presence.is_present(77)
    assert not presence.is_present(7)


def test_processes_tell_each_other_and_are_believed_for_a_while() -> None:
    clock = [0.0]
    hub = Hub()
    one, other = Presence(hub, lambda: clock[0]), Presence(Hub(), lambda: clock[0])
    with hub.subscribe(PRESENCE) as news, ExitStack() as there:
        for account in range(MOST_TOLD + 1):
            there.enter_context(hub.subscribe(of_account(account)))
        one.tell()
        messages = news.take()
    assert len(messages) == 2
    for message in messages:
        one.hear(message)
        other.hear(message)
    assert other.is_present(0)
    assert other.is_present(MOST_TOLD)
    assert not other.is_present(MOST_TOLD + 1)
    clock[0] = BELIEVED_SECONDS + 1
    assert not other.is_present(0)
    other.forget()
    assert other._heard == {}
    # Its own message tells a process nothing new.
    assert one._heard == {}


def test_it_ends_with_the_portal() -> None:
    async def run() -> None:
        presence = Presence(Hub())
        presence.begin()
        await asyncio.sleep(0)
        assert len(asyncio.all_tasks()) == 2
        await presence.close()
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(run())
