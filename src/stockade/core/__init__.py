"""The parts that all games share. Nothing in this package knows a particular game."""
