"""Ratings: how strong people and bots are, from the results of rated matches."""
