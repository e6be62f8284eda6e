"""The pages of what is being played, and of what was played."""
