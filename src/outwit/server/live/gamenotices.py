"""What players of a game are told who do not have its page open."""

from __future__ import annotations

from outwit.server.live.room import Room
from outwit.server.values.shown import shown_name
from outwit.storage.stored import PUBLIC

# Beginnings of the keys of notices about a game, each followed by its id.
TURN, LOW, OVER, CHALLENGE = "turn", "low", "over", "challenge"


def tell_turn(room: Room) -> None:
    """Tell the player to move of the move before, in a game at which nobody sits all the time."""
    live = room.live
    if live.is_over or room.waits or not is_unhurried(room):
        return
    side = int(live.position.turn)
    notices = room.services.notices
    for prefix in (TURN, LOW):
        notices.done(room.accounts[1 - side], f"{prefix} {room.key} ")
    # Who begins a game has just made it, or is told of the challenge.
    if live.moves and _is_away(room, side):
        tell(room, side, TURN, f"{TURN} {room.key} {len(live.moves)}")


def tell_low(room: Room, hours: int) -> None:
    """Tell the player to move that the time runs low."""
    live = room.live
    if not live.is_over and not room.waits:
        key = f"{LOW} {room.key} {len(live.moves)}"
        tell(room, int(live.position.turn), LOW, key, hours=hours)


def tell_over(room: Room) -> None:
    """Tell absent players how a game ended, in a game at which nobody sits all the time."""
    if not is_unhurried(room) or None in room.accounts:
        return
    for side, account in enumerate(room.accounts):
        for prefix in (TURN, LOW):
            room.services.notices.done(account, f"{prefix} {room.key} ")
        if _is_away(room, side):
            sentence = room.live.sentence_for(side)
            tell(room, side, OVER, f"{OVER} {room.key}", sentence=sentence)


def tell_challenge(room: Room) -> None:
    """Tell the invited account of a challenge."""
    inviting = next((side for side in (0, 1) if not room.setup.seats[side].is_open), 0)
    key = f"{CHALLENGE} {room.key}"
    by = room.accounts[inviting]
    tell(room, 1 - inviting, CHALLENGE, key, account=room.setup.invited, by=by)


def tell_beginning(room: Room) -> None:
    """Tell those who follow a player that a public game of two accounts begins."""
    first, second = room.accounts
    if room.setup.visibility == PUBLIC and None not in (first, second) and first != second:
        players = tuple(each for each in room.accounts if each is not None)
        names = tuple(shown_name(seat) for seat in room.setup.seats)
        game = room.live.game.display_name
        notices = room.services.notices
        notices.tell_followers(players, names, path=f"/g/{room.key}", game=game)


def end_challenge(room: Room) -> None:
    """Mark the notice of a challenge as read that is answered or withdrawn."""
    room.services.notices.done(room.setup.invited, f"{CHALLENGE} {room.key}")


def tell(
    room: Room,
    side: int,
    kind: str,
    key: str,
    account: int | None = None,
    by: int | None = None,
    **facts: str | int,
) -> None:
    """Tell a player, or another account, something about a game, unless it has blocked ``by``."""
    room.services.notices.tell(
        account or room.accounts[side],
        kind,
        key,
        path=f"/g/{room.key}",
        by=by,
        game=room.live.game.display_name,
        opponent=shown_name(room.setup.seats[1 - side]),
        **facts,
    )


def is_unhurried(room: Room) -> bool:
    """Tell whether players come and go: a clock of days, or none."""
    return room.live.control.is_slow or room.live.control.is_unlimited


def _is_away(room: Room, side: int) -> bool:
    """Tell whether a person has a side and does not have the page of the game open."""
    account = room.accounts[side]
    if account is None or room.players[side].is_bot:
        return False
    return all(each.account != account for each in room.watchers)
