"""The players of a club, and names as they are stored."""

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

# How many names are offered to a device that joins.
MAX_REGULARS = 9
# Digits of a player's number that is looked up.
MAX_DIGITS = 18
# In code points: a family of four takes seven, more with colours of skin.
MAX_EMOJI_LENGTH = 12
# A flag, or a sign with its colour, joined to others: what is seen as one.
_SIGN = (
    "[©®‼⁉™\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001f1e5\U0001f200-\U0001faff]"
    "\ufe0f?[\U0001f3fb-\U0001f3ff]?"
)
EMOJI = re.compile(f"[\U0001f1e6-\U0001f1ff]{{2}}|{_SIGN}[\U000e0020-\U000e007f]*(\u200d{_SIGN})*")


class PlayerManager(models.Manager["Player"]):
    """Also the manager of a club's players: `club.players.named(["Ada", "Ben"])`."""

    # Set by Django on the manager of a club's players.
    instance: Club

    def get_or_create_named(self, names: Sequence[str]) -> list[Player]:
        """Return the club's players of these names, in this order. A merged player is found by both names."""
        known = self._by_name(names)
        if new := [name for name in names if name not in known]:
            marked = zip(new, self.spare_marks(), strict=False)
            players = [Player(club=self.instance, name=name, mark=mark) for name, mark in marked]
            # Two phones may bring the same new player at once.
            self.bulk_create(players, ignore_conflicts=True)
            known = self._by_name(names)
        return [known[name] for name in names]

    def chosen(self, pk: str) -> Player:
        """Return the player who was chosen on a page, and is perhaps merged since; Impossible for anybody else."""
        is_number = pk.isascii() and pk.isdecimal() and len(pk) <= MAX_DIGITS
        player = self.select_related("same_as").filter(pk=pk).first() if is_number else None
        if player is None:
            raise Impossible("nobody of this club was chosen: choose again")
        return player.same_as or player

    def find_holder(self, name: str) -> Player | None:
        """Return the player who was meant by a typed name, also by nearly the same one."""
        name = self.look_alikes([name]).get(name, name)
        return self._by_name([name]).get(name)

    def regulars(self) -> list[Player]:
        """Return those who played last, for a new device to say whose it is."""
        here = self.filter(archived=False, same_as=None, last_played__isnull=False).order_by("-last_played", "-pk")
        return list(here[:MAX_REGULARS])

    def look_alikes(self, names: Sequence[str]) -> dict[str, str]:
        """Return by new name the player who is called nearly the same: of these, or of the club."""
        known = self._by_name(names)
        new = [name for name in names if name not in known]
        if not new:
            return {}
        players = self.filter(same_as=None).order_by("archived", "-last_played").values_list("name", flat=True)
        by_look: dict[str, str] = {}
        for name in [*known, *players, *new]:
            by_look.setdefault(look(name), name)
        return {name: by_look[look(name)] for name in new if by_look[look(name)] != name}

    def marks_of(self, names: Sequence[str]) -> list[int]:
        """Return the marks of people; new ones get those they would have as players."""
        known, spare = self._by_name(names), self.spare_marks()
        return [known[name].mark if name in known else next(spare) for name in names]

    def spare_marks(self, also: Iterable[int] = ()) -> Iterator[int]:
        """Yield marks for new players, the rarest first; `also`: marks of others who are about to join."""
        return rarest_first([*self.filter(same_as=None).values_list("mark", flat=True), *also])

    def _by_name(self, names: Sequence[str]) -> dict[str, Player]:
        named = self.filter(name__in=names).select_related("same_as")
        return {player.name: player.same_as or player for player in named}


class Player(models.Model):
    """Somebody who plays.

    `mark`: number of their colour and shape. `emoji`: what they chose to have in it, or "". `archived`: no longer
    offered when a match is set up. `same_as`: the player this one was merged into, who has all the seats.
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


def tidy_name(name: str) -> str:
    """Compose letters with their accents, and fold white space."""
    return " ".join(unicodedata.normalize("NFC", name).split())


# Small letters of Cyrillic and Greek that look like Latin ones, small or as capitals, and what they look like.
LOOKALIKES = str.maketrans("авеіјкмнорѕтухһαβεηικμνορτυχ", "abeijkmhopstyxhabehikmvoptyx")


def look(name: str) -> str:
    """Return what two names share that may well be meant as one: “ada”, “Ada”, “Áda”, “Ada” with a Cyrillic A."""
    letters = unicodedata.normalize("NFKD", name).casefold().translate(LOOKALIKES)
    return "".join(letter for letter in letters if letter.isalnum() or _is_vowel_sign(letter)) or name


def _is_vowel_sign(letter: str) -> bool:
    """Whether another one makes another word, as in Hindi; accents do not."""
    return unicodedata.category(letter).startswith("M") and not "\u0300" <= letter <= "\u036f"


NO_NAME = f"a name has 1 to {MAX_NAME_LENGTH} characters that can be shown"


def checked_name(name: str, refusal: str = NO_NAME, field: str = "") -> str:
    """Return a name as it is stored; Impossible if it is too long, empty or cannot be shown."""
    name = tidy_name(name)
    try:
        check_name(name)
    except Impossible:
        raise Impossible(refusal, field) from None
    return name


def check_emoji(text: str) -> None:
    """Raise Impossible for anything but "" and a single emoji."""
    if text and not (len(text) <= MAX_EMOJI_LENGTH and EMOJI.fullmatch(text)):
        raise Impossible("choose a single emoji, or none", "emoji")
