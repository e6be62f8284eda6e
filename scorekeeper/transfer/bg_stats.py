"""The export file of BG Stats: lists of games, players, locations and plays, which name each other by `id`.

Fields that no match can hold (pictures, ratings, ranks, expansions) are not read.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import Annotated
from uuid import UUID, uuid5

import msgspec

from games.core.errors import Impossible

# Namespace of the keys of plays whose `uuid` is not a UUID.
KEYS_OF_PLAYS = UUID("b1f2a6d4-8a43-4c55-9a44-5d0a3c0e7c1b")
# A number, or numbers that are added and taken away.
SUM = re.compile(r"[+-]?\d+([+-]\d+)*", re.ASCII)
# Scores that a note tells: all, those that were added up, or none.
ANY_SCORE, ADDED_UP, NO_SCORE = re.compile("."), re.compile(r"\d[+-]"), re.compile("(?!)")
# Longest text of a score: about 500 rounds.
MAX_SCORE_LENGTH = 2_000


class ExportedGame(msgspec.Struct, frozen=True, rename="camel"):
    id: int | str
    name: str
    cooperative: bool = False
    highest_wins: bool = True


class ExportedPlayer(msgspec.Struct, frozen=True, rename="camel"):
    id: int | str
    name: str
    is_anonymous: bool = False


class Location(msgspec.Struct, frozen=True):
    id: int | str
    name: str


class PlayerScore(msgspec.Struct, frozen=True, rename="camel"):
    player_ref_id: int | str
    score: Annotated[str, msgspec.Meta(max_length=MAX_SCORE_LENGTH)] | int | float | None = None
    winner: bool = False
    start_player: bool = False
    team: str | int | None = None
    role: str | None = None

    @property
    def text(self) -> str:
        """The points as a sum without spaces: “23+0+76”; "" for none."""
        return "" if self.score is None else re.sub(r"\s", "", str(self.score)).replace("−", "-")


class Play(msgspec.Struct, frozen=True, rename="camel"):
    game_ref_id: int | str
    play_date: str
    player_scores: list[PlayerScore]
    uuid: str | None = None
    location_ref_id: int | str | None = None
    duration_min: Annotated[int, msgspec.Meta(ge=0, le=100_000)] | None = None
    uses_teams: bool = False
    ignored: bool = False
    board: str | None = None
    comments: str | None = None

    @property
    def key(self) -> UUID | None:
        """The key of its match, the same one each time; None without a `uuid`."""
        if not self.uuid:
            return None
        try:
            return UUID(self.uuid)
        except ValueError:
            return uuid5(KEYS_OF_PLAYS, self.uuid)

    @property
    def started(self) -> datetime:
        try:
            return datetime.fromisoformat(self.play_date)
        except ValueError:
            raise Impossible("its date cannot be read") from None

    @property
    def duration(self) -> timedelta:
        return timedelta(minutes=self.duration_min or 0)

    @property
    def has_points(self) -> bool:
        """Whether everybody has points that are whole numbers."""
        return all(SUM.fullmatch(score.text) for score in self.player_scores)

    def sides(self) -> list[list[int]]:
        """Return the places in `player_scores` of the players of each side.

        Everybody plays alone where no table seats the teams: they are unknown, of different sizes, or of one result
        each.
        """
        alone = [[at] for at in range(len(self.player_scores))]
        if not self.uses_teams:
            return alone
        teams = defaultdict[str, list[int]](list)
        for at, score in enumerate(self.player_scores):
            teams[str(score.team or 0)].append(at)
        results = [{(self.player_scores[at].text, self.player_scores[at].winner) for at in team}
                   for team in teams.values()]  # fmt: skip
        sizes = {len(team) for team in teams.values()}
        is_seated = "0" not in teams and len(sizes) == 1 < len(teams) and all(len(result) == 1 for result in results)
        return list(teams.values()) if is_seated else alone

    def notes(self, names: Sequence[str], *, shown: re.Pattern[str]) -> Iterator[str]:
        """Yield a line for each thing that a match has no field for; of the scores those that are to be `shown`."""
        yield from filter(None, [(self.board or "").strip(), (self.comments or "").strip()])
        is_alone = self.uses_teams and len(self.sides()) == len(names)
        for name, score in zip(names, self.player_scores, strict=True):
            team = f"team {score.team}" if is_alone and str(score.team or 0) != "0" else ""
            if parts := ", ".join(filter(None, [team, score.role, score.text if shown.search(score.text) else ""])):
                yield f"{name}: {parts}"
        if self.duration_min:
            yield f"{self.duration_min} min"


class Export(msgspec.Struct, frozen=True):
    games: list[msgspec.Raw]
    players: list[msgspec.Raw]
    plays: list[msgspec.Raw]
    locations: list[msgspec.Raw] = []


def read_rounds(scores: Sequence[str]) -> tuple[int, list[tuple[int, ...]]]:
    """Return what everybody begins with, and the points of each round, of scores such as “23+0+76” or “66-11-12”.

    A plain total among them shows that the others are sums of something else: then there is one round.
    """
    terms = [[int(term) for term in re.findall(r"[+-]?\d+", score)] for score in scores]
    if any(len(row) == 1 for row in terms):
        return 0, [tuple(map(sum, terms))]
    firsts = Counter(row[0] for row in terms)
    starts_at = max(firsts)
    counts_down = starts_at > 0 and firsts[starts_at] * 2 > len(terms) and not any("+" in score for score in scores)
    if counts_down:
        # Somebody may have written 42 in place of 66-24.
        terms = [row[1:] if row[0] == starts_at else [row[0] - starts_at, *row[1:]] for row in terms]
    # Players who scored nothing in the last rounds have fewer numbers.
    return (starts_at if counts_down else 0), list(zip_longest(*terms, fillvalue=0))
