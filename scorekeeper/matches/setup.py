"""The set-up of a match. It lives in the address (or the form) alone: who sits where, who deals, the house rules."""

from __future__ import annotations

import random
import re
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from functools import cached_property
from typing import Any
from urllib.parse import urlencode
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone

from games.core.deal import each_alone
from games.core.definition import Game, MatchState
from games.core.errors import Impossible
from games.core.house_rules import HouseRules, Option
from games.core.scoresheet import check_name
from games.core.text import listed, plural
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.permissions import ClubRequest
from scorekeeper.clubs.player import normalize_name
from scorekeeper.matches import starting
from scorekeeper.matches.lookup import find_day
from scorekeeper.matches.models import Match
from scorekeeper.matches.presets import PresetChoice, find_rules, preset_choices

# How many recent players are offered as chips, and how many more by the first letters of their names.
MAX_CHIPS, MAX_SUGGESTED = 12, 60

# When a match of another day counts as begun.
EVENING = time(20)

BETWEEN_NAMES = re.compile(r"[,;\t\r\n、،]+")


@dataclass
class Setup:
    """A match that may begin: names in seating order, the first dealer's name, house rules, and what is wrong."""

    club: Club
    game: Game
    names: list[str]
    dealer: str
    options: list[OptionField]
    wrong: str = ""
    # The day it was played, as typed; "" for today.
    played: str = ""
    # Why what was chosen before these players sat down cannot be: the best that can is chosen instead.
    misfit: str = ""

    def __post_init__(self) -> None:
        for field in self.options:
            if field.sets and not field.wrong and (refusal := self._refusal(field)):
                self.misfit = refusal
                field.value = [*field.option.required_choices(field.players)[0][0]]
        for field in self.options:
            field.along = self._along_with(field) if field.implied else []

    @classmethod
    def of(cls, game: Game, club: Club, data: QueryDict) -> Setup:
        """Read a set-up; with nobody seated yet, the last table that could play this game."""
        if "seated" not in data:
            return _as_last_time(game, club, data)
        seated_names = [normalize_name(name) for name in data.getlist("player")]
        # What was typed may have been seated meanwhile, by an answer that came late.
        new_names = [name for name in map(normalize_name, _typed_names(data)) if name not in seated_names]
        all_names = list(filter(None, [*seated_names, *new_names]))
        names = _move_names(list(dict.fromkeys(all_names)), data)
        same = data.get("same", "")
        known = club.players.look_alikes(names).get(same) if same else None
        if known:
            names = list(dict.fromkeys(known if name == same else name for name in names))
        dealer = known if known and data.get("dealer") == same else normalize_name(data.get("dealer", ""))
        if "draw" in data and names:
            dealer = random.choice(names)  # noqa: S311 - who deals first is no secret
        dealer = dealer if dealer in names else (names or [""])[0]
        options = _options(game, club, data, len(names))
        _follow_players(options, len(seated_names))
        return cls(club, game, names, dealer, options, _name_problem(all_names), data.get("played", ""))

    def start(self, key: UUID | None = None) -> Match | None:
        """Begin the match; None, with `wrong` set, where this table cannot."""
        self.wrong = self.wrong or self.misfit
        if (table := self.initial_state) is None:
            return None
        rules = table.rules.in_force
        try:
            return starting.start_match(
                self.club, self.game, table.names, table.first_dealer, rules, key, self._played_at()
            )
        except Impossible as error:
            self._blame(error)
            return None

    @cached_property
    def initial_state(self) -> MatchState | None:
        """The table as it would begin; None, with `wrong` set, where it cannot."""
        if self.wrong or self.wrong_rules or self.wrong_day:
            return None
        rules = {field.option.name: field.value for field in self.offered}
        dealer = self.names.index(self.dealer) if self.names else 0
        try:
            return self.game.table(self.names, dealer, rules)
        except Impossible as error:
            self._blame(error)
            return None

    @property
    def wrong_day(self) -> str:
        """Why it cannot have been played on that day."""
        day = find_day(self.played)
        if self.played and day is None:
            return "Give the day as year, month and day: 2026-11-23."
        if day and day > self.club.night_date_of(timezone.now()):
            return "Nobody has played on that day yet: choose today or an earlier day."
        return ""

    def _played_at(self) -> datetime | None:
        """The evening of the day it was played, by the club's clock; None for today."""
        day = find_day(self.played)
        if day is None or day == self.club.night_date_of(timezone.now()):
            return None
        return datetime.combine(day, EVENING, ZoneInfo(self.club.zone))

    def _refusal(self, field: OptionField) -> str:
        try:
            self.game.table(self.names, 0, {field.option.name: field.value})
        except Impossible as error:
            return error.message if error.field == field.option.name else ""
        return ""

    @property
    def to_choose(self) -> list[OptionField]:
        """The options that these players have to decide on before they can start."""
        return [field for field in self.offered if field.sets]

    @property
    def offered(self) -> list[OptionField]:
        """The options that can change anything at this table."""
        players = len(self.names)
        if players not in self.game.seats or self.wrong_rules:
            return self.options
        rules = HouseRules(self.game.house_rules, {field.option.name: field.value for field in self.options})
        return [field for field in self.options if field.option.is_relevant(players, rules)]

    @property
    def not_offered(self) -> list[tuple[str, str]]:
        """What was chosen of the options not offered: it counts again when other players sit down."""
        offered = self.offered
        hidden = [field for field in self.options if field.differs and field not in offered]
        return [pair for field in hidden for pair in field.form_fields()]

    @property
    def options_before(self) -> str:
        """The house rules as this page shows them: of a form that comes back, what differs was chosen there."""
        return urlencode(self._rule_fields)

    def _blame(self, error: Impossible) -> None:
        field = next((field for field in self.options if field.option.name == error.field), None)
        if field is None:
            self.wrong = error.message
        else:
            field.trouble = error.message

    @property
    def query(self) -> str:
        return urlencode(self.fields)

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The set-up as the names and values of form fields."""
        table = [("seated", "1"), *(("player", name) for name in self.names), ("dealer", self.dealer)]
        table += [("played", self.played)] if self.played else []
        return [*table, *self._rule_fields]

    @property
    def _rule_fields(self) -> list[tuple[str, str]]:
        return [pair for field in self.options if field.differs for pair in field.form_fields()]

    @property
    def seats(self) -> list[tuple[int, int, str, str, str]]:
        """Number, mark, name and partners of each seat, and whom the club knows by nearly the same name."""
        chosen = {field.option.name: field.value for field in self.options if not field.wrong}
        team_up = self.game.teams if len(self.names) in self.game.seats else each_alone
        teams = team_up(len(self.names), HouseRules(self.game.house_rules, chosen))
        partners = {
            seat: listed([self.names[other] for other in team if other != seat]) for team in teams for seat in team
        }
        marks, alike = self.club.players.marks_of(self.names), self.club.players.look_alikes(self.names)
        return [(seat, marks[seat], name, partners[seat], alike.get(name, "")) for seat, name in enumerate(self.names)]

    @property
    def missing(self) -> str:
        """What keeps the match from beginning, in words; "" when nothing does."""
        count, seats = len(self.names), self.game.seats
        if not count:
            return f"For {self.game.seats_in_words}"
        if count < seats[0]:
            return f"Add {plural(seats[0] - count, 'more player')}"
        return f"{count - seats[-1]} too many" if count > seats[-1] else ""

    @cached_property
    def _suggested(self) -> list[str]:
        here = self.club.players.filter(archived=False, same_as=None).exclude(name__in=self.names)
        return list(here.order_by("-last_played", "-pk").values_list("name", flat=True)[: MAX_CHIPS + MAX_SUGGESTED])

    @property
    def recent(self) -> list[str]:
        return self._suggested[:MAX_CHIPS]

    @property
    def others(self) -> list[str]:
        """Players to suggest once the first letters of their names are typed."""
        return self._suggested[MAX_CHIPS:]

    def _along_with(self, chosen: OptionField) -> list[str]:
        """What usually goes with a value and does so at this table, in words: “Cards: 52”."""
        return [
            f"{field.option.title}: {field.option.label(field.value)}"
            for field in self.offered
            if chosen.implied.get(field.option.name, ...) == field.value and not field.wrong
        ]

    @property
    def differing(self) -> list[str]:
        """What differs from the rules as they stand, in words."""
        return [
            field.option.difference(field.value)
            for field in self.offered
            if field.differs and not (field.wrong or field.sets)
        ]

    @property
    def rules(self) -> dict[str, Any]:
        """The house rules chosen now that differ from the default; Impossible where one is wrong."""
        return HouseRules(self.game.house_rules, {field.option.name: field.value for field in self.options}).differing

    @property
    def wrong_rules(self) -> bool:
        return any(field.wrong for field in self.options)

    @cached_property
    def presets(self) -> list[PresetChoice]:
        return preset_choices(self.club, self.game, None if self.wrong_rules else self.rules)


def _options(game: Game, club: Club, data: QueryDict, players: int) -> list[OptionField]:
    rules = find_rules(club, game, data.get("preset", "")) if "preset" in data else None
    if rules is not None:
        return [OptionField(one, rules.get(one.name, one.default), players=players) for one in game.house_rules]
    options = option_fields(game.house_rules, data, players)
    if "rules-before" in data:
        before = QueryDict(data.get("rules-before", ""))
        _apply_implied_values(options, option_fields(game.house_rules, before, players))
    return options


def _follow_players(options: list[OptionField], before: int) -> None:
    """Return to the default what only the number of players `before` asked for, once these players do not."""
    for field in options:
        sets = field.option.required_choices(before)
        if sets and not field.sets and not field.wrong and field.option.normalize(field.value) == [*sets[0][0]]:
            field.value = field.option.default


def _apply_implied_values(options: list[OptionField], before: list[OptionField]) -> None:
    """Choose what a value just chosen usually goes with, where another went with the value before.

    `before`: the fields as the form was drawn. What was changed in the same form stays as it was chosen.
    """
    chosen = {new.name for new, old in zip(options, before, strict=True) if new.form_fields() != old.form_fields()}
    for new, old in zip(options, before, strict=True):
        implied = new.implied if new.name in chosen else {}
        for other in options:
            name = other.option.name
            if other.name not in chosen and name in implied and old.implied.get(name, ...) != implied[name]:
                other.value = implied[name]


def _typed_names(data: QueryDict) -> list[str]:
    return BETWEEN_NAMES.split(data.get("players", ""))


def _name_problem(names: list[str]) -> str:
    for number, name in enumerate(names):
        if name in names[:number]:
            return f"{name} sits at the table already"
        try:
            check_name(name)
        except Impossible as error:
            return error.message
    return ""


def _move_names(names: list[str], data: QueryDict) -> list[str]:
    leaving, rising = data.get("without", ""), data.get("up", "")
    if leaving in names:
        names.remove(leaving)
    if rising in names:
        seat = names.index(rising)
        names.insert(max(seat - 1, 0), names.pop(seat))
    return names


def _as_last_time(game: Game, club: Club, data: QueryDict) -> Setup:
    """Seat who sits there tonight, else whoever played this game last; house rules as named, or as played last."""
    recent = club.matches.order_by("-started", "-pk")
    last = recent.first()
    before = last if last and last.game_key == game.key else recent.filter(game_key=game.key).first()
    rules = (
        before.initial_state.rules.in_force if before else HouseRules(game.house_rules, game.suggested_rules).in_force
    )
    is_tonight = last and last.night_date == club.night_date_of(timezone.now())
    tables = [last, before] if is_tonight else [before, last]
    table = next((match for match in tables if match and len(match.seat_list) in game.seats), None)
    players = len(table.names) if table else 0
    options = [OptionField(option, rules[option.name], players=players) for option in game.house_rules]
    if before and table:
        _follow_players(options, len(before.seat_list))
    for field in options:
        if f"rule-{field.option.name}" in data:
            field.value = _value(field.option, data)
    if table is None:
        return Setup(club, game, [], "", options)
    return Setup(club, game, table.names, table.names[table.next_dealer], options)


def setup_page(request: ClubRequest, setup: Setup, status: int = 200, **facts: object) -> HttpResponse:
    facts |= {"setup": setup, "key": uuid.uuid4()}
    template = "matches/_setup_update.html" if request.htmx else "matches/new_match.html"
    return render(request, template, facts, status=status)


@dataclass
class OptionField:
    """One house rule with its value, or with the text entered instead of one; `trouble`: why the game refuses it."""

    option: Option
    value: Any
    trouble: str = ""
    players: int = 0
    # What goes with the value at this table, in words.
    along: Sequence[str] = ()

    @property
    def name(self) -> str:
        return f"rule-{self.option.name}"

    @property
    def wrong(self) -> str:
        return self.trouble or ("" if self.option.accepts(self.value) else self.option.hint(self.value))

    @property
    def differs(self) -> bool:
        return bool(self.wrong) or self.option.normalize(self.value) != self.option.normalize(self.option.default)

    @property
    def sets(self) -> list[tuple[str, str, bool]]:
        """What this table has to choose from as a whole: text, words, and which is chosen."""
        sets, chosen = self.option.required_choices(self.players), self.option.normalize(self.value)
        offered = [(" ".join(one), words, [*one] == chosen) for one, words in sets]
        if offered and not self.wrong and not any(one[2] for one in offered):
            offered.append((" ".join(chosen), self.option.label(chosen), True))
        return offered

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        return self.option.choices(self.value, self.players)

    def form_fields(self) -> list[tuple[str, str]]:
        return [(self.name + end, text) for end, text in self.option.to_form(self.value)]

    @property
    def implied(self) -> Mapping[str, Any]:
        """Values of other options that this one usually goes with, by their names."""
        return {} if self.wrong else self.option.implies(self.value)

    @property
    def number(self) -> Any:
        return next(iter(self.value.values())) if isinstance(self.value, dict) else ""


def option_fields(options: Iterable[Option], data: QueryDict, players: int = 0) -> list[OptionField]:
    """Return a game's options with the values a form or an address names; the others have their defaults."""
    return [
        OptionField(option, _value(option, data) if f"rule-{option.name}" in data else option.default, players=players)
        for option in options
    ]


def _value(option: Option, data: QueryDict) -> Any:
    name = f"rule-{option.name}"
    return option.from_form(data.getlist(name), data.get(f"{name}-number", "").strip())
