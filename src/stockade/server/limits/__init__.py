"""Limits: how often, how many and how large, so that nobody can take the server away from the others."""
