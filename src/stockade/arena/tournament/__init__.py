"""Tournaments between bots: who meets whom, on which seats, with which chance, and what follows from the results."""
