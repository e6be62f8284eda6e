"""The set-up of a match: who sits where, who deals, the house rules. Its state is in the URL or the form alone."""

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
from games.core.house_rules import HouseRules, Option, in_todays_names
from games.core.score_columns import ColumnRow, ColumnsOption
from games.core.scoresheet import check_name
from games.core.text import listed, plural
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.permissions import ClubRequest
from scorekeeper.clubs.player import normalize_name
from scorekeeper.matches import starting
from scorekeeper.matches.lookup import find_day
from scorekeeper.matches.models import Match
from scorekeeper.matches.presets import PresetChoice, find_rules, preset_choices, usual_rules

# Maximum number of recent players shown as chips, and of further ones suggested while a name is typed.
MAX_CHIPS, MAX_SUGGESTIONS = 12, 60

# Things that can be drawn by lot.
SEATS, DEALER = "seats", "dealer"

# The time of day at which a match of an earlier day is assumed to have started.
EVENING = time(20)

NAME_SEPARATORS = re.compile(r"[,;\t\r\n、،]+")


@dataclass
class Setup:
    """A match that can start: names in seating order, the first dealer's name, house rules, and the error, if any."""

    club: Club
    game: Game
    names: list[str]
    dealer: str
    options: list[OptionField]
    error: str = ""
    # The date it was played, as typed; "" for today.
    played: str = ""
    # The thing drawn by lot just now, and the order of names and the dealer before it, for undoing it.
    drawn: str = ""
    names_before: Sequence[str] = ()
    dealer_before: str = ""
    # Why a value chosen for other players is impossible with these: the first possible one replaces it.
    reset_error: str = ""

    def __post_init__(self) -> None:
        for field in self.options:
            if field.sets and not field.error and (error := _option_error(self.game, self.names, field)):
                self.reset_error = error
                field.value = [*field.option.required_choices(field.players)[0][0]]
        for field in self.options:
            field.implied_in_words = self._implied_in_words(field) if field.implied and field.differs else []

    @classmethod
    def of(cls, game: Game, club: Club, data: QueryDict) -> Setup:
        """Read a set-up from a URL or a form; of an empty one, continue from the last match."""
        if "seated" not in data:
            return _from_last_match(game, club, data)
        seated_names = [normalize_name(name) for name in data.getlist("player")]
        # A typed name may have been seated already, by a response that arrived late.
        new_names = [name for name in map(normalize_name, _typed_names(data)) if name not in seated_names]
        all_names = list(filter(None, [*seated_names, *new_names]))
        names = _move_names(list(dict.fromkeys(all_names)), data)
        same = data.get("same", "")
        known = club.players.look_alikes(names).get(same) if same else None
        if known:
            names = list(dict.fromkeys(known if name == same else name for name in names))
        dealer = known if known and data.get("dealer") == same else normalize_name(data.get("dealer", ""))
        dealer = dealer if dealer in names else (names or [""])[0]
        names_before, dealer_before = [*map(normalize_name, data.getlist("before"))], data.get("dealer-before", "")
        can_undo = sorted(names_before) == sorted(names) and dealer_before in names
        drawn = data.get("drawn", "") if can_undo else ""
        if "draw" in data and names:
            drawn, names_before, dealer_before = data.get("draw", ""), [*names], dealer
            # Seats and dealer are public: any generator will do.
            if drawn == SEATS:
                random.shuffle(names)
            else:
                dealer = random.choice(names)  # noqa: S311
        elif "undo-draw" in data and can_undo:
            names, dealer = names_before, dealer_before
        options = _options(game, club, data, len(names))
        _reset_required_options(game, names, options, len(seated_names))
        return cls(
            club, game, names, dealer, options, _names_error(all_names), data.get("played", ""),
            drawn, names_before, dealer_before,
        )  # fmt: skip

    def start(self, key: UUID | None = None) -> Match | None:
        """Start the match; None, with `error` set, where these players cannot play it."""
        self.error = self.error or self.reset_error
        if (state := self.initial_state) is None:
            return None
        rules = state.rules.in_force
        try:
            return starting.start_match(
                self.club, self.game, state.names, state.first_dealer, rules, key, self._played_at()
            )
        except Impossible as error:
            self._set_error(error)
            return None

    @cached_property
    def initial_state(self) -> MatchState | None:
        """The match before its first round; None, with `error` set, where these players cannot play it."""
        if self.error or self.has_option_errors or self.date_error:
            return None
        rules = {field.option.name: field.value for field in self.visible_options}
        dealer = self.names.index(self.dealer) if self.names else 0
        try:
            return self.game.table(self.names, dealer, rules)
        except Impossible as error:
            self._set_error(error)
            return None

    @property
    def date_error(self) -> str:
        day = find_day(self.played)
        if self.played and day is None:
            return "Give the day as year, month and day: 2026-11-23."
        if day and day > self.club.night_date_of(timezone.now()):
            return "Nobody has played on that day yet: choose today or an earlier day."
        return ""

    def _played_at(self) -> datetime | None:
        """The evening of the given day in the club's time zone; None for today."""
        day = find_day(self.played)
        if day is None or day == self.club.night_date_of(timezone.now()):
            return None
        return datetime.combine(day, EVENING, ZoneInfo(self.club.zone))

    @property
    def required_options(self) -> list[OptionField]:
        """The options that these players have to choose before they can start."""
        return [field for field in self.visible_options if field.sets]

    @property
    def visible_options(self) -> list[OptionField]:
        """The options that make a difference for these players and rules."""
        players = len(self.names)
        if players not in self.game.seats or self.has_option_errors:
            return self.options
        rules = HouseRules(self.game.house_rules, {field.option.name: field.value for field in self.options})
        return [field for field in self.options if field.option.is_offered(players, rules)]

    @property
    def usual_options(self) -> list[OptionField]:
        return [field for field in self.visible_options if not (field.sets or field.option.is_rare)]

    @property
    def rare_options(self) -> list[OptionField]:
        return [field for field in self.visible_options if not field.sets and field.option.is_rare]

    @property
    def has_rare_differences(self) -> bool:
        return any(field.differs for field in self.rare_options)

    @property
    def hidden_option_fields(self) -> list[tuple[str, str]]:
        """The values of hidden options, as form fields: they count again when other players sit down."""
        visible = self.visible_options
        hidden = [field for field in self.options if field.differs and field not in visible]
        return [pair for field in hidden for pair in field.form_fields()]

    @property
    def options_before(self) -> str:
        """The house rules as this page shows them: what a posted form has changed is told apart by them."""
        return urlencode(self._rule_fields)

    def _set_error(self, error: Impossible) -> None:
        field = next((field for field in self.options if field.option.name == error.field), None)
        if field is None:
            self.error = error.message
        else:
            field.game_error = error.message

    @property
    def query(self) -> str:
        return urlencode(self.fields)

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The set-up as the names and values of form fields."""
        fields = [("seated", "1"), *(("player", name) for name in self.names), ("dealer", self.dealer)]
        fields += [("played", self.played)] if self.played else []
        fields += [("drawn", self.drawn), *self.draw_before] if self.drawn else []
        return [*fields, *self._rule_fields]

    @property
    def draw_before(self) -> list[tuple[str, str]]:
        """The order and the dealer before the draw, as form fields."""
        return [*(("before", name) for name in self.names_before), ("dealer-before", self.dealer_before)]

    @property
    def has_partners(self) -> bool:
        return any(partners for _, _, _, partners, _ in self.seats)

    @property
    def _rule_fields(self) -> list[tuple[str, str]]:
        return [pair for field in self.options if field.differs for pair in field.form_fields()]

    @property
    def seats(self) -> list[tuple[int, int, str, str, str]]:
        """Number, mark, name and partners of each seat, and a player of the club with a similar name."""
        chosen = {field.option.name: field.value for field in self.options if not field.error}
        team_up = self.game.teams if len(self.names) in self.game.seats else each_alone
        teams = team_up(len(self.names), HouseRules(self.game.house_rules, chosen))
        partners = {
            seat: listed([self.names[other] for other in team if other != seat]) for team in teams for seat in team
        }
        marks, alike = self.club.players.marks_of(self.names), self.club.players.look_alikes(self.names)
        return [(seat, marks[seat], name, partners[seat], alike.get(name, "")) for seat, name in enumerate(self.names)]

    @property
    def player_count_error(self) -> str:
        """Why these are too few or too many players; "" if the number fits."""
        count, seats = len(self.names), self.game.seats
        if not count:
            return f"For {self.game.seats_in_words}"
        if count < seats[0]:
            return f"Add {plural(seats[0] - count, 'more player')}"
        return f"{count - seats[-1]} too many" if count > seats[-1] else ""

    @cached_property
    def _suggested(self) -> list[str]:
        players = self.club.players.filter(archived=False, same_as=None).exclude(name__in=self.names)
        return list(
            players.order_by("-last_played", "-pk").values_list("name", flat=True)[: MAX_CHIPS + MAX_SUGGESTIONS]
        )

    @property
    def recent(self) -> list[str]:
        return self._suggested[:MAX_CHIPS]

    @property
    def others(self) -> list[str]:
        """Players to suggest once the first letters of their names are typed."""
        return self._suggested[MAX_CHIPS:]

    def _implied_in_words(self, chosen: OptionField) -> list[str]:
        """The options that this value implies and that have the implied value, in words: “Cards: 52”."""
        return [
            f"{field.option.title}: {field.option.label(field.value)}"
            for field in self.visible_options
            if chosen.implied.get(field.option.name, ...) == field.value and not field.error
        ]

    @property
    def differing(self) -> list[str]:
        """The differences from the default rules, in words."""
        return [
            field.option.difference(field.value)
            for field in self.visible_options
            if field.differs and not (field.error or field.sets)
        ]

    @property
    def rules(self) -> dict[str, Any]:
        """The house rules chosen now that differ from the default; Impossible if one is invalid."""
        return HouseRules(self.game.house_rules, {field.option.name: field.value for field in self.options}).differing

    @property
    def has_option_errors(self) -> bool:
        return any(field.error for field in self.options)

    @cached_property
    def presets(self) -> list[PresetChoice]:
        return preset_choices(self.club, self.game, None if self.has_option_errors else self.rules)


def _options(game: Game, club: Club, data: QueryDict, players: int) -> list[OptionField]:
    options = option_fields(game.house_rules, data, players)
    chosen = {field.option.name: field.value for field in options}
    rules = find_rules(club, game, data.get("preset", ""), chosen) if "preset" in data else None
    if rules is not None:
        return [
            OptionField(option, rules.get(option.name, option.default), players=players) for option in game.house_rules
        ]
    if "rules-before" in data:
        before = QueryDict(data.get("rules-before", ""))
        _apply_implied_values(options, option_fields(game.house_rules, before, players))
    return options


def _option_error(game: Game, names: Sequence[str], field: OptionField) -> str:
    """Return why these players cannot play with this value; "" if they can."""
    try:
        game.table(names, 0, {field.option.name: field.value})
    except Impossible as error:
        return error.message if error.field == field.option.name else ""
    return ""


def _reset_required_options(game: Game, names: Sequence[str], options: list[OptionField], before: int) -> None:
    """Reset options that were required for `before` players only: a value suggested for them, or impossible now."""
    for field in options:
        sets = field.option.required_choices(before)
        if not sets or field.sets or field.error:
            continue
        if field.option.normalize(field.value) == [*sets[0][0]] or _option_error(game, names, field):
            field.value = field.option.default


def _apply_implied_values(options: list[OptionField], before: list[OptionField]) -> None:
    """Set the values that a newly chosen value implies, if the value before implied others.

    `before`: the fields as the form was rendered. Other fields changed in the same form keep their values.
    """
    chosen = {new.name for new, old in zip(options, before, strict=True) if new.form_fields() != old.form_fields()}
    for new, old in zip(options, before, strict=True):
        implied = new.implied if new.name in chosen else {}
        for other in options:
            name = other.option.name
            if other.name not in chosen and name in implied and old.implied.get(name, ...) != implied[name]:
                other.value = implied[name]


def _typed_names(data: QueryDict) -> list[str]:
    return NAME_SEPARATORS.split(data.get("players", ""))


def _names_error(names: list[str]) -> str:
    for number, name in enumerate(names):
        if name in names[:number]:
            return f"{name} sits at the table already"
        try:
            check_name(name)
        except Impossible as error:
            return error.message
    return ""


def _move_names(names: list[str], data: QueryDict) -> list[str]:
    removed, moved_up = data.get("without", ""), data.get("up", "")
    if removed in names:
        names.remove(removed)
    if moved_up in names:
        seat = names.index(moved_up)
        names.insert(max(seat - 1, 0), names.pop(seat))
    return names


def _from_last_match(game: Game, club: Club, data: QueryDict) -> Setup:
    """Seat tonight's players, else the last ones of this game, with the house rules of the URL, else the last ones.

    Last house rules that these players cannot play with are left out: the first Start of an evening is no refusal.
    """
    recent = club.matches.order_by("-started", "-pk")
    last = recent.first()
    before = last if last and last.game_key == game.key else recent.filter(game_key=game.key).first()
    rules, data = usual_rules(club, game).in_force, in_todays_fields(game.house_rules, data)
    is_tonight = last and last.night_date == club.night_date_of(timezone.now())
    candidates = [last, before] if is_tonight else [before, last]
    seated = next((match for match in candidates if match and len(match.seat_list) in game.seats), None)
    names = starting.usual_names(seated) if seated else []
    options = [OptionField(option, rules[option.name], players=len(names)) for option in game.house_rules]
    if before:
        _reset_required_options(game, names, options, len(before.seat_list))
    for field in options:
        if f"rule-{field.option.name}" in data:
            field.value = _value(field.option, data)
        elif not field.sets and _option_error(game, names, field):
            field.value = field.option.default
    return Setup(club, game, names, names[seated.next_dealer] if seated else "", options)


def setup_page(request: ClubRequest, setup: Setup, status: int = 200, **context: object) -> HttpResponse:
    context |= {"setup": setup, "key": uuid.uuid4()}
    template = "matches/_setup_update.html" if request.htmx else "matches/new_match.html"
    return render(request, template, context, status=status)


@dataclass
class OptionField:
    """One house rule with its value, or with invalid text; `game_error`: why the game refuses it."""

    option: Option
    value: Any
    game_error: str = ""
    players: int = 0
    implied_in_words: Sequence[str] = ()

    @property
    def name(self) -> str:
        return f"rule-{self.option.name}"

    @property
    def error(self) -> str:
        return self.game_error or ("" if self.option.accepts(self.value) else self.option.hint(self.value))

    @property
    def differs(self) -> bool:
        return bool(self.error) or self.option.normalize(self.value) != self.option.normalize(self.option.default)

    @property
    def sets(self) -> list[tuple[str, str, bool]]:
        """The values that these players have to choose from: form value, words, and whether it is chosen."""
        sets, chosen = self.option.required_choices(self.players), self.option.normalize(self.value)
        required = [(" ".join(value), words, [*value] == chosen) for value, words in sets]
        if required and not self.error and not any(is_chosen for _, _, is_chosen in required):
            required.append((" ".join(chosen), self.option.label(chosen), True))
        return required

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        return self.option.choices(self.value, self.players)

    def form_fields(self) -> list[tuple[str, str]]:
        return [(self.name + end, text) for end, text in self.option.to_form(self.value)]

    @property
    def implied(self) -> Mapping[str, Any]:
        """Values of other options that this value implies, by their names."""
        return {} if self.error else self.option.implies(self.value)

    @property
    def columns(self) -> list[ColumnRow]:
        return self.option.rows(self.value) if isinstance(self.option, ColumnsOption) else []

    @property
    def number(self) -> Any:
        return next(iter(self.value.values())) if isinstance(self.value, dict) else ""


def option_fields(options: Iterable[Option], data: QueryDict, players: int = 0) -> list[OptionField]:
    """Return a game's options with the values in a form or URL; the others have their defaults."""
    data = in_todays_fields(options, data)
    return [
        OptionField(option, _value(option, data) if f"rule-{option.name}" in data else option.default, players=players)
        for option in options
    ]


def in_todays_fields(options: Iterable[Option], data: QueryDict) -> QueryDict:
    """Return the fields of a form or URL, with the house rules of older links replaced by what they stand for."""
    former = {name: data.get(f"rule-{name}", "").strip('"') for option in options for name in option.formerly}
    values = in_todays_names(options, former)
    current = data.copy()
    for option in options:
        if option.name in values:
            for end, text in option.to_form(values[option.name]):
                current[f"rule-{option.name}{end}"] = text
    return current


def _value(option: Option, data: QueryDict) -> Any:
    name = f"rule-{option.name}"
    return option.from_form(data.getlist(name), data.get(f"{name}-number", "").strip())
