"""Learn a game from nothing, by self-play on many boards at once (PPO), with PyTorch.

    outwit-python examples/learn.py ataxx blocks=b1,c1,d1,a2,a3,a4 --minutes 10 --device cuda

The blocks leave 5 x 5 squares and the corners. The network plays level 5 without a search.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import torch
from torch import Tensor, nn

import outwit
from outwit.environments import DeviceBatch, gymnasium_env

# Tests of some games are spread over the minutes, in which rate and entropy fall to nothing.
SETTINGS: dict[str, Any] = dict(
    opponent="engine:level=5", games=50, minutes=1.0, tests=4, seed=1, device="cpu",
    boards=128, steps=32, parts=16, width=32, depth=1, rate=1e-3, entropy=0.01,
)  # fmt: skip
ON_CUDA: dict[str, Any] = dict(games=100, boards=8192, steps=16, width=64, depth=5, rate=5e-4)
GAMMA, LAMBDA, CLIP, EPOCHS = 0.997, 0.9, 0.2, 2


class Net(nn.Module):
    """Returns log-probabilities of the actions and the expected result of the side to move."""

    def __init__(self, shape: tuple[int, int, int], actions: int, width: int, depth: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(shape[0], width, 3, padding=1)
        pairs = [[nn.Conv2d(width, width, 3, padding=1) for _ in "ab"] for _ in range(depth)]
        self.blocks = nn.ModuleList(nn.Sequential(a, nn.ReLU(), b) for a, b in pairs)
        self.head = nn.Linear(width * shape[1] * shape[2], actions + 1)
        # At first a block adds nothing, and all actions are equally likely.
        for weight in (self.head.weight, *(b.weight for _, b in pairs)):
            nn.init.zeros_(weight)

    def forward(self, x: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Take planes and masks of some boards."""
        with torch.autocast("cuda", torch.bfloat16, enabled=x.is_cuda):
            x = self.first(x.contiguous(memory_format=torch.channels_last)).relu()
            for block in self.blocks:
                x = (x + block(x)).relu()
            found = self.head(x.flatten(1)).float()
        return found[:, :-1].masked_fill(~legal, -1e9).log_softmax(1), found[:, -1].tanh()


def frames(batch: Any, device: str) -> list[Tensor]:
    """Return the cells and actions of an image of each board: all symmetries are learnt at once."""
    rows, columns = shape = batch.shape[1:]
    known = [s for s in batch.position(0).symmetries if s.shape(*shape) == shape]
    cells = torch.tensor([s.apply(range(rows * columns), *shape) for s in known])
    actions = torch.tensor([batch.actions.image(s).tolist() for s in known]).argsort(1)
    return [each[torch.arange(batch.n) % len(known)].to(device) for each in (cells, actions)]


@torch.no_grad()
def rollout(net: Net, batch: Any, steps: int, cells: Tensor, turned: Tensor) -> list[Tensor]:
    """Play on all boards, both sides by the network; return what was seen, done and expected."""
    found: list[tuple[Tensor, ...]] = []
    while True:
        board = torch.as_tensor(batch.observe(dtype="float32"), device=cells.device).flatten(2)
        planes = board.gather(2, cells[:, None].expand_as(board)).view(-1, *batch.shape)
        legal = torch.as_tensor(batch.legal_mask(), device=cells.device).bool().gather(1, turned)
        chances, values = net(planes, legal)
        if len(found) == steps:
            return [*map(torch.stack, zip(*found)), values]
        actions = torch.multinomial(chances.exp(), 1)
        taken = turned.gather(1, actions).squeeze(1)
        results = batch.step(taken, trusted=True) if taken.is_cuda else batch.step(taken.numpy())
        gains, ended, cut = map(torch.as_tensor, results)
        likely, over = chances.gather(1, actions), ended | cut
        found.append((planes, legal, actions, likely, values, gains, over))


def update(net: Net, best: Any, seen: list[Tensor], parts: int, drift: float) -> None:
    """Make what was better than expected likelier, and the expectation better."""
    *told, expected, rewards, over, last = seen
    gains, after = torch.zeros_like(rewards), torch.zeros_like(last)
    for step in reversed(range(len(gains))):
        # The opponent moves next: its value and its gain are losses.
        its = GAMMA * ~over[step] * (last + LAMBDA * after)
        after = rewards[step] - its - expected[step]
        last, gains[step] = expected[step], after
    told += [expected + gains, (gains - gains.mean()) / (gains.std() + 1e-6)]
    for part in torch.randperm(gains.numel(), device=gains.device).chunk(parts) * EPOCHS:
        planes, legal, actions, likely, targets, share = (x.flatten(0, 1)[part] for x in told)
        chances, values = net(planes, legal)
        ratio = (chances.gather(1, actions) - likely).exp().squeeze(1)
        gained = torch.minimum(ratio * share, ratio.clamp(1 - CLIP, 1 + CLIP) * share).mean()
        best.zero_grad()
        order = (chances.exp() * chances).sum(1).mean()
        torch.autograd.backward((values - targets).square().mean() - gained + drift * order)
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        best.step()


@torch.no_grad()
def points(net: Net, given: argparse.Namespace, options: dict[str, Any]) -> float:
    """Return the points of 100 that the likeliest actions make against a player."""
    envs = [gymnasium_env(given.game, given.opponent, **options) for _ in range(given.games)]
    games, total = [(env, *env.reset(seed=number)) for number, env in enumerate(envs)], 0.0
    while games:
        planes = torch.stack([torch.from_numpy(seen) for _, seen, _ in games])
        legal = torch.stack([torch.from_numpy(info["action_mask"]).bool() for *_, info in games])
        chosen = net(planes.to(given.device), legal.to(given.device))[0].argmax(1).tolist()
        played = [(env, env.step(action)) for (env, *_), action in zip(games, chosen)]
        total += sum((reward + 1) / 2 for _, (_, reward, over, cut, _) in played if over or cut)
        games = [(env, seen, info) for env, (seen, _, over, cut, info) in played if not over | cut]
    return float(100 * total / len(envs))


def main(words: list[str] | None = None) -> list[dict[str, float]]:
    """Learn, print a line after each interval, and return the lines."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("options", nargs="*", help="options of the game: NAME=VALUE")
    for name, default in SETTINGS.items():
        parser.add_argument(f"--{name}", type=type(default))
    stated = {name: x for name, x in vars(parser.parse_args(words)).items() if x is not None}
    is_cuda = stated.get("device") == "cuda"
    given = argparse.Namespace(**SETTINGS | (ON_CUDA if is_cuda else {}) | stated)
    torch.manual_seed(given.seed)
    options = dict(word.split("=", 1) for word in given.options)
    kind: Any = DeviceBatch if is_cuda else outwit.Batch
    batch = kind(given.game, given.boards, seed=given.seed, autoreset=True, plies=400, **options)
    images = frames(batch, given.device)
    net = Net(batch.shape, batch.size, given.width, given.depth).to(given.device)
    best = torch.optim.Adam(net.parameters(), given.rate, fused=is_cuda)
    lines, learned, plies = list[dict[str, float]](), 0.0, 0
    while len(lines) < given.tests:
        begin = time.perf_counter()
        left = max(0.0, 1 - learned / (60 * given.minutes))
        best.param_groups[0]["lr"] = given.rate * left
        seen = rollout(net, batch, given.steps, *images)
        update(net, best, seen, given.parts, given.entropy * left)
        learned, plies = learned + time.perf_counter() - begin, plies + given.steps * given.boards
        if learned >= 60 * given.minutes * (len(lines) + 1) / given.tests:
            score = points(net, given, options)
            lines.append({"seconds": round(learned, 1), "plies": plies, "points": score})
            print(lines[-1], flush=True)
    return lines


if __name__ == "__main__":
    main()
