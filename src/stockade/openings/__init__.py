"""Openings: what the first choices of a game have been worth in games between bots. A game stores its own table."""
