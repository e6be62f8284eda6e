"""“Using the app”: a page for all games, read and searched like their rules, and where its keys lead."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.template import Context, Template
from django.urls import resolve, reverse
from markdown_it import MarkdownIt

from games.core.definition import Game
from games.core.registry import games
from games.core.text import ORDINALS
from scorekeeper.clubs.models import Role
from scorekeeper.clubs.permissions import AnyRequest, required_role
from scorekeeper.matches.models import Match
from scorekeeper.matches.recording import ending_of
from scorekeeper.rulebook.rules_page import RulesPage, html_of, parts_of, sections_of
from scorekeeper.rulebook.search_words import NUMBERS, words_of

FOLDER = Path(__file__).parent
PHRASES = tomllib.loads((FOLDER / "guide_phrases.toml").read_text(encoding="utf-8"))
DIGITS = NUMBERS | {word: str(number) for number, word in enumerate(ORDINALS, 1)}
# Which round a question is about: “hand 2”, “the second round”.
ROUND = re.compile(r"\b(?:hand|round|deal) (?:number |no )?(\d+)\b|\b(\d+) (?:(?:st|nd|rd|th) )?(?:hand|round|deal)\b")


# As for the rules: each question reads it.
@lru_cache(maxsize=200)
def read_guide(game: Game | None = None) -> RulesPage:
    """Return the page in the words of a game, such as hand; without one it says round."""
    game = game or next(game for game in games().values() if game.requires_name)
    source = Template((FOLDER / "guide.md").read_text(encoding="utf-8"))
    markdown = MarkdownIt("commonmark", {"html": False})
    intro, *parts = parts_of(markdown.parse(source.render(Context({"game": game, "round": game.round_name}))))
    sections = (replace(part, phrases=PHRASES.get(part.anchor, "")) for part in sections_of(markdown, parts))
    return RulesPage(game, html_of(markdown, intro), tuple(sections), is_guide=True)


# --- Keys: from a section to the very page where it is done ---


class GuideKey(NamedTuple):
    """A key to a page: its label and the name of its URL, whose arguments have to be there.

    `when`: only while the match is open, or ended by its table. `role`: who can do it there, if others may look.
    """

    label: str
    url_name: str
    arguments: str = ""
    when: str = ""
    role: int = Role.VIEWER


ANOTHER = GuideKey("Begin another", "new-match", "game")
STAND_IN = GuideKey("A stand-in plays", "seats", "pk", when="open")
COME_AND_GO = (
    GuideKey("A player joins", "joining", "pk", when="open"), GuideKey("A player leaves", "leaving", "pk", when="open"),
)  # fmt: skip
ORDER = GuideKey("Order of the players", "player-order", "pk")
END = GuideKey("End this match", "match-end", "pk", when="open")
RESUME = GuideKey("Resume", "match-resume", "pk", when="ended")
PLAYERS = GuideKey("Players", "players"), GuideKey("{name}: details", "player-details", "player")
# By section; keys without arguments are those outside of a match.
KEYS: dict[str, tuple[GuideKey, ...]] = {
    "app-correct": (GuideKey("Correct {round} {number}", "round", "pk number"),),
    "app-undo": (GuideKey("History and undo", "history", "pk", role=Role.SCORER),),
    "app-delete": (GuideKey("Delete {round} {number}", "deletion", "pk number"),),
    "app-insert": (GuideKey("Insert a missed {round} before {round} {number}", "insertion", "pk number"),),
    "app-why": (GuideKey("Look back", "review", "pk"),),
    "app-note": (GuideKey("Write a note on {round} {number}", "round-note", "pk number"),),
    "app-stand-in": (STAND_IN,),
    "app-join": (*COME_AND_GO, STAND_IN, END, ANOTHER),
    "app-dealer": (ORDER, END, ANOTHER),
    "app-players": PLAYERS,
    "app-phone-lost": (GuideKey("Invite somebody", "invite"), GuideKey("Devices", "devices")),
    "app-phones": (GuideKey("Table view", "table-view", "pk"), GuideKey("Invite somebody", "invite")),
    "app-invite": (GuideKey("Invite somebody", "invite"),),
    "app-clubs": (GuideKey("Clubs", "clubs"),),
    "app-privacy": (GuideKey("Privacy", "trust"), GuideKey("Shared links", "links")),
    "app-settings": (GuideKey("Settings", "settings"),),
    "app-house-rules": (GuideKey("What if?", "what-if", "pk"), ANOTHER, GuideKey("New match", "choose-game")),
    "app-end": (END, RESUME),
    "app-resume": (GuideKey("Home", "home"),),
    "app-start": (GuideKey("New match", "choose-game"),),
    "app-delete-match": (
        GuideKey("Delete this match", "match-deletion", "pk"),
        GuideKey("Deleted matches", "deleted-matches"),
    ),
    "app-share": (GuideKey("Share this match", "match-sharing", "pk"), GuideKey("Game nights", "nights")),
    "app-year": (GuideKey("Game nights", "nights"),),
    "app-files": (GuideKey("Backup and export", "transfer"),),
    "app-figures": (GuideKey("Leaderboard", "leaderboard"),),
}


def guide_address(match: Match | None = None) -> str:
    return reverse("guide") + (f"?match={match.pk}" if match else "")


def guide_keys(anchor: str, request: AnyRequest, match: Match | None, question: str = "") -> list[tuple[str, str]]:
    """Return labels and addresses of the keys of a section that this visitor may use; of a match, if one can be."""
    there = _arguments(request, match, question)
    words = {"round": match.game.round_name if match else "", "name": "", **there}
    keys = []
    for key in KEYS.get(anchor, ()):
        names = key.arguments.split()
        if there.keys() >= set(names) and (not key.when or (match and key.when == _phase(match))):
            address = reverse(key.url_name, args=[there[name] for name in names])
            needed = max(required_role(resolve(address).func, request), key.role if names else 0)
            if needed <= (request.device.role if request.device else 0):
                keys.append((key, address + (_same_players(match) if match and key is ANOTHER else "")))
    of_match = [pair for pair in keys if pair[0].arguments]
    return [(key.label.format(**words), address) for key, address in of_match or keys]


def _arguments(request: AnyRequest, match: Match | None, question: str) -> dict[str, Any]:
    """Return what the URLs of keys need and is there: the match, its game, a round of it, a player who is named."""
    text = " ".join(DIGITS.get(word, word) for word in words_of(question))
    arguments: dict[str, Any] = {}
    if match:
        arguments = {"pk": match.pk, "game": match.game.key}
        said, last = ROUND.search(text), len(match.round_facts)
        number = int(next(filter(None, said.groups()))) if said else last
        if 1 <= number <= last:
            arguments["number"] = number
    for player in request.club.players.all() if request.club and question else ():
        if (name := " ".join(words_of(player.name))) and f" {name} " in f" {text} ":
            arguments |= {"player": player.pk, "name": player.name}
    return arguments


def _phase(match: Match) -> str:
    return "open" if match.goes_on else "ended" if ending_of(match) else ""


def _same_players(match: Match) -> str:
    return "?" + urlencode([("seated", "1"), *(("player", name) for name in match.names)])
