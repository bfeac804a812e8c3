"""Kill processes of a server under load, and check that nothing was lost. See docs/load.md."""
