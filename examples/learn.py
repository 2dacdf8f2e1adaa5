"""Learn a game from nothing, by self-play on many boards at once (PPO), with PyTorch.

    outwit-python examples/learn.py ataxx --minutes 1
    outwit-python examples/learn.py ataxx blocks=b1,c1,d1,a2,a3,a4 --minutes 30 --device cuda
    outwit-python examples/learn.py santorini --boards 4096 --minutes 30 --device cuda

The blocks leave a board of 5 x 5 squares and the corners. Each line says how many games of 100 the
network wins against a level of the engine, without any search of its own.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

import outwit
from outwit.environments import gymnasium_env

GAMMA, LAMBDA, CLIP, ENTROPY = 0.997, 0.9, 0.2, 0.01


class Block(nn.Module):
    """Two convolutions, added to what goes in."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(width, width, 3, padding=1)
        self.second = nn.Conv2d(width, width, 3, padding=1)

    def forward(self, x: Tensor) -> Tensor:
        """Return as many planes as went in."""
        return functional.relu(x + self.second(functional.relu(self.first(x))))


class Net(nn.Module):
    """Returns the logits of the actions, and the expected result for the side to move."""

    def __init__(self, shape: tuple[int, int, int], actions: int, width: int, depth: int) -> None:
        super().__init__()
        planes, rows, columns = shape
        first = nn.Conv2d(planes, width, 3, padding=1)
        blocks = [Block(width) for _ in range(depth)]
        self.body = nn.Sequential(first, nn.ReLU(), *blocks, nn.Flatten())
        self.policy = nn.Linear(width * rows * columns, actions)
        self.value = nn.Linear(width * rows * columns, 1)

    def forward(self, planes: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Take planes and masks of some boards."""
        seen = self.body(planes)
        logits = self.policy(seen).masked_fill(~legal, -1e9)
        return logits, torch.tanh(self.value(seen).squeeze(1))


def rollout(net: Net, batch: outwit.Batch, steps: int, device: str) -> dict[str, Tensor]:
    """Play on all boards, both sides by the network; return what was seen and done."""
    found: dict[str, list[Tensor]] = {}
    for step in range(steps + 1):
        planes = torch.from_numpy(batch.observe(dtype="float32")).to(device)
        legal = torch.from_numpy(batch.legal_mask()).to(device).bool()
        with torch.no_grad():
            logits, values = net(planes, legal)
        if step == steps:
            found["values"].append(values)
            break
        chances = torch.log_softmax(logits, 1)
        actions = torch.multinomial(chances.exp(), 1).squeeze(1)
        rewards, ended, cut = batch.step(actions.int().cpu().numpy())
        made = {
            "planes": planes,
            "legal": legal,
            "actions": actions,
            "chances": chances.gather(1, actions[:, None]).squeeze(1),
            "values": values,
            "rewards": torch.from_numpy(rewards).to(device),
            "over": torch.from_numpy(ended | cut).to(device).float(),
        }
        for name, value in made.items():
            found.setdefault(name, []).append(value)
    return {name: torch.stack(values) for name, values in found.items()}


def advantages(seen: dict[str, Tensor]) -> Tensor:
    """Return how much better each action was than expected; what follows is the opponent's."""
    values, found = seen["values"], torch.zeros_like(seen["rewards"])
    after = torch.zeros_like(values[0])
    for step in reversed(range(len(found))):
        goes_on = 1 - seen["over"][step]
        surprise = seen["rewards"][step] - GAMMA * goes_on * values[step + 1] - values[step]
        after = found[step] = surprise - GAMMA * LAMBDA * goes_on * after
    return found


def update(net: Net, best: torch.optim.Optimizer, seen: dict[str, Tensor], size: int) -> None:
    """Make what was better than expected likelier, and the expectation better."""
    gains = advantages(seen)
    seen["targets"] = gains + seen["values"][:-1]
    seen["gains"] = (gains - gains.mean()) / (gains.std() + 1e-6)
    names = ("planes", "legal", "actions", "chances", "targets", "gains")
    flat = {name: seen[name].flatten(0, 1) for name in names}
    for part in torch.randperm(len(flat["actions"]), device=gains.device).split(size):
        now = {name: values[part] for name, values in flat.items()}
        logits, values = net(now["planes"], now["legal"])
        chances = torch.log_softmax(logits, 1)
        ratio = (chances.gather(1, now["actions"][:, None]).squeeze(1) - now["chances"]).exp()
        clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
        policy = torch.minimum(ratio * now["gains"], clipped * now["gains"]).mean()
        entropy = -(chances.exp() * chances).sum(1).mean()
        error = functional.mse_loss(values, now["targets"])
        best.zero_grad()
        (error - policy - ENTROPY * entropy).backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        best.step()


def points(net: Net, game: str, opponent: str, games: int, options: dict[str, str]) -> float:
    """Return the points of 100 that the likeliest actions make against a player."""
    env, total = gymnasium_env(game, opponent, illegal="raise", **options), 0.0
    for number in range(games):
        seen, info = env.reset(seed=number)
        over = False
        while not over:
            planes, legal = torch.from_numpy(seen)[None], torch.from_numpy(info["action_mask"])
            with torch.no_grad():
                logits, _ = net(planes, legal[None].bool())
            seen, reward, ended, cut, info = env.step(int(logits.argmax()))
            over = ended or cut
        total += (reward + 1) / 2
    return 100 * total / games


def main(words: list[str] | None = None) -> list[dict[str, Any]]:
    """Learn, print a line after each interval, and return the lines."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("options", nargs="*", help="options of the game: NAME=VALUE")
    parser.add_argument("--opponent", default="engine:level=5", help="as in `outwit match`")
    for name, default in (("boards", 256), ("steps", 32), ("width", 32), ("depth", 2)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--games", type=int, default=50, help="games of a test")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--tests", type=int, default=4, help="tests in that time")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cpu")
    given = parser.parse_args(words)
    torch.manual_seed(given.seed)
    options = dict(word.split("=", 1) for word in given.options)
    batch = outwit.Batch(
        given.game, given.boards, seed=given.seed, autoreset=True, plies=400, **options
    )
    net = Net(batch.shape, batch.size, given.width, given.depth).to(given.device)
    best = torch.optim.Adam(net.parameters(), given.rate)
    lines: list[dict[str, Any]] = []
    learned, plies = 0.0, 0
    while len(lines) < given.tests:
        begin = time.perf_counter()
        update(net, best, rollout(net, batch, given.steps, given.device), 1 + given.boards * 4)
        learned, plies = learned + time.perf_counter() - begin, plies + given.steps * given.boards
        if learned >= 60 * given.minutes * (len(lines) + 1) / given.tests:
            score = points(net.cpu(), given.game, given.opponent, given.games, options)
            net.to(given.device)
            lines.append({"seconds": round(learned, 1), "plies": plies, "points": score})
            print(json.dumps(lines[-1]), flush=True)  # noqa: T201
    return lines


if __name__ == "__main__":
    main()
