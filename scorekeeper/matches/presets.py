"""Named sets of house rules (“As in Graz”), for the set-up of a match."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Q

from games.core.definition import NAME_MARK, Game
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.registry import games
from games.core.schema import whole_number
from games.core.text import MAX_NAME_LENGTH
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.player import clean_name
from scorekeeper.matches.models import HouseRulePreset


class PresetChoice(NamedTuple):
    """A preset as the set-up shows it.

    `pk`: "default" for the default rules, "game-0" for the first of a game, "suggested" for its suggested rules.
    """

    pk: int | str
    name: str
    chosen: bool


def preset_choices(club: Club, game: Game, rules: Mapping[str, Any] | None) -> list[PresetChoice]:
    """Return the presets of a game, each with whether `rules` are the same."""
    presets = club.presets.filter(game_key=game.key).order_by("name")
    choices = [PresetChoice(preset.pk, preset.name, preset.rules == rules) for preset in presets]
    scale = None if rules is None else HouseRules(game.house_rules, rules).scale
    for number, (name, values) in enumerate(game.presets.items()):
        is_chosen = HouseRules(game.house_rules, values).scale == scale
        choices.append(PresetChoice(f"game-{number}", name, is_chosen))
    # A club that plays it in its own way, or as an earlier version did, finds the way back.
    suggested = HouseRules(game.house_rules, game.suggested_rules).differing
    is_suggested = bool(suggested) and bool(choices or rules != suggested)
    usual = [PresetChoice("suggested", "As usually played", rules == suggested)] if is_suggested else []
    return [PresetChoice("default", "As written", rules == {}), *choices, *usual] if choices else usual


def find_rules(club: Club, game: Game, pk: str, rules: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the house rules of a preset; None if there is no such preset. `rules`: those chosen until now."""
    if pk == "default":
        return {}
    if pk == "suggested":
        return dict(game.suggested_rules)
    for number, values in enumerate(game.presets.values()):
        if pk == f"game-{number}":
            return {**rules, **dict(HouseRules(game.house_rules, values).scale)}
    preset = club.presets.filter(game_key=game.key, pk=whole_number(pk, digits=18) or 0).first()
    return preset.rules if preset else None


def usual_rules(club: Club | None, game: Game) -> HouseRules:
    """Return the house rules of a club's latest match of a game, else of its latest preset, else those suggested."""
    played = saved = None
    if club:
        matches = club.matches.filter(game_key=game.key).order_by("-started", "-pk")
        played = matches.values_list("house_rules", flat=True).first()
        saved = club.presets.filter(game_key=game.key).order_by("pk").last() if played is None else None
    return HouseRules(
        game.house_rules, played if played is not None else saved.rules if saved else game.suggested_rules
    )


def save_preset(club: Club, game: Game, name: str, rules: Mapping[str, Any]) -> None:
    """Save house rules as a preset, replacing one of the same name; Impossible if the name is invalid."""
    name = checked_preset_name(name)
    defaults = {"house_rules": HouseRules(game.house_rules, rules).differing}
    with transaction.atomic():
        HouseRulePreset.objects.update_or_create(club=club, game_key=game.key, name=name, defaults=defaults)


def rename_preset(preset: HouseRulePreset, name: str) -> None:
    name = checked_preset_name(name)
    try:
        with transaction.atomic():
            HouseRulePreset.objects.filter(pk=preset.pk).update(name=name)
    except IntegrityError:
        raise Impossible(f"there is a preset called {name} already", "name") from None


def checked_preset_name(name: str) -> str:
    return clean_name(name, f"give the house rules a name of 1 to {MAX_NAME_LENGTH} characters", "name")


class ShownPreset(NamedTuple):
    preset: HouseRulePreset
    game: Game
    differences: Sequence[str]


def shown_presets(club: Club) -> list[ShownPreset]:
    lookup = Q(game_key__in=games())
    for game in games().values():
        if game.requires_name:
            lookup |= Q(game_key__startswith=f"{game.key}{NAME_MARK}")
    presets = club.presets.filter(lookup).order_by("game_key", "name")
    return [ShownPreset(preset, preset.game, differences(preset.game, preset.rules)) for preset in presets]


def differences(game: Game, rules: Mapping[str, Any]) -> list[str]:
    """Return the differences from the default rules in words: “Played to: 50 points (usual: 100 points)”."""
    options = {option.name: option for option in game.house_rules}
    return [options[name].difference(value) for name, value in rules.items()]
