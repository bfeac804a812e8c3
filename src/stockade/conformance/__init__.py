"""The tests that every game must pass, in this package or in another. `stockade check-game NAME` runs them.

They need pytest and hypothesis: `pip install 'stockade[check]'`.
"""
