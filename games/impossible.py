"""Facts that cannot be: one kind of error, always in a player's words, saying where to look."""

import re

LONGEST = 300
_UNSEEN = re.compile(r"[\x00-\x20\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


class Impossible(ValueError):
    """Something said about a game cannot be true; `field` names the fact to look at ("" for the whole).

    The message is always one line that any screen can show, whatever names and values it quotes.
    """

    def __init__(self, message: str, field: str = "") -> None:
        message = _UNSEEN.sub(" ", message).strip()
        self.message = message if len(message) <= LONGEST else message[: LONGEST - 1] + "…"
        self.field = field
        super().__init__(self.message)


class ImpossibleRound(Impossible):
    """The facts of one round cannot be; `number` (from 1) is set once the round's place is known."""

    number: int | None = None

    def in_round(self, number: int) -> "ImpossibleRound":
        """Return this error as it is told where the round must be named too."""
        told = ImpossibleRound(f"round {number}: {self.message}", self.field)
        told.number = number
        return told
