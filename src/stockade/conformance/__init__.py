"""The tests that every game must pass, ours and strangers' alike: `stockade check-game NAME` runs them.

They need pytest and hypothesis: `pip install 'stockade[check]'`.
"""
