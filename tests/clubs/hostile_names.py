"""A club where every name is an attack on the page that shows it."""

from random import Random

from games.core.registry import find
from scorekeeper.clubs.models import Club, Device, InviteCode, Role
from scorekeeper.history.models import NightNotes
from scorekeeper.matches.models import HouseRulePreset
from scorekeeper.matches.players import merge_players
from scorekeeper.rulebook.models import TableRuling
from scorekeeper.transfer.shared_sheet import SharedSheet
from tests.matches import simulated
from tests.matches.factory import make_match
from tests.web.urls import PART, READABLE, fill_in

NAMES = (
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "' onfocus=alert(1) autofocus x='",
    "{{ 7|add:7 }}{% now 'Y' %}${7*7}", "]]>--></svg></title><script>alert(1)", "javascript:alert(1)",
    "=1+1", "+1", "-1", "@SUM(A1)", "\u202eeman\u202c", "a\u200b\u200d\ufeff\u2066", "آدا بنت", "👩‍👩‍👧‍👦🂡",
    "z" + "\u0310" * 39, "W" * 40, "%0d%0aSet-Cookie: x=1", "../../../etc/passwd", "&lt;b&gt;&#60;", "\\u003c/\\",
)  # fmt: skip
# The months of its matches.
PERIOD = "2025-11..2026-03"
IMPOSSIBLE = ("a\0b", "a\nb", "a\u2028b", "\x1b[31m", " ", "\u200b\ufeff", "\ufe0f", "x" * 41)


def create_club(monkeypatch, seed=1):
    """Create it, with open and finished matches of all games; return what can stand in each part of an address."""
    monkeypatch.setattr(simulated, "NAMES", NAMES)
    club, rng = Club.get_default(), Random(seed)
    Club.objects.update(name=NAMES[0])
    devices = [Device.join(club, name, Role.SCORER)[0] for name in NAMES]
    matches = [simulated.simulate_match(game, rng, rounds) for game in simulated.MADE_UP for rounds in (2, 12)]
    matches += [make_match(1, names=NAMES[at : at + 4]) for at in range(0, len(NAMES), 4)]
    for match, device in zip(matches, devices, strict=False):
        match.update_if_current(device, take_over=True)
    words = {"name": NAMES[1], "place": NAMES[2], "note": "\n".join(NAMES)}
    for night in {match.night_date for match in matches}:
        NightNotes.objects.create(club=club, night_date=night, **words)
    InviteCode.make(club, Role.SCORER)
    shared = [{"match": matches[0]}, {"night_date": matches[0].night_date}, {"match": matches[-1]}, {"period": PERIOD}]
    rules = {"club": club, "game_key": "big-little"}
    preset = HouseRulePreset.objects.create(name=NAMES[0], **rules)
    ruling = TableRuling.objects.create(question=NAMES[1], ruling=NAMES[3], decided=matches[0].night_date, **rules)
    player, duplicate = club.players.get_or_create_named([NAMES[3], "'\"><b onclick=alert(1)>"])
    return {
        "game": [match.game.key for match in matches], "ask": ["winner"], "number": [1], "side": [0],
        "table": ["matches", "rounds", "lines"], "pk": [match.pk for match in matches],
        "night": [matches[-1].night_date, matches[0].night_date], "merge": [merge_players(player, duplicate).pk],
        "period": [PERIOD],
        "player": [place.player_id for match in matches for place in match.seat_list], "device": [devices[1].pk],
        "sheet_token": [sheet_token(name) for name in NAMES],
        "share_token": [club.shared_links.create(**lookups).token for lookups in shared],
        "preset": [preset.pk], "ruling": [ruling.pk], "link": [*club.shared_links.values_list("pk", flat=True)],
    }  # fmt: skip


def sheet_token(name):
    """A sheet in whose words markup stands, as in a link from another club it may."""
    columns = [{"name": "<b onclick=alert(1)>"}, {"name": "{{ 7|add:7 }}", "each": 7}]
    return SharedSheet.of(find("any-game:<script>alert(1)"), {"columns": columns}, name).token


def addresses(world, of_each):
    """Every address that can be read, for about `of_each` objects of each kind."""
    for route in READABLE:
        named = PART.findall(route)
        if set(named) <= set(world):
            most = max([len(world[name]) for name in named] or [1])
            for at in range(0, most, max(most // of_each, 1)):
                yield fill_in(route, {name: world[name][at % len(world[name])] for name in named})
