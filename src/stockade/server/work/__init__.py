"""The work of bots, shared by any number of worker processes."""
