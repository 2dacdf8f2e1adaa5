"""Learn a game from nothing, by self-play on many boards at once (PPO), with PyTorch.

    outwit-python examples/learn.py ataxx --minutes 1
    outwit-python examples/learn.py ataxx blocks=b1,c1,d1,a2,a3,a4 --minutes 30 --device cuda

The blocks leave 5 x 5 squares and the corners. A line has the points of 100 that the network makes
against level 5 of the engine, without a search of its own.
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor, nn

import outwit
from outwit.environments import gymnasium_env

NAMES = ("planes", "legal", "actions", "likely", "values", "rewards", "over")
# Tests of some games are spread over the minutes; rate is the learning rate.
SETTINGS: dict[str, object] = dict(
    opponent="engine:level=5", games=50, minutes=1.0, tests=4, seed=1, device="cpu",
    boards=128, steps=32, width=16, depth=3, rate=1e-3,
)  # fmt: skip
GAMMA, LAMBDA, CLIP, ENTROPY, EPOCHS = 0.997, 0.9, 0.2, 0.01, 2


class Net(nn.Module):
    """Returns the logits of the actions, and the expected result for the side to move."""

    def __init__(self, shape: tuple[int, int, int], actions: int, width: int, depth: int) -> None:
        super().__init__()
        pairs = pairwise([shape[0]] + [width] * depth)
        self.layers = nn.ModuleList(nn.Conv2d(*pair, 3, padding=1) for pair in pairs)
        self.policy = nn.Linear(width * shape[1] * shape[2], actions)
        self.value = nn.Linear(width * shape[1] * shape[2], 1)

    def forward(self, x: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Take planes and masks of some boards."""
        for layer in self.layers:
            seen = nn.functional.relu(layer(x))
            x = x + seen if x.shape == seen.shape else seen
        logits = self.policy(x.flatten(1)).masked_fill(~legal, -1e9)
        return logits, torch.tanh(self.value(x.flatten(1)).squeeze(1))


def rollout(net: Net, batch: outwit.Batch, steps: int, device: str) -> dict[str, Tensor]:
    """Play on all boards, both sides by the network; return what was seen and done."""
    found: dict[str, list[Tensor]] = {name: [] for name in NAMES}
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
        likely = chances.gather(1, actions[:, None]).squeeze(1)
        gained, over = (torch.from_numpy(x).to(device) for x in (rewards, ended | cut))
        made = (planes, legal, actions, likely, values, gained, over)
        for name, seen in zip(NAMES, made, strict=True):
            found[name].append(seen)
    return {name: torch.stack(values) for name, values in found.items()}


def advantages(seen: dict[str, Tensor]) -> Tensor:
    """Return how much better each action was than expected; what follows is the opponent's."""
    values, found = seen["values"], torch.zeros_like(seen["rewards"])
    after = torch.zeros_like(values[0])
    for step in reversed(range(len(found))):
        goes_on = 1 - seen["over"][step].float()
        surprise = seen["rewards"][step] - GAMMA * goes_on * values[step + 1] - values[step]
        after = found[step] = surprise - GAMMA * LAMBDA * goes_on * after
    return found


def update(net: Net, best: torch.optim.Optimizer, seen: dict[str, Tensor], size: int) -> None:
    """Make what was better than expected likelier, and the expectation better."""
    gains = advantages(seen)
    seen["targets"] = gains + seen["values"][:-1]
    seen["gains"] = (gains - gains.mean()) / (gains.std() + 1e-6)
    flat = {name: seen[name].flatten(0, 1) for name in (*NAMES[:4], "targets", "gains")}
    shuffled = [torch.randperm(gains.numel(), device=gains.device) for _ in range(EPOCHS)]
    for part in torch.split(torch.cat(shuffled), size):
        now = {name: values[part] for name, values in flat.items()}
        logits, values = net(now["planes"], now["legal"])
        chances = torch.log_softmax(logits, 1)
        ratio = (chances.gather(1, now["actions"][:, None]).squeeze(1) - now["likely"]).exp()
        clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
        policy = torch.minimum(ratio * now["gains"], clipped * now["gains"]).mean()
        entropy = -(chances.exp() * chances).sum(1).mean()
        best.zero_grad()
        error = nn.functional.mse_loss(values, now["targets"])
        torch.autograd.backward(error - policy - ENTROPY * entropy)
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        best.step()


def points(net: Net, game: str, opponent: str, games: int, options: dict[str, Any]) -> float:
    """Return the points of 100 that the likeliest actions make against a player."""
    env, total = gymnasium_env(game, opponent, illegal="raise", **options), 0.0
    for number in range(games):
        (seen, info), over = env.reset(seed=number), False
        while not over:
            planes, legal = torch.from_numpy(seen)[None], torch.from_numpy(info["action_mask"])
            with torch.no_grad():
                logits, _ = net(planes, legal[None].bool())
            seen, reward, over, cut, info = env.step(int(logits.argmax()))
            over = over or cut
        total += (reward + 1) / 2
    return 100 * total / games


def main(words: list[str] | None = None) -> list[dict[str, float]]:
    """Learn, print a line after each interval, and return the lines."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("options", nargs="*", help="options of the game: NAME=VALUE")
    for name, default in SETTINGS.items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    given = parser.parse_args(words)
    torch.manual_seed(given.seed)
    options: dict[str, Any] = dict(word.split("=", 1) for word in given.options)
    batch = outwit.Batch(given.game, given.boards, 1, given.seed, True, plies=400, **options)
    net = Net(batch.shape, batch.size, given.width, given.depth).to(given.device)
    best = torch.optim.Adam(net.parameters(), given.rate)
    lines: list[dict[str, float]] = []
    learned, plies = 0.0, 0
    while len(lines) < given.tests:
        begin = time.perf_counter()
        update(net, best, rollout(net, batch, given.steps, given.device), given.boards * 4)
        learned, plies = learned + time.perf_counter() - begin, plies + given.steps * given.boards
        if learned >= 60 * given.minutes * (len(lines) + 1) / given.tests:
            score = points(net.cpu(), given.game, given.opponent, given.games, options)
            net.to(given.device)
            lines.append({"seconds": round(learned, 1), "plies": plies, "points": score})
            print(lines[-1], flush=True)
    return lines


if __name__ == "__main__":
    main()
