"""Claims of several people in a question: “Ann says 42, Bob says 40: bid 4 took 6”."""

from __future__ import annotations

import re
from typing import NamedTuple

from scorekeeper.rulebook.search import dictionary
from scorekeeper.rulebook.search_words import folded, words_of

# Speakers: “bid 4, took 6, Ben says 40”; and if there are two of them, names before a colon.
SPEAKER = re.compile(
    r"(?:^|[,;:.] ?|\b)(?:and |but |while )?\b(?!who\b|nobody\b|dealer\b|player\b|bidder\b)(\w+) "
    r"(?:says?|said|claims?|thinks?|insists?|tells? (?:me|us))(?: that)?\b ?",
    re.IGNORECASE,
)
SPEAKER_AND_COLON = re.compile(r"(?:^|[,;.!?] *)([^\W\d]+): ")
# Phrases around what people argue about: “am I right that …”, “…, is that so?”
CLAIM = re.compile(
    r"^(?:am i|is it|are we) (?:right|true|correct)(?: that| in thinking)? "
    r"|[,;:]? *(?:is|are) (?:that|it|this|he|she|they) (?:so|right|true|correct|wrong)\W*$"
    r"|[,;:]? *(?:who is right|whos right|right|correct|true|or not?|or what)\W*$"
    r"|[,;]? (?:he|she|they) (?:says?|claims?)(?: (?:that|it).?s not allowed)?$",
    re.IGNORECASE,
)
# A claim of points alone, or of those of a round: “bid 5 took 7 is 52”, but not “bid 4 took 6”.
POINTS_CLAIMED = re.compile(
    r"(?:(?P<round>.+?) (?:is(?: worth)?|are|gives?|scores?|costs?|counts?) |(?:no |it |is |its |s |that |worth )*)"
    r"(?P<points>(?:minus )?\d+|nothing|zero)(?: points?)?"
)


class Claim(NamedTuple):
    """The statement of one person. `points`: if it names nothing else but the `round` that scores them."""

    speaker: str
    text: str
    round: str = ""
    points: int | None = None

    @property
    def is_of_points(self) -> bool:
        return self.points is not None

    @classmethod
    def of(cls, speaker: str, text: str) -> Claim:
        speaker = "you" if speaker.lower() in ("i", "we") else speaker
        claimed = POINTS_CLAIMED.fullmatch(" ".join(words_of(text)))
        if claimed is None:
            return cls(speaker, text)
        digits = claimed["points"].replace("minus ", "-")
        return cls(speaker, text, claimed["round"] or "", int(digits) if digits.lstrip("-").isdecimal() else 0)


def read_claims(question: str) -> tuple[str, list[Claim]]:
    """Return the question and the claims about it; a round that only one claim describes becomes the question."""
    question = CLAIM.sub("", question)
    asked, *said = SPEAKER.split(question)
    if not said:
        asked, *said = SPEAKER_AND_COLON.split(question)
        if len(said) < 4 or any(map(dictionary().has, map(folded, said[::2]))):
            return question, []
    # “Bob says 42: bid 4 took 6”
    *_, last = said or [""]
    text, colon, round_behind = last.partition(":")
    if colon:
        said[-1], asked = text, f"{asked} {round_behind}"
    claims = [Claim.of(*pair) for pair in zip(said[::2], said[1::2], strict=True)]
    rounds = {claim.round for claim in claims if claim.round}
    if not asked.strip() and len(rounds) == 1 and all(claim.is_of_points for claim in claims):
        asked = rounds.pop()
    return asked, claims
