"""Kernels written once for every game. `stockade.core.kernel.bind` loads each file here once per game, with that
game's names already in its namespace; `names.py` says which those are."""
