"""Bots play many games: series between bots, sweeps over settings, and how both are written in text."""
