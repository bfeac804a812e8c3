"""Puzzles for people: what is asked, whether an answer is right, and how well people and puzzles do."""
