"""Compile games in other processes while people already play.

`builds` manages this for the current process. The command `stockade compile` compiles all games.
"""

from stockade.ready.builds import Builds, NotCompiled, Progress, builds, lightest_first, start, told_to, wait

__all__ = ["Builds", "NotCompiled", "Progress", "builds", "lightest_first", "start", "told_to", "wait"]
