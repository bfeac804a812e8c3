"""A boardgame.io server to compare with. See docs/load.md."""
