"""Commands of a game on their way to another process."""

from __future__ import annotations

from typing import Any

import pytest

from outwit.errors import UsageError
from outwit.server.live.commands import (
    KINDS,
    Abort,
    AskTakeback,
    Cancel,
    Command,
    Decline,
    FollowDeadline,
    OfferDraw,
    OfferRematch,
    Play,
    Report,
    Resign,
    SetPlan,
    Sit,
    read,
    write,
)

COMMANDS: tuple[Command, ...] = (
    Play(0, 12, "b7"),
    Resign(1),
    OfferDraw(None),
    AskTakeback(0),
    Decline(1),
    OfferRematch(0),
    Abort(1),
    Sit(7, "Ann"),
    Sit(7, "Ann", 5, 20),
    Cancel(7, "Bob declines: busy"),
    Report(),
    FollowDeadline(),
    SetPlan(0, 3, [["b7", "c3"]]),
)


def test_every_kind_of_command_is_tried_here() -> None:
    assert {type(command).__name__ for command in COMMANDS} == {*KINDS}


@pytest.mark.parametrize("command", COMMANDS, ids=str)
def test_a_command_arrives_as_it_was_sent(command: Command) -> None:
    assert read(write(command)) == command


@pytest.mark.parametrize(
    "body", [None, [], {}, "Play", ["Play"], ["Play", 0, 1, "b7", 2], ["_finish"], ["play", 0], [1]]
)
def test_what_is_no_command_is_refused(body: Any) -> None:
    with pytest.raises(UsageError):
        read(body)


def test_bounds_of_an_account_are_both_there_or_none() -> None:
    assert Sit(7, "Ann", 5).most is None
    most = Sit(7, "Ann", 5, 20).most
    assert most is not None
    assert (most.account, most.waiting, most.playing) == (7, 5, 20)
