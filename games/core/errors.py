"""Facts that cannot be: one kind of error, always in a player's words, saying where to look."""

import unicodedata

LONGEST, LONGEST_QUOTE = 400, 40


class Impossible(ValueError):
    """What cannot be in a game, in a player's words; `field` names the fact to look at ("" for the whole)."""

    def __init__(self, message: str, field: str = "") -> None:
        self.message = _one_line(message)
        super().__init__(self.message)
        self.field = field


class ImpossibleRound(Impossible):
    """The facts of one round cannot be; `number` (from 1) is set once the round's place is known."""

    number: int | None = None

    def in_round(self, number: int) -> "ImpossibleRound":
        error = type(self)(f"round {number}: {self.message}", self.field)
        error.number = number
        return error


class IrregularRound(ImpossibleRound):
    """Correct play cannot bring these facts; a table may insist that it played them."""


def quoted(words: str) -> str:
    return f"“{words if len(words) <= LONGEST_QUOTE else words[: LONGEST_QUOTE - 1] + '…'}”"


def _one_line(message: str) -> str:
    shown = message if len(message) <= LONGEST else message[: LONGEST - 1] + "…"
    return "".join("�" if unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") else letter for letter in shown)
