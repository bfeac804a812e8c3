"""Variations: what might have been played in a match, tried out and commented by people."""
