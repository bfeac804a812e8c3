"""The numbers that every state shares. The fields every record has: `current_player`, `players`, `ply`."""

CHANCE = -1
OVER = -4
