"""Learn a game by playing it against oneself, with PPO in PyTorch.

    pip install 'stockade[train]'
    python examples/ppo.py blockade --file blockade.pt
    python examples/ppo.py cascadia --players 1 --reward points --file cascadia.pt
    stockade simulate blockade --bots examples/ppo.py:Trained,file=blockade.pt,greedy --games 200

One network plays all seats. With `--device cuda` (and the extra `gpu`) the matches are played on the GPU too, and no
observation, action or reward leaves it. "Learning with PPO" in docs/research.md has the ideas and the results.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.distributions import Categorical
from torch.nn import functional

import stockade
from stockade.arena.plan import plan_series
from stockade.arena.series import play_games
from stockade.research import Batch
from stockade.research.gpu import GpuBatch
from stockade.research.intervals import mean_interval, wilson

NOTHING = -1  # behind the last legal action in a list
NEVER = -1e9  # rates what cannot be chosen
POINTS = 0.1  # the reward for a point
LOOKS = (256, 200)  # matches and steps of random play that show which numbers of an observation are ever used
ROWS = {"cpu": 256, "cuda": 8192}  # matches at once
DECISIONS = {"cpu": 4_000_000, "cuda": 100_000_000}  # to learn from
PARTS = {"cpu": 8, "cuda": 32}
TRIALS = 400  # matches that show how well a network plays


@dataclass(frozen=True)
class Settings:
    """How to learn."""

    steps: int = 64  # decisions in every match between two updates
    epochs: int = 3  # how often an update goes through all decisions
    parts: int = PARTS["cpu"]  # of such a pass, with a step of the optimizer for each
    rate: float = 1e-3  # the first step size; it falls to zero
    discount: float = 0.99  # from one decision of a seat to its next
    trace: float = 0.95  # the lambda of advantages: nearer to 1, they rely less on values and more on what happened
    clip: float = 0.2  # how far an update may change the odds of an action
    entropy: float = 0.03  # the reward for staying undecided
    openings: int = 12  # matches begin with up to this many random actions, so that they are not all alike


class Looks(NamedTuple):
    """What the players who decide in many matches see."""

    seen: Tensor  # the inputs of the network
    seats: Tensor  # who decides
    choices: Tensor  # the legal actions, and NOTHING behind the last


class Network(nn.Module):
    """Rates the choices of a player, and says what the position is worth to them.

    Every action has a vector. It is rated by the product of this vector and one that is made from what the player
    sees. So only actions that are legal somewhere cost time, and a game may have thousands of others.
    """

    def __init__(self, inputs: Tensor, seats: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.seats = seats
        self.register_buffer("inputs", inputs)  # the numbers of an observation that are used
        sizes = (len(inputs) + seats, width, width)
        self.body = nn.Sequential(nn.Linear(*sizes[:2]), nn.ReLU(), nn.Linear(*sizes[1:]), nn.ReLU())
        self.wanted, self.value = nn.Linear(width, width // 2), nn.Linear(width, 1)
        self.vectors = nn.Parameter(torch.randn(actions, width // 2) * 0.01)

    def forward(self, looks: Looks) -> tuple[Tensor, Tensor]:
        """Return the ratings of all choices as logits, and the values."""
        seats = functional.one_hot(looks.seats, self.seats).float()
        hidden = self.body(torch.cat([looks.seen, seats], dim=1))
        choices = looks.choices.clamp(min=0).long()
        is_used = torch.zeros(len(self.vectors), dtype=torch.bool, device=choices.device)
        is_used[choices] = True
        ratings = self.wanted(hidden) @ self.vectors[is_used].T
        places = is_used.cumsum(0) - 1  # the column of each action in `ratings`
        logits = ratings.gather(1, places[choices]).masked_fill(looks.choices == NOTHING, NEVER)
        return logits, self.value(hidden).squeeze(1)


class Trained:
    """A network as a bot. It draws its actions as it has learned to. With `temperature=0` it takes the likeliest."""

    def __init__(self, file: str, temperature: float = 1.0, seed: int | None = None) -> None:
        self.temperature, self.dice = temperature, random.Random(seed)
        saved = torch.load(file, map_location="cpu", weights_only=True)
        weights = saved["weights"]
        width, inputs = weights["body.0.weight"].shape
        self.file, self.game = file, saved["game"]
        self.network = Network(weights["inputs"], inputs - len(weights["inputs"]), len(weights["vectors"]), width)
        self.network.load_state_dict(weights)

    @torch.no_grad()
    def choose(self, state: stockade.State) -> int:
        if state.game.name != self.game:
            raise ValueError(f"{self.file} has learned {self.game}, not {state.game.name}")
        choices = state.legal_actions()
        seen = torch.from_numpy(state.observation(state.current_player))[self.network.inputs]
        looks = Looks(seen[None], torch.tensor([state.current_player]), torch.tensor([choices]))
        logits, _ = self.network(looks)
        if self.temperature:
            return self.dice.choices(choices, (logits[0] / self.temperature).softmax(0).tolist())[0]
        return choices[int(logits.argmax())]


def save(network: Network, game: str, file: str) -> None:
    torch.save({"game": game, "weights": network.state_dict()}, file)


# -- playing -------------------------------------------------------------------------------------------------------


def used_inputs(batch: Batch | GpuBatch, steps: int) -> Tensor:
    """Return which numbers of an observation are ever used in random play. Many may be about absent players."""
    is_used = (torch.from_dlpack(batch.observations()) != 0).any(0)
    for _ in range(steps):
        batch.step(batch.random_actions(), check=False)
        batch.reset_over()
        is_used |= (torch.from_dlpack(batch.observations()) != 0).any(0)
    return is_used.nonzero().squeeze(1)


class Matches:
    """Many matches as tensors, on the device where the batch is. A match that ends begins anew."""

    def __init__(self, batch: Batch | GpuBatch, inputs: Tensor, reward: str = "result", openings: int = 0) -> None:
        self.batch, self.inputs, self.reward, self.openings = batch, inputs, reward, openings
        self.rows = torch.arange(len(batch), device=inputs.device)
        self.random_left = self._some_random_actions()
        self.points = self._points()
        self.finals = self.points  # results or points of all seats; only for matches that ended in the last step

    def _some_random_actions(self) -> Tensor:
        return torch.randint(0, self.openings + 1, self.rows.shape, device=self.rows.device)

    def _points(self) -> Tensor:
        return torch.from_dlpack(self.batch.scores()).float()

    def look(self) -> Looks:
        listed, counts = (torch.from_dlpack(each) for each in self.batch.legal_lists())
        places = torch.arange(listed.shape[1], device=listed.device)
        return Looks(
            torch.from_dlpack(self.batch.observations())[:, self.inputs],
            torch.from_dlpack(self.batch.current_player).long(),
            torch.where(places < counts[:, None], listed, NOTHING),
        )

    def step(self, actions: Tensor) -> tuple[Tensor, Tensor]:
        """Take an action in each match. Returns the rewards by match and seat, and which matches ended."""
        results, over = (torch.from_dlpack(each).clone() for each in self.batch.step(actions, check=False))
        self.random_left = torch.where(over, self._some_random_actions(), self.random_left - 1)
        if self.reward == "result":
            self.finals = results
            self.batch.reset_over()
            return results, over
        self.finals = self._points()
        rewards = POINTS * (self.finals - self.points)
        self.batch.reset_over()
        self.points = self._points()
        return rewards, over


def choose(logits: Tensor, choices: Tensor, is_random: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Draw one of the choices in each row, and return its place, its logarithmic probability, and the action."""
    even = torch.where(choices == NOTHING, NEVER, 0.0)
    odds = Categorical(logits=torch.where(is_random[:, None], even, logits), validate_args=False)
    places = odds.sample()
    return places, odds.log_prob(places), choices.gather(1, places[:, None]).squeeze(1)


@dataclass(frozen=True)
class Rollout:
    """Some steps of many matches. All tensors are by step and match."""

    looks: Looks
    chosen: Tensor  # the place of the action among the choices
    log_odds: Tensor  # the logarithmic probability that it had
    is_random: Tensor  # whether it was drawn at random, so that there is nothing to learn from it
    rewards: Tensor  # also by seat
    over: Tensor
    seats: Tensor  # who decided; at the end, with one more step, who decides next
    values: Tensor  # of all positions for those who decided; with one more step as well


@torch.no_grad()
def collect(network: Network, matches: Matches, steps: int) -> Rollout:
    """Play some steps of all matches."""
    kept: list[tuple[Tensor, ...]] = []
    seats, values = [], []
    for step in range(steps + 1):
        looks = matches.look()
        logits, value = network(looks)
        seats.append(looks.seats)
        values.append(value)
        if step < steps:
            is_random = matches.random_left > 0
            chosen, log_odds, actions = choose(logits, looks.choices, is_random)
            kept.append((looks.seen, looks.choices, chosen, log_odds, is_random, *matches.step(actions)))
    stacked = (torch.stack(each) for each in zip(*kept, strict=True))
    seen, choices, chosen, log_odds, is_random, rewards, over = stacked
    decided = torch.stack(seats)
    looks = Looks(seen, decided[:-1], choices)
    return Rollout(looks, chosen, log_odds, is_random, rewards, over, decided, torch.stack(values))


# -- learning ------------------------------------------------------------------------------------------------------


def advantages(
    rewards: Tensor, over: Tensor, seats: Tensor, values: Tensor, discount: float, trace: float
) -> tuple[Tensor, Tensor]:
    """Return how much better each decision turned out than its value (GAE), and whether this is known yet.

    The decisions of a seat are a chain of their own. What a seat gets between two of them, also through decisions of
    others, is the reward of the first. At the end of a match this includes the seats that did not move last. A
    seat's last decision is known if the match ended after it or the seat decides next.
    """
    steps, rows = over.shape
    row = torch.arange(rows, device=over.device)
    reward, following, advantage = (torch.zeros_like(rewards[0]) for _ in range(3))  # by row and seat
    is_known = torch.zeros_like(rewards[0], dtype=torch.bool)
    following[row, seats[steps]], is_known[row, seats[steps]] = values[steps], True
    found, known = torch.zeros_like(values[:steps]), torch.zeros_like(over)
    for step in reversed(range(steps)):
        ended = over[step, :, None]
        reward, following, advantage = (each.masked_fill(ended, 0.0) for each in (reward, following, advantage))
        reward, is_known = reward + rewards[step], is_known | ended
        now = row, seats[step]
        known[step] = is_known[now]
        error = reward[now] + discount * following[now] - values[step]
        found[step] = torch.where(known[step], error + discount * trace * advantage[now], 0.0)
        reward[now], following[now], advantage[now], is_known[now] = 0.0, values[step], found[step], True
    return found, known


def improve(network: Network, optimizer: torch.optim.Optimizer, rollout: Rollout, settings: Settings) -> None:
    """Make better decisions more likely, and values more accurate."""
    values = rollout.values[:-1]
    found, known = advantages(
        rollout.rewards, rollout.over, rollout.seats, rollout.values, settings.discount, settings.trace
    )
    known &= ~rollout.is_random
    looks = Looks(*(each[known] for each in rollout.looks))
    chosen, log_odds, found, values = (each[known] for each in (rollout.chosen, rollout.log_odds, found, values))
    targets, found = values + found, (found - found.mean()) / (found.std() + 1e-8)
    for _ in range(settings.epochs):
        for part in torch.randperm(len(found), device=found.device).chunk(settings.parts):
            logits, value = network(shortened(Looks(*(each[part] for each in looks))))
            odds = Categorical(logits=logits, validate_args=False)
            ratio = (odds.log_prob(chosen[part]) - log_odds[part]).exp()
            clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            gain = torch.minimum(ratio * found[part], clipped * found[part]) + settings.entropy * odds.entropy()
            loss = 0.5 * functional.mse_loss(value, targets[part]) - gain.mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def shortened(looks: Looks) -> Looks:
    """Leave out what is behind the end of all lists of choices."""
    longest = int((looks.choices != NOTHING).sum(1).max())
    return looks._replace(choices=looks.choices[:, :longest])


def train(
    network: Network, matches: Matches, decisions: int, settings: Settings, seconds: float = math.inf
) -> Iterator[tuple[int, float]]:
    """Learn from that many decisions, or for that many seconds if they are over first.

    Yields after each update how many decisions were made, and which share of the work is done.
    """
    optimizer = torch.optim.Adam(network.parameters(), eps=1e-5)
    started, made, share = time.perf_counter(), 0, 0.0
    while share < 1.0:
        optimizer.param_groups[0]["lr"] = settings.rate * (1 - share)
        improve(network, optimizer, collect(network, matches, settings.steps), settings)
        made += settings.steps * len(matches.batch)
        wait(network)
        share = max(made / decisions, (time.perf_counter() - started) / seconds)
        yield made, share


def wait(network: Network) -> None:
    """Wait until the device has done everything, so that the time is right."""
    if network.vectors.is_cuda:
        torch.cuda.synchronize()


@torch.no_grad()
def against_random(network: Network, matches: Matches) -> list[float]:
    """Play each match to its end against random players, and return the results or points of the network's seats."""
    mine = matches.rows % matches.points.shape[1]
    found, is_open = torch.zeros_like(matches.points[:, 0]), torch.ones_like(mine, dtype=torch.bool)
    while is_open.any():
        looks = matches.look()
        logits, _ = network(looks)
        *_, actions = choose(logits, looks.choices, looks.seats != mine)
        _, over = matches.step(actions)
        found = torch.where(over & is_open, matches.finals[matches.rows, mine], found)
        is_open &= ~over
    return found.tolist()


def progress(network: Network, matches: Matches) -> str:
    """Return how well the network plays against random players, with a 95% interval."""
    found = against_random(network, matches)
    if matches.reward == "result":
        wins = sum(result > 0 for result in found)
        low, high = wilson(wins, len(found))
        return f"wins {wins / len(found):.1%} of matches against random play, {low:.1%} to {high:.1%}"
    low, high = mean_interval(sum(found), sum(points * points for points in found), len(found))
    return f"{sum(found) / len(found):.1f} points a match, {low:.1f} to {high:.1f}"


def main() -> None:
    given = arguments()
    settings = Settings(**{name: getattr(given, name) for name in vars(Settings())})
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    game, kind = stockade.game(given.game), GpuBatch if given.device == "cuda" else Batch

    def matches(rows: int, seed: int, openings: int = 0) -> Matches:
        return Matches(kind(game.name, rows, given.players, seed=seed), inputs, given.reward, openings)

    inputs = used_inputs(kind(game.name, LOOKS[0], given.players, seed=given.seed), LOOKS[1])
    network = Network(inputs, max(game.spec.players), game.spec.action_count).to(inputs.device)
    print(f"{game.spec.title}: at first {progress(network, matches(TRIALS, given.seed))}", flush=True)
    started, shown = time.perf_counter(), 0.0
    learning = matches(given.rows or ROWS[given.device], given.seed, settings.openings)
    for made, share in train(network, learning, given.decisions or DECISIONS[given.device], settings, given.seconds):
        if share >= min(shown + 0.1, 1.0):
            shown, seconds = share, time.perf_counter() - started
            text = progress(network, matches(TRIALS, given.seed))
            print(f"{seconds:6.0f} s, {made:,} decisions: {text}", flush=True)
    save(network, game.name, given.file)
    print(f"saved as {given.file}", flush=True)
    if given.against:
        print(trial(game, given.players, given.file, given.against, given.games, given.seed), flush=True)


def trial(game: stockade.Game, players: int | None, file: str, against: str, games: int, seed: int) -> str:
    """Play matches against another bot on the CPU, from every seat, and return how many the network wins."""
    mine = f"{Path(__file__).resolve()}:Trained,file={Path(file).resolve()}"
    tally = play_games(plan_series(game, [mine, against], players, {}, games, seed, True), 0, games)
    low, high = wilson(tally.wins[0], tally.played[0])
    won = f"wins {tally.wins[0]:,} of {tally.played[0]:,} matches against {against}"
    return f"{won}, {low:.1%} to {high:.1%}"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="such as blockade")
    parser.add_argument("--players", type=int, help="how many; the usual number unless given")
    parser.add_argument("--reward", choices=("result", "points"), default="result", help="what to learn for")
    parser.add_argument(
        "--decisions", type=int, help="how many to learn from; 4 million on a CPU, 100 million on a GPU"
    )
    parser.add_argument("--seconds", type=float, default=math.inf, help="the longest time to learn")
    parser.add_argument("--rows", type=int, help=f"matches at once; unless given, {ROWS}")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--threads", type=int, default=torch.get_num_threads(), help="of a CPU")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", default="trained.pt", help="where to save the network")
    parser.add_argument("--against", metavar="BOT", help="play matches against this bot in the end, such as greedy")
    parser.add_argument("--games", type=int, default=1000, help="how many matches against it")
    for name, value in vars(Settings()).items():
        parser.add_argument(f"--{name}", type=type(value), default=None if name == "parts" else value)
    given = parser.parse_args()
    given.parts = given.parts or PARTS[given.device]
    return given


if __name__ == "__main__":
    main()
