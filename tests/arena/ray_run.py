"""Play on a real Ray cluster of two nodes, kill a worker in the middle, and print all games as JSON.

Tests run this as a process of its own, because Ray stays in a process once it is started.

    python tests/arena/ray_run.py GAMES         a tournament of Blockade with so many games for each pair of bots
    python tests/arena/ray_run.py commands      start a cluster, print its address, and wait until the input ends
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import stockade
from stockade.arena.botspec import parse_bots
from stockade.arena.cluster import Cluster
from stockade.arena.tournament.plan import plan_tournament
from stockade.arena.tournament.run import Tournament

MEMORY = 80 * 2**20  # bytes that nodes keep results in; Ray refuses less than 75 MiB
MANY = 1000  # games of a large tournament
BUSY = "ray::_checked"  # how Ray titles a process while it works on a piece


@contextlib.contextmanager
def two_nodes() -> Iterator[tuple[str, list[int]]]:
    """Start two nodes with one processor each on this machine. Gives the address, and the ids of their processes."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    import ray
    from ray.cluster_utils import Cluster as Nodes

    one = {"num_cpus": 1, "object_store_memory": MEMORY, "include_dashboard": False}
    nodes = Nodes(initialize_head=True, head_node_args=one)
    try:
        nodes.add_node(**one)
        raylets = [node.all_processes["raylet"][0].process.pid for node in nodes.list_all_nodes()]
        yield nodes.address, raylets
    finally:
        ray.shutdown()
        nodes.shutdown()


def busy_workers(raylets: list[int]) -> list[int]:
    """Return the processes that nodes have started and that are working on a piece now."""
    found = []
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if folder.name.isdecimal() and BUSY in (folder / "cmdline").read_text("utf-8", "replace"):
                parent = (folder / "stat").read_text("utf-8").rpartition(")")[2].split()[1]
                if int(parent) in raylets:
                    found.append(int(folder.name))
    return found


def kill_one(raylets: list[int]) -> bool:
    """Kill a worker in the middle of its piece, and return whether there was one."""
    for worker in busy_workers(raylets):
        os.kill(worker, signal.SIGKILL)
        return True
    return False


def tournament(games: int) -> Tournament:
    """Return a tournament that has not begun. A small one is of three bots, and a large one of two."""
    bots = "greedy,random,greedy:slip=0.5" if games < MANY else "greedy,random"
    return Tournament(plan_tournament([stockade.game("blockade")], parse_bots([bots]), most=games, seed=3))


def told(tournament: Tournament) -> list[Any]:
    """Return everything about all games but their times."""
    return [
        [meeting.table, deal, game.bots, game.places, game.points, game.plies, game.decisions]
        for meeting in tournament.meetings
        for deal, games in sorted(meeting.done.items())
        for game in games
    ]


def main(what: str) -> None:
    with two_nodes() as (address, raylets):
        if what == "commands":
            print(address, flush=True)
            sys.stdin.read()
            return
        cluster = Cluster(address)
        played, killed = tournament(int(what)), 0  # after how many games a worker was killed
        for _ in played.play(cluster):
            if not killed and played.played > played.games / 3 and kill_one(raylets):
                killed = played.played
        print(
            json.dumps({"nodes": len(raylets), "processors": cluster.count, "killed": killed, "games": told(played)})
        )


if __name__ == "__main__":
    main(sys.argv[1])
