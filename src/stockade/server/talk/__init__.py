"""Chat at a table: what the players say to each other, and what those say who watch."""
