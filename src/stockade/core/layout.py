"""The numbers that every state shares. The fields every record has: `current_player`, `players`, `ply`."""

CHANCE = -1
OVER = -4

LOST = -1e9  # a rank below this cannot win, and where all are below it nobody does
