from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from tests.assignments.conversation import Conversation
from tests.assignments.differential import Recorded, assert_same, junk, line_end
from tests.assignments.inprocess import play
from tests.assignments.process import Result, run
from tests.mode import many
from tests.oracles.jesonmor import LETTERS, square_text
from tests.oracles.programs import jesonmor as oracle

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module", name="wording")
def fixture_wording() -> oracle.Wording:
    """The title and guide lines, whose words are nobody's but the program's."""
    return oracle.wording_of(run("jesonmor", ["3", "0"]).stdout)


def jesonmor(*arguments: str, stdin: bytes = b"", seed: int = 0, no_color: str = "") -> Result:
    """Play the program."""
    environment = {"OUTWIT_SEED": str(seed), "NO_COLOR": no_color}
    return play("jesonmor", arguments, stdin, env=environment)


def parts(move: str) -> tuple[str, str]:
    """The two squares of a move in the common notation."""
    source, target = re.findall("[a-y][0-9]+", move)
    return source, target


def spelt(rng: random.Random, source: str, target: str) -> bytes:
    """A move in one of the ways that are accepted."""
    way = rng.randrange(8)
    if way == 0:
        return f"{source}->{target}".upper().encode()
    if way == 1:
        return f"  {source} \t-> {target}\t ".encode()
    if way == 2:
        zeros = "0" * rng.choice([1, 2, 5000])
        return f"{source[0]}+{source[1:]}->{target[0]}{zeros}{target[1:]}".encode()
    if way == 3:
        return f"{source}->{target}->{rng.choice(['junk', '', ' ', '->', 'a1'])}".encode()
    return f"{source}->{target}".encode()


def misspelt(rng: random.Random, source: str, target: str) -> bytes:
    """A move in one of the ways that are not accepted."""
    return rng.choice(
        [
            f"{source}-{target}",
            f"{source}",
            f"{source}->",
            f"{source}-> ",
            f"{source}->->{target}",
            f"->{source}->{target}",
            f" ->{target}",
            f"{source[0]} {source[1:]}->{target[0]} {target[1:]}",
            f"{source} > {target}",
            f"{source}- >{target}",
            f"{source}→{target}",
            f"{source[0]}١->{target}",
            f"{source[0]}1_0->{target}",
            f"{source[0]}0x1->{target}",
            f"{source[0]}1.0->{target}",
            f"{source[0]}->{target[0]}",
            f"{source[0]}+->{target}",
            f"{source[0]}2147483648->{target}",
            f"{source[0]}-2147483649->{target}",
            f"{source[0]}99999999999999999999->{target}",
            f"{source[0]}{'1' * 5000}->{target}",
            f"{source}\0->{target}",
        ]
    ).encode()


def out_of_board(rng: random.Random, size: int, source: str) -> bytes:
    """A well-formed move that leaves the board at one end."""
    beyond = rng.choice(
        [
            f"a{size + 1}",
            "a0",
            "a-1",
            "a-2147483648",
            "a2147483647",
            "z1",
            "`1",
            "{1",
            "11",
            "+1",
            "é1",
            "\0" + "1",
            chr(ord("a") + size) + "1",
        ]
    )
    pair = (source, beyond) if rng.random() < 0.5 else (beyond, source)
    return "->".join(pair).encode()


def typed(program: oracle.Program, rng: random.Random, limit: int) -> Iterator[bytes]:
    """What somebody types who knows the game but not always the program."""
    for _ in range(limit):
        state = program.state
        squares = [LETTERS[c] + str(r + 1) for c in range(state.size) for r in range(state.size)]
        own = [square_text(square) for square, piece in state.board.items() if piece.isupper()]
        source, target = rng.choice(own), rng.choice(squares)
        kind = rng.random()
        if kind < 0.5:
            source, target = parts(rng.choice(state.legal_moves()))
            line = spelt(rng, source, target)
        elif kind < 0.7:  # mostly against the rules of the piece
            line = spelt(rng, source, target)
        elif kind < 0.75:  # nothing there, or Black's
            line = spelt(rng, rng.choice(squares), target)
        elif kind < 0.85:
            line = misspelt(rng, source, target)
        elif kind < 0.92:
            line = out_of_board(rng, state.size, source)
        else:
            line = junk(rng)
        yield line + line_end(rng)
    if rng.random() < 0.5:  # a last line without an end
        yield spelt(rng, *parts(rng.choice(program.state.legal_moves())))


@pytest.mark.parametrize("size", ["3", "5", "9", "25"])
def test_the_move_of_the_guide_can_be_made(size: str) -> None:
    guide = jesonmor(size, "0").stdout
    [example] = re.findall(rb"`(.+->.+)`", guide)
    assert b"White moved piece at" in jesonmor(size, "0", stdin=example + b"\n").stdout


@pytest.mark.parametrize(
    ("size", "games", "limit"),
    [(3, many(8), 40), (5, many(3), 80), (7, many(1), 100), (9, many(1), 50), (25, 1, 8)],
)
def test_random_games_with_bad_input_are_the_oracles_to_the_byte(
    wording: oracle.Wording, size: int, games: int, limit: int
) -> None:
    for seed in range(1, games + 1):
        rng = random.Random(seed)
        protection = rng.choice([0, 0, rng.randint(1, 8), rng.randint(9, 60), 2**31 - 1])
        no_color = rng.choice(["", "", "1"])
        arguments = [str(size), str(protection), *rng.choice([[], [], ["ignored", "3"]])]
        environment = {"OUTWIT_SEED": str(seed), "NO_COLOR": no_color}
        program = oracle.Program(arguments, environment, wording)
        lines = Recorded(typed(program, rng, rng.choice([limit, rng.randint(0, limit)])))
        expected = program.run(lines)
        started = run if seed == 1 else play
        actual = started("jesonmor", arguments, lines.text, env=environment)
        assert_same(expected, actual, (arguments, environment))


@pytest.mark.parametrize("size", range(3, 27, 2))
def test_the_first_screen_is_exact_on_every_board(wording: oracle.Wording, size: int) -> None:
    arguments = [str(size), str(size - 3)]
    expected = oracle.run(arguments, b"", {"OUTWIT_SEED": "0"}, wording)
    assert_same(expected, jesonmor(*arguments))


WORDS = ["3", "+3", "-3", "0", "1", "2", "4", "003", "24", "25", "26", "27", "x", "", " 3", "3 "]
WORDS += ["1_1", "3.0", "0x3", "+", "-", "--3", "٣", "2147483647", "2147483648", "-2147483648"]
WORDS += [
    "-2147483649",
    "99999999999999999999",
    "-0",
    "+-3",
    "3\n",
    "é",
    "0" * 5000 + "3",
    "9" * 5000,
]


def test_the_arguments_are_refused_in_the_order_of_the_description(wording: oracle.Wording) -> None:
    rng = random.Random(0)
    cases = [[], ["3"], ["x"], ["", ""], ["x", "y"], ["4", "-1"], ["27", "-1"], ["2", "x"]]
    cases += [[first, "0"] for first in WORDS] + [["3", second] for second in WORDS]
    cases += [rng.choices(WORDS, k=2) for _ in range(15)]
    environment = {"OUTWIT_SEED": "0", "NO_COLOR": ""}
    for arguments in cases:
        expected = oracle.run(arguments, b"", environment, wording)
        assert_same(expected, play("jesonmor", arguments, env=environment), arguments)


MISSING = (
    "two integer arguments are required specifying size of gameboard"
    " and number of moves with capturing protection"
)


def test_every_refusal_of_arguments_has_its_words() -> None:
    said = [
        jesonmor(*arguments).stderr.decode()
        for arguments in (["3"], ["x", "y"], ["3", "y"], ["2", "0"], ["4", "0"], ["27", "0"])
    ]
    said.append(jesonmor("3", "-1").stderr.decode())
    assert said == [
        f"jesonmor: {message}\n"
        for message in (
            MISSING,
            "the first argument is not a number",
            "the second argument is not a number",
            "size of gameboard must be at least 3",
            "size of gameboard must be an odd number",
            "size of gameboard is at most 25",
            "number of moves with capture protection cannot be negative",
        )
    ]


def test_an_empty_no_color_keeps_the_colours(wording: oracle.Wording) -> None:
    for no_color in ("", "0", "1"):
        environment = {"OUTWIT_SEED": "0", "NO_COLOR": no_color}
        expected = oracle.run(["3", "0"], b"", environment, wording)
        assert (b"\x1b[32m" in expected.stdout) == (no_color == "")
        assert_same(expected, jesonmor("3", "0", no_color=no_color))


def test_without_a_seed_the_computer_does_not_always_play_alike() -> None:
    stdin = b"a1->b3\n"
    games = {play("jesonmor", ["9", "0"], stdin, env={"OUTWIT_SEED": ""}).stdout for _ in range(8)}
    assert len(games) > 1


def test_zero_is_a_seed_like_any_other(wording: oracle.Wording) -> None:
    stdin = b"b1->b4\n"
    expected = oracle.run(["9", "0"], stdin, {"OUTWIT_SEED": "0"}, wording)
    assert_same(expected, jesonmor("9", "0", stdin=stdin, seed=0))


def test_every_prompt_is_out_before_the_answer_is_typed(wording: oracle.Wording) -> None:
    environment = {"OUTWIT_SEED": "1", "NO_COLOR": ""}
    typed_lines = [b"nonsense\n", b"a1->b3\n", b"b1->b2\n"]
    with Conversation("jesonmor", ["5", "0"], environment) as talk:
        for line in typed_lines:
            talk.hears(oracle.PROMPT.encode())
            talk.types(line)
        talk.hears(oracle.PROMPT.encode())
        result = talk.ends()
    assert_same(oracle.run(["5", "0"], b"".join(typed_lines), environment, wording), result)
