"""Numbers and lists in words: plurals, signs, “A, B and C”, “7 cards each”."""


def signed(points: int) -> str:
    """Write points as a score sheet does: +10, −10 (a true minus), 0."""
    return f"+{points}" if points > 0 else minus(points)


def minus(number: int) -> str:
    """Write a whole number with a true minus sign."""
    return str(number).replace("-", "−")
