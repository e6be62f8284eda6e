"""The table of URLs: the role that each method needs, addresses that can be read, a club with something at each."""

import re
import uuid
from itertools import product

from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.core.registry import find
from games.core.scoresheet import dump
from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Device, Role
from scorekeeper.history.models import SharedLink
from scorekeeper.matches import recording
from scorekeeper.matches.models import HouseRulePreset
from scorekeeper.matches.players import merge_players
from scorekeeper.rulebook.models import TableRuling
from scorekeeper.transfer import scoresheets
from scorekeeper.transfer.club_import import save_upload
from scorekeeper.transfer.shared_sheet import SharedSheet
from tests.matches.factory import entry, make_match
from tests.thoroughness import share

EVERY_METHOD = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE")
SAFE = {"GET", "HEAD", "OPTIONS"}
STRANGER, VIEWER, SCORER, OWNER = 0, *Role

OPEN, OPEN_FORM = {"GET": STRANGER}, {"GET": STRANGER, "POST": STRANGER}
PAGE, WRITE, FORM = {"GET": VIEWER}, {"POST": SCORER}, {"GET": VIEWER, "POST": SCORER}
SCORER_PAGE, SCORER_FORM = {"GET": SCORER}, {"GET": SCORER, "POST": SCORER}
OWNER_WRITE, OWNER_FORM = {"POST": OWNER}, {"GET": OWNER, "POST": OWNER}

# By URL and method: the role it needs at least. A method that is not here is answered with 405.
NEEDED = {
    "": OPEN,
    "clubs/": OPEN_FORM,
    "join/": OPEN_FORM,
    "join/<slug:token>/": OPEN_FORM,
    "settings/deletion/": OWNER_FORM,
    "settings/restore/": OPEN_FORM,
    "trust/": OPEN,
    "health": OPEN,
    "devices/": PAGE,
    "games/<str:game>/presets/": WRITE,
    "settings/presets/": SCORER_PAGE,
    "settings/presets/<int:preset>/": WRITE,
    "settings/presets/<int:preset>/removal/": SCORER_FORM,
    "more/": PAGE,
    "components/": {"GET": OWNER},
    "invite/": SCORER_PAGE,
    "invite/links/": OWNER_FORM,
    "invite/codes/": WRITE,
    "devices/log/": {"GET": OWNER},
    "devices/<int:device>/": OWNER_FORM,  # of another device; of the own one see test_devices.py
    "devices/<int:device>/removal/": OWNER_FORM,
    "games/": SCORER_PAGE,
    "games/<str:game>/matches/new/": SCORER_FORM,
    "games/<str:game>/matches/": WRITE,
    "games/<str:game>/blank-sheet/": PAGE,
    "games/<str:game>/sheet/": SCORER_PAGE,
    "sheets/": SCORER_PAGE,
    "sheets/<str:sheet_token>/": OPEN,
    "sheets/<str:sheet_token>/preset/": WRITE,
    "matches/<int:pk>/": PAGE,
    "matches/<int:pk>/board/": PAGE,
    "matches/<int:pk>/table-view/": PAGE,
    "matches/<int:pk>/upcoming-rounds/": SCORER_PAGE,
    "matches/<int:pk>/rematch/": WRITE,
    "matches/<int:pk>/draft/": SCORER_FORM,
    "matches/<int:pk>/rounds/": FORM,
    "matches/<int:pk>/rounds/<int:number>/": SCORER_FORM,
    "matches/<int:pk>/rounds/<int:number>/draft/": SCORER_FORM,
    "matches/<int:pk>/rounds/<int:number>/before/": SCORER_FORM,
    "matches/<int:pk>/rounds/<int:number>/before/draft/": SCORER_FORM,
    "matches/<int:pk>/rounds/<int:number>/deletion/": SCORER_FORM,
    "matches/<int:pk>/rounds/<int:number>/note/": SCORER_FORM,
    "matches/<int:pk>/rounds/<int:number>/seats/": SCORER_FORM,
    "matches/<int:pk>/joining/": SCORER_FORM,
    "matches/<int:pk>/leaving/": SCORER_FORM,
    "matches/<int:pk>/seats/": SCORER_FORM,
    "matches/<int:pk>/order/": SCORER_FORM,
    "matches/<int:pk>/rounds/<int:number>/sides/<int:side>/": PAGE,
    "matches/<int:pk>/review/": PAGE,
    "matches/<int:pk>/history/": PAGE,
    "matches/<int:pk>/history/<int:number>/undo/": SCORER_FORM,
    "matches/<int:pk>/end/": SCORER_FORM,
    "matches/<int:pk>/resume/": SCORER_FORM,
    "matches/<int:pk>/decision/": WRITE,
    "matches/<int:pk>/scoresheet/": PAGE,
    "matches/<int:pk>/bg-stats/": PAGE,
    "matches/<int:pk>/deletion/": SCORER_FORM,
    "deleted/": PAGE,
    "deleted/<int:pk>/restore/": WRITE,
    "sw.js": OPEN,
    "manifest.webmanifest": OPEN,
    "offline/": OPEN,
    "matches/<int:pk>/rules/": PAGE,
    "matches/<int:pk>/what-if/": PAGE,
    "transfer/": PAGE,
    "transfer/club.json": PAGE,
    "transfer/bg-stats.json": PAGE,
    "transfer/security-log.csv": {"GET": OWNER},
    "transfer/<slug:table>.csv": PAGE,
    "transfer/imports/": WRITE,
    "transfer/imports/<uuid:key>/": SCORER_FORM,
    "settings/": OPEN,
    "settings/preferences/": {"POST": STRANGER},
    "settings/club/": OWNER_WRITE,
    "nights/": PAGE,
    "nights/<date:night>/": FORM,
    "nights/<date:night>/recap.txt": PAGE,
    "nights/<date:night>/recap.png": PAGE,
    "nights/<date:night>/sharing/": SCORER_FORM,
    "years/<period:period>/": PAGE,
    "years/<period:period>/picture.png": PAGE,
    "years/<period:period>/sharing/": SCORER_FORM,
    "matches/<int:pk>/picture.png": PAGE,
    "matches/<int:pk>/sharing/": SCORER_FORM,
    "links/": SCORER_PAGE,
    "links/<int:link>/removal/": SCORER_FORM,
    "shared/<slug:share_token>/": OPEN,
    "shared/<slug:share_token>/picture.png": OPEN,
    "leaderboard/": PAGE,
    "leaderboard/picture.png": PAGE,
    "players/": PAGE,
    "players/<int:player>/": PAGE,
    "players/<int:player>/cases/": PAGE,
    "players/<int:player>/matches/": PAGE,
    "players/<int:player>/details/": SCORER_FORM,
    "players/<int:player>/merge/": SCORER_FORM,
    "merges/<int:merge>/undo/": WRITE,
    "matches/<int:pk>/own-player/": {"POST": VIEWER},
    "matches/<int:pk>/own-answers/": {"POST": SCORER},
    "matches/<int:pk>/hidden-answers/": SCORER_FORM,
    "rules/": OPEN,
    "rules/search/": OPEN,
    "rules/using-the-app/": OPEN,
    "rules/<str:game>/rulings/": FORM,
    "rules/rulings/<int:ruling>/removal/": SCORER_FORM,
    "rules/<str:game>/note/": FORM,
    "rules/<str:game>/": OPEN,
    "rules/<str:game>/first-hand/": OPEN,
    "rules/<str:game>/calculator/": OPEN,
    "rules/<str:game>/referee/": OPEN,
    "rules/<str:game>/referee/<slug:ask>/": OPEN,
    "matches/<int:pk>/calculator/": PAGE,
    "matches/<int:pk>/referee/": PAGE,
    "matches/<int:pk>/referee/<slug:ask>/": PAGE,
}

METHODS = {route: {*needed, *({"HEAD"} if "GET" in needed else ())} for route, needed in NEEDED.items()}
READABLE = [route for route, methods in NEEDED.items() if "GET" in methods]
PART = re.compile(r":(\w+)>")
VARYING = re.compile(
    rb'name="(csrfmiddlewaretoken|key)"\s+value="[^"]*"|"csrfmiddlewaretoken"[^>]*|value="[0-9a-f-]{36}"'
)
OURS = ("Zebulon", "Xanthippe", "Quirinus")


def some_methods(route, often=("GET", "HEAD", "POST")):
    """The usual methods, and one of the others in turn, another for the next URL; all with --thorough."""
    others = [method for method in EVERY_METHOD if method not in often]
    turn = list(NEEDED).index(route) % len(others)
    some = {*often, *share([*others[turn:], *others[:turn]], len(others))}
    return [method for method in EVERY_METHOD if method in some]  # what reads goes first


def fill_in(route, parts):
    return "/" + re.sub(r"<\w+:(\w+)>", lambda part: str(parts[part[1]]), route)


def something_everywhere():
    """Our club with something at every address; what stands in the parts of an address."""
    club = Club.get_default()
    match, over = make_match(1, names=OURS), make_match(1, names=OURS)
    recording.finish(over, entry(over))
    kept, gone = club.players.get_or_create_named(["Wilhelmina", "Willy"])
    link = SharedLink.objects.create(club=club, match=match)
    return {
        "link": link.pk, "share_token": link.token,
        "game": "big-little", "ask": "winner", "table": "matches", "number": 1, "side": 0, "pk": match.pk,
        "night": match.night_date, "period": match.night_date.year, "player": match.seat_list[0].player_id,
        "merge": merge_players(kept, gone).pk,
        "device": Device.join(club, "Xanthippe’s phone", Role.SCORER)[0].pk,
        "key": save_upload(club, uuid.UUID(int=1), dump(scoresheets.sheet_of(match)).encode()).key,
        "token": Invitation(club, Role.VIEWER).token,
        "ruling": TableRuling.objects.create(
            club=club, game_key="big-little", question="Pizza?", ruling="Later", decided=match.night_date
        ).pk,
        "sheet_token": SharedSheet.of(find("any-game:Zwicker"), {"wins": "fewest"}).token,
        "preset": HouseRulePreset.objects.create(club=club, game_key="big-little", name="As in Graz").pk,
    }  # fmt: skip


def addresses(parts, routes=READABLE):
    """Yield an address of these routes for each combination of the values of their parts."""
    for route in routes:
        names = PART.findall(route)
        for values in product(*(parts[name] for name in names)):
            yield fill_in(route, dict(zip(names, values, strict=True)))


def read_all(browser, where):
    """Return the content at each address, without the keys and tokens that each visit makes anew."""
    return {address: VARYING.sub(b"", browser.get(address).getvalue()) for address in where}


def request(browser, method, where, form="role=1"):
    """Send a form; return the answer, its content as `body`, and the SQL statements other than SELECT."""
    with CaptureQueriesContext(connection) as statements:
        answer = browser.generic(method, where, form, content_type="application/x-www-form-urlencoded")
        answer.body = answer.getvalue()
    assert answer.status_code < 500, (method, where)
    return answer, [one["sql"] for one in statements if not one["sql"].lstrip().startswith("SELECT")]


def alike(answer, other, method):
    """Say whether nobody could tell two answers apart."""
    content = b"" if method == "HEAD" else other.content
    return (answer.status_code, answer.content, answer.headers) == (other.status_code, content, other.headers)
