"""Run games of Pgx at random on one GPU, and put them in a table beside ours.

    pip install pgx 'jax[cuda13]'
    python bench/gpu.py > ours.jsonl
    python bench/gpu_peers.py --beside ours.jsonl

All matches of a game are stepped by one compiled loop, as Pgx recommends. Every step makes an observation and a mask
of legal actions for every match, and they are in memory at its end, because they are part of what the loop carries.
The batch size that is fastest for a game counts. A decision is a step of one match; a match that ends begins anew in
the same step. With `--beside`, the lines of `bench/gpu.py` for learners join the table.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
try:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset
except ImportError as error:
    sys.exit(f"this script needs Pgx and JAX: pip install pgx 'jax[cuda13]' ({error})")

GAMES = ("connect_four", "hex", "backgammon")
ROWS = (1 << 14, 1 << 16, 1 << 18, 1 << 20)
STEPS = 128  # in one call of the loop
RUN_SECONDS = 0.5
SPEED = "million decisions a second, with observations and masks"
NOT_THE_STATE = ("observation", "legal_action_mask", "rewards")  # what a state of Pgx holds for the players only


def chosen(number: Any, mask: Any) -> Any:
    """Return the legal action that a number between 0 and 1 stands for.

    Pgx's own `act_randomly` draws a random number for every action, which takes longer.
    """
    upto = jnp.cumsum(mask.astype(jnp.int32))
    return jnp.argmax(upto > jnp.floor(number * upto[-1]).astype(jnp.int32))


def loop(name: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return what starts matches from keys, and what makes some steps in all of them."""
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def steps(states: Any, key: Any) -> tuple[Any, Any]:
        rows = len(states.terminated)

        def once(carried: tuple[Any, Any], _: None) -> tuple[tuple[Any, Any], Any]:
            states, key = carried
            key, choosing, stepping = jax.random.split(key, 3)
            numbers = jax.random.uniform(choosing, (rows,))
            actions = jax.vmap(chosen)(numbers, states.legal_action_mask)
            states = step(states, actions, jax.random.split(stepping, rows))
            return (states, key), states.terminated.sum()

        (states, _), ends = jax.lax.scan(once, (states, key), None, length=STEPS)
        return states, ends.sum()

    return jax.jit(jax.vmap(env.init)), jax.jit(steps, donate_argnums=0)


def time_peer(name: str, rows: int, runs: int) -> dict[str, Any]:
    """Time one game of Pgx with one batch size."""
    begin, steps = loop(name)
    key = jax.random.key(1)
    states = begin(jax.random.split(key, rows))
    started = time.perf_counter()
    states, ends = jax.block_until_ready(steps(states, key))
    ready = time.perf_counter() - started

    def calls(count: int) -> float:
        nonlocal states, key, ends
        started = time.perf_counter()
        for _ in range(count):
            key, now = jax.random.split(key)
            states, ends = steps(states, now)
        jax.block_until_ready((states, ends))
        return time.perf_counter() - started

    count = max(1, int(RUN_SECONDS / calls(1)))
    found = [count * STEPS * rows / calls(count) for _ in range(runs)]
    return {
        "game": f"Pgx {name}",
        "bytes of a state": size_of_state(states, rows),
        "numbers of an observation": states.observation[0].size,
        "actions": states.legal_action_mask.shape[1],
        "legal actions": round(float(states.legal_action_mask.sum()) / rows, 1),
        "rows": rows,
        "decisions a match": round(STEPS * rows / max(int(ends), 1), 1),
        "seconds to start": round(ready, 1),
        SPEED: [round(each / 1e6, 2) for each in found],
    }


def size_of_state(states: Any, rows: int) -> int:
    """Return the bytes of a state, without the observation and the mask."""
    kept = states.replace(**dict.fromkeys(NOT_THE_STATE))
    return int(sum(leaf.nbytes for leaf in jax.tree.leaves(kept)) / rows)


def time_all(arguments: argparse.Namespace) -> Iterable[dict[str, Any]]:
    """Time all games. What does not fit in the memory of the device is told and left out."""
    for name in arguments.games if arguments.runs else ():
        for rows in arguments.rows:
            try:
                yield time_peer(name, rows, arguments.runs)
            except Exception as error:  # JAX raises many kinds of errors
                said = str(error).splitlines() or [type(error).__name__]
                print(f"Pgx {name}, {rows} rows: {said[0]}", file=sys.stderr, flush=True)


def read(files: Iterable[Path]) -> list[dict[str, Any]]:
    """Return the lines of `bench/gpu.py` that are about learners."""
    lines = [line for file in files for line in file.read_text("utf-8").splitlines() if SPEED in line]
    return [json.loads(line) for line in lines if line.startswith("{")]


def table(lines: list[dict[str, Any]]) -> str:
    """Return a table with the fastest run of each game, the smallest observation and mask first."""
    best: dict[str, dict[str, Any]] = {}
    for line in lines:
        if line["game"] not in best or max(line[SPEED]) > max(best[line["game"]][SPEED]):
            best[line["game"]] = line
    columns = ("bytes of a state", "numbers of an observation", "actions", "legal actions", "rows")
    rows = [("game", *columns, "million decisions a second"), ("---",) * (len(columns) + 2)]
    for line in sorted(best.values(), key=lambda line: line["numbers of an observation"] + line["actions"]):
        rows.append((line["game"], *(str(line[column]) for column in columns), f"{max(line[SPEED]):,.1f}"))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--rows", type=int, nargs="+", default=list(ROWS))
    parser.add_argument("--runs", type=int, default=3, help="with zero, only the lines of `--beside` are shown")
    parser.add_argument("--beside", type=Path, nargs="+", default=[], metavar="FILE", help="what either script said")
    arguments = parser.parse_args()
    lines = read(arguments.beside)
    for line in time_all(arguments):
        print(json.dumps(line), flush=True)
        lines.append(line)
    print(f"\nOn {jax.devices()[0].device_kind}, the best of all runs:\n\n{table(lines)}")


if __name__ == "__main__":
    main()
