"""Analyses of matches: worked out by workers, and stored with the match."""
