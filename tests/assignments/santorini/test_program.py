from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.assignments.conversation import Conversation
from tests.assignments.differential import Recorded, assert_same, junk, line_end
from tests.assignments.inprocess import play
from tests.assignments.process import Result, run
from tests.mode import many
from tests.oracles.programs import santorini as oracle
from tests.oracles.santorini import COMPASS

pytestmark = pytest.mark.compiled_only

WORKERS = ["A", "B", "Y", "Z"]
ALMOST = [
    "a",
    "A ",
    " A",
    "AB",
    "A\t",
    "\tA",
    "N",
    "n ",
    " n",
    "North",
    "ns",
    "nn",
    "en",
    "n,",
    "\0n",
]
ALMOST += ["Undo", "undo ", " redo", "NEXT", "next next", "u", "quit", "", " ", "é", "Ａ", "n\0"]


def santorini(*arguments: str, stdin: bytes = b"", seed: int | None = 1) -> Result:
    """Play the program."""
    environment = {"OUTWIT_SEED": "" if seed is None else str(seed)}
    return play("santorini", arguments, stdin, env=environment)


def sensible(program: oracle.Program, rng: random.Random, builder: bool) -> str:
    """An answer that the program accepts, most often; a builder shuts workers in."""
    if program.asked == oracle.TURN_PROMPT:
        return rng.choice(["next"] * 7 + ["undo", "undo", "redo"])
    if program.asked == oracle.WORKER_PROMPT:
        return rng.choice("ABYZ") if builder else rng.choice(program.state.legal_moves())[0]
    if program.asked == oracle.MOVE_PROMPT:
        steps = [step for step in COMPASS if program.state.can_step(program.worker, step)]
        moved = [program.state.stepped(program.worker, step) for step in steps]
        levels = [state.levels[state.workers[program.worker]] for state in moved]
        wanted = min(levels) if builder else max(levels)
        return rng.choice([step for step, at in zip(steps, levels, strict=True) if at == wanted])
    return rng.choice(list(COMPASS))


def typed(program: oracle.Program, rng: random.Random, limit: int) -> Iterator[bytes]:
    """What somebody types who does not always look."""
    builder = rng.random() < 0.5
    for _ in range(limit):
        kind = rng.random()
        if kind < 0.8:
            line = sensible(program, rng, builder).encode()
        elif kind < 0.9:
            line = rng.choice([*WORKERS, *COMPASS, "undo", "redo", "next"]).encode()
        elif kind < 0.96:
            line = rng.choice(ALMOST).encode()
        else:
            # A carriage return alone is neither a line's end nor part of a word.
            line = junk(rng).replace(b"\r", b"")
        yield line + line_end(rng)
    if rng.random() < 0.5:  # a last line without an end
        yield sensible(program, rng, builder).encode()


@pytest.mark.parametrize("first_seed", [1, 4001])
def test_random_games_with_bad_input_are_the_oracles_to_the_byte(first_seed: int) -> None:
    for seed in range(first_seed, first_seed + many(18)):
        rng = random.Random(seed)
        kinds = rng.choice([["human", "human"], ["human", rng.choice(["random", "heuristic"])]])
        rng.shuffle(kinds)
        arguments = [*kinds, rng.choice(["on", "off"]), rng.choice(["on", "off"])]
        while arguments and arguments[-1] in {"off", "human"} and rng.random() < 0.3:
            if arguments[-1] == "human" and len(arguments) > 2:
                break
            arguments.pop()
        environment = {"OUTWIT_SEED": str(seed)}
        program = oracle.Program(arguments, environment)
        lines = Recorded(typed(program, rng, rng.choice([120, rng.randint(0, 120)])))
        expected = program.run(lines)
        started = run if seed == first_seed else play
        actual = started("santorini", arguments, lines.text, env=environment)
        assert_same(expected, actual, arguments)


@pytest.mark.parametrize("white", ["random", "heuristic"])
@pytest.mark.parametrize("blue", ["random", "heuristic"])
def test_computers_play_the_oracles_game_for_every_seed(white: str, blue: str) -> None:
    for seed in range(1, 4):
        for scores in ("on", "off"):
            arguments = [white, blue, "off", scores]
            expected = oracle.run(arguments, b"", {"OUTWIT_SEED": str(seed)})
            assert expected.status == 0
            assert_same(expected, santorini(*arguments, seed=seed), (arguments, seed))


def test_the_seed_may_be_an_argument_and_zero_is_one() -> None:
    for seed in (0, 1, 2):
        arguments = ["random", "random", "off", "off", "--seed", str(seed)]
        expected = oracle.run(arguments, b"", {})
        assert_same(expected, santorini(*arguments, seed=None), seed)
        assert_same(expected, santorini(*arguments[:4], seed=seed), seed)


def test_with_seed_one_random_against_random_lasts_51_turns_and_white_wins() -> None:
    result = santorini("random", "random")
    lines = result.stdout.decode().splitlines()
    turns = [line for line in lines if line[0] in "ABYZ"]
    opening = "A,e,w / Y,ne,w / A,w,nw / Y,sw,s / B,s,nw / Z,sw,n"
    assert " / ".join(turns[:6]).replace(", ", ",") == opening
    assert lines[-1] == "white has won"
    headers = [line for line in lines if line.startswith("Turn")]
    # The header of the turn that will not happen comes too.
    assert len(turns) == 51
    assert headers[-1].startswith("Turn: 52, blue")


def test_without_a_seed_games_differ() -> None:
    assert len({santorini("random", "random", seed=None).stdout for _ in range(4)}) > 1


def test_the_shortest_game_is_won_by_blue_at_turn_7() -> None:
    game = "A n e / Y se e / B e sw / Y e w / A n se / Y w e"
    stdin = "\n".join(game.replace(" / ", " ").split()).encode()
    result = santorini(stdin=stdin)
    assert result.stdout.endswith(b"Turn: 7, white (AB)\nblue has won\n")
    assert_same(oracle.run([], stdin, {}), result)


def test_a_refused_argument_is_one_line_and_status_2() -> None:
    words = ["human", "random", "heuristic", "on", "off", "Human", "", "x", "-h", "--usage", "--"]
    words += ["--seed", "human ", "é", "robot", "ON"]
    rng = random.Random(0)
    cases = [["robot"], ["human", "robot"], ["human", "human", "maybe"], ["on"], ["--seed"]]
    cases += [["human", "human", "on", "maybe"], ["human", "human", "on", "on", "on"]]
    cases += [["human"] * 4, [""], ["--seed", "x"], ["human", "--seed", "1.5"], ["--seed", ""]]
    cases += [rng.choices(words, k=rng.randint(1, 6)) for _ in range(20)]
    for arguments in cases:
        if "--seed" in arguments[:-1]:
            expected = Result(b"", oracle.OUR_WORDING, 2)
        else:
            expected = oracle.run(arguments, b"", {"OUTWIT_SEED": "1"})
        actual = play("santorini", arguments, env={"OUTWIT_SEED": "1"})
        assert_same(expected, actual, arguments)


def test_every_prompt_is_out_before_the_answer_is_typed() -> None:
    with Conversation("santorini", ["human", "human", "on", "on"]) as talk:
        prompts = [oracle.TURN_PROMPT, oracle.WORKER_PROMPT, oracle.MOVE_PROMPT]
        for prompt, answer in zip(
            [*prompts, oracle.BUILD_PROMPT, oracle.TURN_PROMPT],
            ["next", "A", "n", "e", "undo"],
            strict=True,
        ):
            talk.hears(f"{prompt}\n".encode())
            talk.types(f"{answer}\n".encode())
        talk.hears(f"{oracle.TURN_PROMPT}\n".encode())
        result = talk.ends()
    arguments = ["human", "human", "on", "on"]
    assert_same(oracle.run(arguments, b"next\nA\nn\ne\nundo\n", {}), result)


def test_a_seed_may_have_any_number_of_digits() -> None:
    digits = "1" * 5000
    for result in (
        santorini("random", "random", "--seed", digits),
        run("santorini", ["random", "random"], env={"OUTWIT_SEED": digits}),
    ):
        assert b"Traceback" not in result.stderr
        assert result.status in {0, 2}
