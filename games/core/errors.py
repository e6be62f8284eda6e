"""Facts that cannot be: one kind of error, always in a player's words, saying where to look."""

import unicodedata

MAX_MESSAGE_LENGTH = 400
# Longer words of a player or a file are cut where a message quotes them.
MAX_QUOTE_LENGTH = 40


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
    return f"“{words if len(words) <= MAX_QUOTE_LENGTH else words[: MAX_QUOTE_LENGTH - 1] + '…'}”"


def _one_line(message: str) -> str:
    shown = message if len(message) <= MAX_MESSAGE_LENGTH else message[: MAX_MESSAGE_LENGTH - 1] + "…"
    return "".join("�" if unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") else letter for letter in shown)
