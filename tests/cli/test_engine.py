from __future__ import annotations

import pytest

from tests.cli.command import outwit_process, refusal

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize(
    ("words", "protocol"),
    [(["ataxx"], "uai"), (["push"], "ugi"), (["ataxx", "--protocol", "uci"], "uci")],
)
def test_a_game_is_spoken_of_in_its_usual_protocol_or_as_asked(
    words: list[str], protocol: str
) -> None:
    answer = outwit_process("engine", *words, given=f"{protocol}\nquit\n")
    assert answer.out.endswith(f"{protocol}ok\n")
    assert (answer.err, answer.status) == ("", 0)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ([], "GAME"),
        (["chess"], "chess"),
        (["ataxx", "--protocol", "xboard"], "there is no protocol 'xboard'"),
        (["ataxx", "--option", "clock=7"], "clock"),
        (["ataxx", "--option", "clock"], "key=value"),
        (["ataxx", "--threads", "0"], "Threads"),
        (["ataxx", "--memory", "-1"], "Hash"),
        (["ataxx", "--memory", "999999999"], "Hash"),
    ],
)
def test_what_makes_no_sense_is_refused_before_a_word_is_said(words: list[str], named: str) -> None:
    assert named in refusal("engine", *words)
