"""Getting games ready: their libraries are made in other processes while people already play.

`builds` is this process's view of it. The command `stockade compile` makes them all.
"""

from stockade.ready.builds import Builds, NotCompiled, Progress, builds, lightest_first, start, told_to, wait

__all__ = ["Builds", "NotCompiled", "Progress", "builds", "lightest_first", "start", "told_to", "wait"]
