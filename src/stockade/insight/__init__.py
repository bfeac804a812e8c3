"""What a game is like, from games between bots: seats, skill, luck, choices, length, drama, sources of points."""
