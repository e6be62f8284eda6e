"""The players of a club, and validation of names and emojis."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from django.db import models
from django.db.models import Q

from games.core.errors import Impossible
from games.core.keypad import rarest_first
from games.core.scoresheet import check_name
from games.core.text import MAX_NAME_LENGTH
from scorekeeper.clubs.club import Club

# Maximum number of players offered as the holder of a new device.
MAX_REGULARS = 9
# Longer numbers would overflow the database's integers.
MAX_PK_DIGITS = 18
# In code points: a family of four takes seven, and more with skin tones.
MAX_EMOJI_LENGTH = 12
# A symbol with an optional variation selector and skin tone.
_SYMBOL = (
    "[©®‼⁉™\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001f1e5\U0001f200-\U0001faff]"
    "\ufe0f?[\U0001f3fb-\U0001f3ff]?"
)
# A flag of two letters, or symbols with joiners between them.
EMOJI = re.compile(f"[\U0001f1e6-\U0001f1ff]{{2}}|{_SYMBOL}[\U000e0020-\U000e007f]*(\u200d{_SYMBOL})*")


class PlayerManager(models.Manager["Player"]):
    """Also the manager of the players of a club: `club.players.get_or_create_named(["Ada", "Ben"])`."""

    # Django sets it on `club.players`.
    instance: Club

    def get_or_create_named(self, names: Sequence[str]) -> list[Player]:
        """Return the club's players with these names, in order; for a merged player, the one it was merged into."""
        players = self._by_name(names)
        if new := [name for name in names if name not in players]:
            names_with_marks = zip(new, self.spare_marks(), strict=False)
            # Two phones may create the same player at the same moment.
            self.bulk_create(
                [Player(club=self.instance, name=name, mark=mark) for name, mark in names_with_marks],
                ignore_conflicts=True,
            )
            players = self._by_name(names)
        return [players[name] for name in names]

    def get_chosen(self, pk: str) -> Player:
        """Return the player with a posted id, or the one they were merged into; Impossible if there is none."""
        is_number = pk.isascii() and pk.isdecimal() and len(pk) <= MAX_PK_DIGITS
        player = self.select_related("same_as").filter(pk=pk).first() if is_number else None
        if player is None:
            raise Impossible("nobody of this club was chosen: choose again")
        return player.same_as or player

    def find_by_similar_name(self, name: str) -> Player | None:
        """Return the player of a typed name, or of nearly the same name."""
        name = self.look_alikes([name]).get(name, name)
        return self._by_name([name]).get(name)

    def regulars(self) -> list[Player]:
        """Return the players who played last."""
        players = self.filter(archived=False, same_as=None, last_played__isnull=False)
        return list(players.order_by("-last_played", "-pk")[:MAX_REGULARS])

    def look_alikes(self, names: Sequence[str]) -> dict[str, str]:
        """Map each new name that looks like another name, of these or of the club's players, to that name."""
        existing = self._by_name(names)
        new = [name for name in names if name not in existing]
        if not new:
            return {}
        players = self.filter(same_as=None).order_by("archived", "-last_played").values_list("name", flat=True)
        by_key: dict[str, str] = {}
        for name in [*existing, *players, *new]:
            by_key.setdefault(name_key(name), name)
        return {name: by_key[name_key(name)] for name in new if by_key[name_key(name)] != name}

    def marks_of(self, names: Sequence[str]) -> list[int]:
        """Return the marks of these players; new names get the marks they would have as players."""
        players, spare = self._by_name(names), self.spare_marks()
        return [players[name].mark if name in players else next(spare) for name in names]

    def spare_marks(self, more_marks: Iterable[int] = ()) -> Iterator[int]:
        """Yield marks for new players, the rarest first; `more_marks`: those of players not saved yet."""
        return rarest_first([*self.filter(same_as=None).values_list("mark", flat=True), *more_marks])

    def _by_name(self, names: Sequence[str]) -> dict[str, Player]:
        players = self.filter(name__in=names).select_related("same_as")
        return {player.name: player.same_as or player for player in players}


class Player(models.Model):
    """Somebody who plays.

    `mark`: number of their colour and shape. `emoji`: shown in the mark, or "". `archived`: no longer offered when a
    match is set up. `same_as`: the player this one was merged into, who has all the seats.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    mark = models.PositiveSmallIntegerField(default=0)
    emoji = models.CharField(max_length=MAX_EMOJI_LENGTH, default="", blank=True)
    joined = models.DateTimeField(auto_now_add=True)
    last_played = models.DateTimeField(null=True)
    archived = models.BooleanField(default=False)
    same_as = models.ForeignKey("self", models.CASCADE, null=True, related_name="other_names")

    objects = PlayerManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="player_name_once"),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
        ]
        indexes = [models.Index(fields=["club", "-last_played"], name="player_recent")]

    def __str__(self) -> str:
        return self.name


def normalize_name(name: str) -> str:
    """Compose letters with their accents and collapse white space."""
    return " ".join(unicodedata.normalize("NFC", name).split())


# Cyrillic and Greek small letters that look like Latin ones, as small letters or as capitals.
LOOKALIKES = str.maketrans("авеіјкмнорѕтухһαβεηικμνορτυχ", "abeijkmhopstyxhabehikmvoptyx")


def name_key(name: str) -> str:
    """Return the same key for names that are nearly equal: “ada”, “Ada”, “Áda”, “Ada” with a Cyrillic A."""

    def is_vowel_sign(letter: str) -> bool:
        # Vowel signs are kept: in Hindi a different one makes a different word. Accents are dropped.
        return unicodedata.category(letter).startswith("M") and not "\u0300" <= letter <= "\u036f"

    letters = unicodedata.normalize("NFKD", name).casefold().translate(LOOKALIKES)
    return "".join(letter for letter in letters if letter.isalnum() or is_vowel_sign(letter)) or name


INVALID_NAME = f"a name has 1 to {MAX_NAME_LENGTH} characters that can be shown"


def clean_name(name: str, error: str = INVALID_NAME, field: str = "") -> str:
    """Return the name normalized; Impossible with this error if it is too long, empty or not printable."""
    name = normalize_name(name)
    try:
        check_name(name)
    except Impossible:
        raise Impossible(error, field) from None
    return name


def validate_emoji(text: str) -> None:
    """Raise Impossible for anything but "" and a single emoji."""
    if text and not (len(text) <= MAX_EMOJI_LENGTH and EMOJI.fullmatch(text)):
        raise Impossible("choose a single emoji, or none", "emoji")
