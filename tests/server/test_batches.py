"""Jobs that arrive while others are done are done together, and each is told what became of it."""

from __future__ import annotations

import asyncio
import threading

import pytest

from stockade.server.batches import Batches


def test_jobs_that_wait_are_done_together_and_in_order():
    batches, began, may_go_on, ended = [], threading.Event(), threading.Event(), threading.Event()

    def work(jobs):
        batches.append(list(jobs))
        began.set()
        may_go_on.wait()
        return [ValueError(f"no {job}") if job % 2 else 10 * job for job in jobs]

    async def hand_in():
        line = Batches("test", work, asyncio.get_running_loop(), 3, ended.set)
        line.start()
        first = asyncio.create_task(line.do(0))
        await asyncio.to_thread(began.wait)
        others = [asyncio.create_task(line.do(job)) for job in (1, 2, 3, 4)]
        await asyncio.sleep(0)
        others[1].cancel()  # nobody waits for it, but it was handed in
        may_go_on.set()
        results = await asyncio.gather(first, *others, return_exceptions=True)
        await asyncio.to_thread(line.stop)
        return results

    zero, one, two, three, four = asyncio.run(hand_in())
    assert batches == [[0], [1, 2, 3], [4]]
    assert (zero, four) == (0, 40)
    assert isinstance(two, asyncio.CancelledError)
    for error, text in ((one, "no 1"), (three, "no 3")):
        with pytest.raises(ValueError, match=text):
            raise error
    assert ended.is_set()
