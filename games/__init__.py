"""Card games: what they are, how they are scored, who is right. Pure Python, one folder a game."""
