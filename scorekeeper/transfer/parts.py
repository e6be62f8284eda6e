"""The parts of a club file beside its matches: the entries of each, from and to the rows of a club."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Annotated, Any, Self

import msgspec
from django.db.models import Model, QuerySet
from msgspec.structs import replace

from games.core.errors import Impossible, quoted
from games.core.house_rules import HouseRules
from games.core.registry import find
from games.core.scoresheet import check_moment, check_name
from games.core.text import MAX_NAME_LENGTH
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.player import normalize_name, validate_emoji
from scorekeeper.history.models import MAX_NIGHT_NOTE_LENGTH, NightNotes
from scorekeeper.matches.models import HouseRulePreset
from scorekeeper.matches.presets import checked_preset_name
from scorekeeper.rulebook.models import MAX_NOTE_LENGTH, MAX_QUESTION_LENGTH, MAX_RULING_LENGTH, RulesNote, TableRuling
from scorekeeper.transfer.scoresheets import parsed_time

NameText = Annotated[str, msgspec.Meta(max_length=MAX_NAME_LENGTH)]
NoteText = Annotated[str, msgspec.Meta(max_length=MAX_NIGHT_NOTE_LENGTH)]


class FileEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An object of the file; defaults are left out."""


class ListEntry(FileEntry, frozen=True):
    """An entry of a part. `key`: a club has no two entries with the same one."""

    @classmethod
    def from_row(cls, row: Any) -> Self:
        raise NotImplementedError

    @property
    def key(self) -> str:
        raise NotImplementedError

    def check(self) -> None:
        """Raise Impossible for values that have the right type and are invalid. `key` needs valid values."""

    def to_row(self, club: Club) -> Model:
        raise NotImplementedError


class PlayerEntry(ListEntry, frozen=True):
    """`same_as`: the player of whom this is another name."""

    name: NameText
    mark: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    joined: str | None = None
    last_played: str | None = None
    archived: bool = False
    same_as: NameText | None = None
    emoji: str = ""

    @classmethod
    def from_row(cls, row: Player) -> Self:
        same_as = row.same_as.name if row.same_as else None
        last_played = row.last_played.isoformat() if row.last_played else None
        return cls(row.name, row.mark, row.joined.isoformat(), last_played, row.archived, same_as, row.emoji)

    @property
    def key(self) -> str:
        return normalize_name(self.name)

    def check(self) -> None:
        check_name(self.key)
        validate_emoji(self.emoji)
        check_moment("joined", self.joined)
        check_moment("last_played", self.last_played)

    def to_row(self, club: Club) -> Player:
        return Player(
            club=club, name=self.key, mark=self.mark or 0, emoji=self.emoji,
            archived=self.archived, last_played=parsed_time(self.last_played),
        )  # fmt: skip


class NightEntry(ListEntry, frozen=True):
    evening: str
    name: NameText = ""
    place: NameText = ""
    note: NoteText = ""

    @classmethod
    def from_row(cls, row: NightNotes) -> Self:
        return cls(row.night_date.isoformat(), row.name, row.place, row.note)

    @property
    def key(self) -> str:
        return date.fromisoformat(self.evening).isoformat()

    def check(self) -> None:
        try:
            date.fromisoformat(self.evening)
        except ValueError:
            raise Impossible(f"{quoted(self.evening)} is not a date (2026-11-21)", "evening") from None

    def to_row(self, club: Club) -> NightNotes:
        return NightNotes(club=club, night_date=self.key, name=self.name, place=self.place, note=self.note)


class PresetEntry(ListEntry, frozen=True):
    """House rules that were saved under a name."""

    game: str
    name: NameText
    house_rules: dict[str, Any] = {}

    @classmethod
    def from_row(cls, row: HouseRulePreset) -> Self:
        return cls(row.game_key, row.name, row.house_rules)

    @property
    def key(self) -> str:
        return f"{self.game}: {normalize_name(self.name)}"

    def check(self) -> None:
        checked_preset_name(self.name)
        HouseRules(find(self.game).house_rules, self.house_rules)

    def to_row(self, club: Club) -> HouseRulePreset:
        rules = HouseRules(find(self.game).house_rules, self.house_rules).differing
        return HouseRulePreset(club=club, game_key=self.game, name=normalize_name(self.name), house_rules=rules)


class RulingEntry(ListEntry, frozen=True):
    """A rule that the players agreed on."""

    game: str
    question: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_QUESTION_LENGTH)]
    ruling: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_RULING_LENGTH)]
    decided: date
    section: Annotated[str, msgspec.Meta(max_length=80)] = ""

    @classmethod
    def from_row(cls, row: TableRuling) -> Self:
        return cls(row.game_key, row.question, row.ruling, row.decided, row.section)

    @property
    def key(self) -> str:
        return f"{self.game}: {self.question}"

    def check(self) -> None:
        find(self.game)

    def to_row(self, club: Club) -> TableRuling:
        return TableRuling(
            club=club, game_key=self.game, question=self.question, ruling=self.ruling,
            decided=self.decided, section=self.section,
        )  # fmt: skip


class NoteEntry(ListEntry, frozen=True):
    """A version of the club's notes on a game."""

    game: str
    text: Annotated[str, msgspec.Meta(max_length=MAX_NOTE_LENGTH)]
    written: str

    @classmethod
    def from_row(cls, row: RulesNote) -> Self:
        return cls(row.game_key, row.text, row.written.isoformat())

    @property
    def key(self) -> str:
        return f"{self.game}: {datetime.fromisoformat(self.written).astimezone(UTC).isoformat()}"

    def check(self) -> None:
        find(self.game)
        check_moment("written", self.written)

    def to_row(self, club: Club) -> RulesNote:
        return RulesNote(club=club, game_key=self.game, text=self.text, written=datetime.fromisoformat(self.written))


@dataclass(frozen=True)
class Part:
    """A part of the file. `rows`: a club's, in the order of the file; `nouns`: singular and plural, for the preview."""

    name: str
    entry: type[ListEntry]
    rows: Callable[[Club], QuerySet[Any]]
    nouns: tuple[str, str]
    # Whether the preview lists the keys of the new entries.
    lists_names: bool = False
    # Versions before 1.0 refuse a file without the required parts, or with others: these are left out when empty.
    is_required: bool = False

    def create(self, club: Club, entries: Sequence[Any]) -> Sequence[Any]:
        return self.rows(club).bulk_create([entry.to_row(club) for entry in entries])


class PlayersPart(Part):
    def create(self, club: Club, entries: Sequence[PlayerEntry]) -> Sequence[Player]:
        spare_marks = club.players.spare_marks(entry.mark for entry in entries if entry.mark is not None)
        marked = [replace(entry, mark=next(spare_marks)) if entry.mark is None else entry for entry in entries]
        players = super().create(club, marked)
        by_name = {player.name: player for player in self.rows(club)}
        for player, entry in zip(players, entries, strict=True):
            # bulk_create sets `joined`, which has auto_now_add, to the current time.
            player.joined = parsed_time(entry.joined) or player.joined
            if entry.same_as is not None:
                principal = by_name[normalize_name(entry.same_as)]
                player.same_as = principal.same_as or principal
        Player.objects.bulk_update(players, ["joined", "same_as"])
        return players


PLAYERS = PlayersPart(
    "players", PlayerEntry, lambda club: club.players.select_related("same_as").order_by("pk"),
    ("new player", "new players"), lists_names=True, is_required=True,
)  # fmt: skip
PARTS = (
    PLAYERS,
    Part(
        "nights", NightEntry, lambda club: club.nights.order_by("night_date"),
        ("new night with a note", "new nights with a note"), is_required=True,
    ),
    Part(
        "presets", PresetEntry, lambda club: club.presets.order_by("game_key", "name"),
        ("set of house rules saved under a name", "sets of house rules saved under a name"),
    ),
    Part(
        "rulings", RulingEntry, lambda club: club.rulings.order_by("game_key", "question"),
        ("ruling of the table", "rulings of the table"),
    ),
    Part(
        "rules_notes", NoteEntry, lambda club: club.rules_notes.order_by("game_key", "written"),
        ("note on how a game is played", "notes on how a game is played"),
    ),
)  # fmt: skip
