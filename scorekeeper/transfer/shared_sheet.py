"""A sheet as a link: a game and its house rules, in the link itself. Nothing of it is stored, nothing in it runs."""

from __future__ import annotations

import json
import re
import zlib
from dataclasses import replace
from typing import Any, Literal
from urllib.parse import urlencode

import msgspec
from django.urls import reverse
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.safestring import mark_safe

from games.core.definition import Game
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.registry import find
from games.core.schema import load_json, read
from scorekeeper.clubs.models import Club
from scorekeeper.matches.lookup import find_own_game
from scorekeeper.matches.presets import checked_preset_name, save_preset
from scorekeeper.matches.setup import OptionField
from scorekeeper.rulebook.rules_page import RulesSection, read_rules
from scorekeeper.rulebook.wording import HouseRuleText, house_rule_texts

# Maximum length of the text that is packed in a link.
MAX_CONTENT_BYTES = 8000
DAMAGED = "this link is damaged: a part of it is missing or was changed. Ask for it once more"
TOKEN_IN_LINK = re.compile(r"sheets/([^/?#\s]+)")


class SharedSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The content of the link. `sheet`: format version. `name`: the house rules' name in the club that shares it."""

    sheet: Literal[1]
    game: str
    rules: dict[str, Any] = {}
    name: str = ""

    @classmethod
    def of(cls, game: Game, rules: dict[str, Any], name: str = "") -> SharedSheet:
        return cls(1, game.key, rules, name)

    @classmethod
    def open(cls, token: str) -> SharedSheet:
        """Return the sheet of a token; Impossible, in a player's words, for anything that is not a sheet."""
        try:
            content = load_json(_unpack(token))
        except Impossible:
            raise Impossible(DAMAGED) from None
        try:
            sheet = read(content, cls)
        except Impossible:
            raise Impossible("this link holds something else than a sheet") from None
        try:
            HouseRules(sheet.described_game.house_rules, sheet.rules)
            if sheet.name:
                checked_preset_name(sheet.name)
        except Impossible as error:
            raise Impossible(f"nobody can play with this sheet here: {error.message}") from None
        if sheet.described_game.requires_name:
            raise Impossible("this sheet says nothing of which game it is")
        return sheet

    @property
    def token(self) -> str:
        text = json.dumps(msgspec.to_builtins(self), ensure_ascii=False, separators=(",", ":"))
        return urlsafe_base64_encode(zlib.compress(text.encode(), 9))

    @property
    def described_game(self) -> Game:
        return find(self.game)

    @property
    def house_rules(self) -> HouseRules:
        return HouseRules(self.described_game.house_rules, self.rules)

    @property
    def title(self) -> str:
        return self.name or self.described_game.name

    @property
    def texts(self) -> list[HouseRuleText]:
        """The house rules to show: all of a game that a table named, else those that differ."""
        game = self.described_game
        texts = house_rule_texts(game, self.house_rules, game.seats[-1])
        return [text for text in texts if text.differs or game.is_named]

    @property
    def scoring_card(self) -> RulesSection | None:
        """The scoring card of a game that a table named; other games have theirs on the rules page."""
        game = self.described_game
        section = read_rules(game, self.house_rules).section("scoring-card") if game.is_named else None
        if section is None:
            return None
        # A sheet has no usual rules to differ from. Safe: HTML of our own without a class.
        return replace(section, html=mark_safe(section.html.replace(' class="differs"', "")))  # noqa: S308

    def setup_address(self, club: Club) -> str:
        """Return the address of the set-up of a match with these house rules."""
        in_force = self.house_rules.in_force
        fields = (OptionField(option, in_force[option.name]) for option in self.described_game.house_rules)
        query = urlencode([pair for field in fields for pair in field.form_fields()])
        return f"{reverse('new-match', args=[find_own_game(club, self.described_game).key])}?{query}"

    def save(self, club: Club, name: str) -> None:
        """Save the sheet as house rules of a club; Impossible if other house rules have that name."""
        game, name = find_own_game(club, self.described_game), checked_preset_name(name)
        others = club.presets.filter(game_key=game.key, name=name).exclude(house_rules=self.house_rules.differing)
        if others.exists():
            raise Impossible(f"you have other house rules called {name}: choose another name", "name")
        save_preset(club, game, name, self.rules)


def find_token(link: str) -> str:
    """Return the token in a link that was pasted, or the text itself."""
    token = TOKEN_IN_LINK.search(link)
    return token[1] if token else link.strip()


def _unpack(token: str) -> bytes:
    unpacking = zlib.decompressobj()
    try:
        content = unpacking.decompress(urlsafe_base64_decode(token), MAX_CONTENT_BYTES)
    except (ValueError, zlib.error):
        raise Impossible(DAMAGED) from None
    # The checksum is at the end: without it the text is incomplete.
    if not unpacking.eof or unpacking.unused_data:
        raise Impossible(DAMAGED)
    return content
