"""The whole club as one file: out of this installation, and into another."""
