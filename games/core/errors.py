"""Errors about impossible facts: a message in a player's words, and the field it is about."""

import re

MAX_MESSAGE_LENGTH = 400
# Longer quotations are cut.
MAX_QUOTE_LENGTH = 40
# Control characters, halves of surrogate pairs, separators of lines and paragraphs.
UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029]")


class Impossible(ValueError):
    """Impossible facts. `message`: in a player's words. `field`: the path of the fact, "" for all of them."""

    def __init__(self, message: str, field: str = "") -> None:
        if len(message) > MAX_MESSAGE_LENGTH:
            message = message[: MAX_MESSAGE_LENGTH - 1] + "…"
        self.message = UNPRINTABLE.sub("�", message)
        super().__init__(self.message)
        self.field = field


class ImpossibleRound(Impossible):
    """The facts of a round are impossible. `number`: of the round, from 1, once it is known."""

    number: int | None = None

    def in_round(self, number: int, round_name: str) -> "ImpossibleRound":
        error = type(self)(f"{round_name} {number}: {self.message}", self.field)
        error.number = number
        return error


class IrregularRound(ImpossibleRound):
    """Correct play cannot bring these facts. The table may confirm them all the same."""


class MissingFact(Impossible):
    """House rules ask for a fact that nobody entered."""


def quoted(words: str) -> str:
    return f"“{words if len(words) <= MAX_QUOTE_LENGTH else words[: MAX_QUOTE_LENGTH - 1] + '…'}”"
