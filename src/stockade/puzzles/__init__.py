"""Puzzles: positions in which one choice is better than all others. A game stores its own."""
