"""A family of bots, each bad in a way and at a time that its number decides."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from outwit.errors import (
    BotAbsent,
    BotCrash,
    BotFault,
    BotFlood,
    BotGarbage,
    BotIllegal,
    BotTampering,
    BotTimeout,
    BotWrongFile,
)
from outwit.players.allowance import Allowance
from outwit.process.enclosure import can_enclose
from tests.mode import amount
from tests.players.bots import GAME, MOVES, file_bot, playing, ugi_bot

Kinds = tuple[type[BotFault], ...]
BRIEF = Allowance(move=0.4)
FAMILY = amount(60, 20)
LATE: Kinds = (BotTimeout,)

# What a bot does, with numbers to be filled in, and what it has done thereby.
ANYWHERE: list[tuple[str, Kinds]] = [
    ("time.sleep(60)", LATE),
    ("signal.signal(15, signal.SIG_IGN); signal.signal(1, signal.SIG_IGN); time.sleep(60)", LATE),
    ("os.write(2, b'no!' * {n}); time.sleep(60)", LATE),
    ("os.fork(); os.fork(); time.sleep(60)", LATE),
    ("os.fork() or os.setsid(); time.sleep(60)", LATE),
    ("os._exit({n} % 255 + 1)", (BotCrash,)),
    ("os.kill(os.getpid(), {n} % 9 + 3)", (BotCrash, *LATE)),
    ("raise SystemError({n})", (BotCrash,)),
    ("bytearray({n} << 50)", (BotCrash,)),
    ("[open('/dev/null') for _ in range({n} + 300)] and 0 or os._exit(1)", (BotCrash,)),
    ("open('file', 'wb').write(bytes({n} % 20 + 17 << 20)); os._exit(1)", (BotCrash,)),
    ("f = lambda: f(); f()", (BotCrash,)),
]
TALK: list[tuple[str, Kinds]] = [
    ("say('bestmove ' * {n}); time.sleep(60)", (BotGarbage, BotFlood, BotTimeout)),
    ("os.write(1, os.urandom({n})); time.sleep(60)", (BotGarbage, BotFlood)),
    ("say('x' * ({n} + 70000)); time.sleep(60)", (BotFlood,)),
    ("[say('info string ' + 'x' * {n} + '\\n') for _ in iter(int, 1)]", (BotFlood, BotTimeout)),
    ("say('bestmove a1a' + str({n} % 7 + 3) + '\\n')", (BotIllegal,)),
    ("say('bestmove\\n')", (BotGarbage,)),
    ("say('bestmove ' + chr({n}) + '\\n')", (BotGarbage,)),
    ("say('\\nbestmove \\x00' + MOVES[n] + '\\n')", (BotGarbage,)),
    ("say('bestmove ' + MOVES[n] + str({n}) + '\\n')", (BotGarbage,)),
]
FILES: list[tuple[str, Kinds]] = [
    ("pass", (BotWrongFile,)),
    ("os.write(1, b'x' * 10 * {n})", (BotWrongFile,)),
    ("open(target, 'wb').write(os.urandom({n}))", (BotWrongFile,)),
    ("open(target, 'w').write('.' * 9 * {n})", (BotWrongFile,)),
    ("open(target, 'w').write(open(source).read())", (BotWrongFile,)),
    ("open(target, 'w').write(open(source).read()[::-1])", (BotWrongFile,)),
    ("os.mkfifo(target)", (BotWrongFile,)),
    ("os.symlink('/dev/zero', target)", (BotWrongFile,)),
    ("open(source, 'a').write('#' * {n})", (BotTampering,)),
    ("os.truncate(source, {n} % 80)", (BotTampering,)),
    ("os.rename(source, target)", (BotTampering,)),
    ("os.chmod(source, 0); os.unlink(source)", (BotTampering,)),
]


@pytest.mark.parametrize("number", range(FAMILY))
def test_no_bot_of_the_family_gets_away(number: int, tmp_path: Path) -> None:
    rng = Random(number)
    # Every other one without bubblewrap, so that both rungs are climbed.
    enclosed = can_enclose() and bool(rng.randrange(2))
    some = rng.randrange(1, 3000)
    at = rng.randrange(4)
    is_file = number % 3 == 0
    code, kinds = rng.choice(ANYWHERE + (FILES if is_file else TALK))
    greets = not is_file and (code, kinds) in ANYWHERE and rng.random() < 0.3
    code = code.replace("{n}", str(some))
    if is_file:
        at = 0
        spec = file_bot(tmp_path, code)
    elif greets:
        spec = ugi_bot(tmp_path, f"def at_greeting(): {code}")
    else:
        spec = ugi_bot(tmp_path, f"def at_move(n):\n    if n == {at}: {code}")
    with playing(spec, enclosed=enclosed) as player:
        if not greets:
            player.start()
        position = GAME.start()
        for move in MOVES[: at // 2 * 2]:
            position.play(move)
        if at % 2:
            position.play(MOVES[len(position.played)])
        player.start_timeout = 0.5 if greets else 20.0
        with pytest.raises(BotFault) as caught:
            # On a busy machine what is bad may come late; only who says nothing is not waited for.
            player.choose(position, BRIEF if BotTimeout in kinds else Allowance(move=10))
        assert isinstance(caught.value, (*kinds, *((BotAbsent,) if greets else ()))), code
        assert player.sandbox.marked() == []
