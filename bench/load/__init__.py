"""Load a server with matches and measure it. See docs/load.md."""
