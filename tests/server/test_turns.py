"""Few thinkers are shared fairly between many owners."""

from __future__ import annotations

import asyncio

from stockade.server.work.turns import Turns


def test_whoever_has_the_fewest_thoughts_running_comes_next():
    async def scene() -> list[str]:
        turns, order, gates = Turns(2), [], {}

        async def think(owner: str, name: str) -> None:
            async with turns.turn(owner):
                order.append(name)
                gates[name] = asyncio.Event()
                await gates[name].wait()

        tasks = [asyncio.create_task(think("greedy", f"greedy {number}")) for number in range(5)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        tasks += [asyncio.create_task(think(owner, owner)) for owner in ("anna", "ben")]
        for _ in range(7):
            for _ in range(3):
                await asyncio.sleep(0)
            gates[order[len([t for t in tasks if t.done()])]].set()
            for _ in range(3):
                await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        return order

    found = asyncio.run(scene())
    assert found[:2] == ["greedy 0", "greedy 1"]
    assert found[2] == "anna"
    assert found.index("ben") <= 4


def test_somebody_who_gives_up_leaves_their_turn_to_others():
    async def scene() -> None:
        turns = Turns(1)
        first = turns.turn("a")
        await first.__aenter__()
        waiting = asyncio.create_task(turns.turn("b").__aenter__())
        last = asyncio.create_task(turns.turn("c").__aenter__())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await first.__aexit__(None, None, None)
        await asyncio.wait_for(last, 5)

    asyncio.run(scene())
