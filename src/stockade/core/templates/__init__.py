"""Kernels that are written once for all games.

`stockade.core.kernel.bind` loads each file once for each game, with that game's names in its namespace. `names.py`
says which names these are.
"""
