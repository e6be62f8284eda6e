"""Every URL of the site with the methods it answers, and an address for each."""

import uuid

from django.conf import settings
from django.utils import timezone

from scorekeeper.club.links import Invitation
from scorekeeper.club.models import Club, Device, Player, Role
from tests.devices import device_token

READ, WRITE, BOTH = {"GET", "HEAD"}, {"POST"}, {"GET", "HEAD", "POST"}

METHODS = {
    "": READ,
    "clubs/": WRITE,
    "join/": BOTH,
    "join/<slug:token>/": BOTH,
    "settings/deletion/": BOTH,
    "settings/return/": BOTH,
    "trust/": READ,
    "devices/": READ,
    "devices/links/": WRITE,
    "devices/codes/": WRITE,
    "devices/<int:device>/": BOTH,
    "devices/<int:device>/leaving/": BOTH,
    "games/": READ,
    "games/<slug:game>/matches/new/": BOTH,
    "games/<slug:game>/matches/": WRITE,
    "games/<slug:game>/matches/paper/": BOTH,
    "games/<slug:game>/blank/": READ,
    "matches/<int:pk>/": READ,
    "matches/<int:pk>/board/": READ,
    "matches/<int:pk>/ahead/": READ,
    "matches/<int:pk>/tabletop/": READ,
    "matches/<int:pk>/again/": WRITE,
    "matches/<int:pk>/draft/": WRITE,
    "matches/<int:pk>/rounds/": BOTH,
    "matches/<int:pk>/rounds/<int:number>/": BOTH,
    "matches/<int:pk>/rounds/<int:number>/draft/": WRITE,
    "matches/<int:pk>/rounds/<int:number>/before/": BOTH,
    "matches/<int:pk>/rounds/<int:number>/before/draft/": WRITE,
    "matches/<int:pk>/rounds/<int:number>/deletion/": BOTH,
    "matches/<int:pk>/rounds/<int:number>/sides/<int:side>/": READ,
    "matches/<int:pk>/review/": READ,
    "matches/<int:pk>/history/": READ,
    "matches/<int:pk>/history/<int:number>/undoing/": WRITE,
    "matches/<int:pk>/end/": BOTH,
    "matches/<int:pk>/scoresheet/": READ,
    "sw.js": READ,
    "manifest.webmanifest": READ,
    "offline/": READ,
    "matches/<int:pk>/deletion/": BOTH,
    "deleted/": READ,
    "deleted/<int:pk>/return/": WRITE,
    "matches/<int:pk>/rules/": READ,
    "matches/<int:pk>/otherwise/": READ,
    "keeping/": READ,
    "keeping/club.json": READ,
    "keeping/<slug:table>.csv": READ,
    "keeping/parcels/": WRITE,
    "keeping/parcels/<uuid:key>/": BOTH,
    "settings/": READ,
    "settings/look/": WRITE,
    "settings/club/": WRITE,
    "nights/": READ,
    "nights/<date:evening>/": BOTH,
    "nights/<date:evening>/recap.txt": READ,
    "nights/<date:evening>/recap.png": READ,
    "club/": READ,
    "players/": READ,
    "players/<int:player>/": READ,
    "players/<int:player>/behind/": READ,
    "players/<int:player>/meetings/": READ,
    "players/<int:player>/details/": BOTH,
    "players/<int:player>/merging/": BOTH,
    "merges/<int:merge>/undoing/": WRITE,
    "rules/": READ,
    "rules/search/": READ,
    "rules/<slug:game>/": READ,
    "rules/<slug:game>/referee/": READ,
    "rules/<slug:game>/referee/<slug:ask>/": READ,
    "matches/<int:pk>/referee/": READ,
    "matches/<int:pk>/referee/<slug:ask>/": READ,
}

HUGE = 10**30
PARCEL = uuid.UUID(int=1)


def address(route, **more):
    tonight = Club(zone=settings.TIME_ZONE).evening_of(timezone.now())
    parts = {"game": "big-little", "number": 1, "side": 0, "pk": 1, "evening": tonight, "ask": "winner"}
    parts |= {"merge": 1, "player": Player.objects.values_list("pk", flat=True).first()}
    if ":device>" in route and not Device.objects.exists():
        device_token()
    parts |= {"device": Device.objects.values_list("pk", flat=True).first()}
    parts |= {"token": Invitation(Club.here(), Role.WATCHER).token}
    parts = parts | {"table": "matches", "key": PARCEL} | more
    kinds = {"game": "slug", "ask": "slug", "pk": "int", "number": "int", "side": "int", "evening": "date"}
    kinds |= {"player": "int", "merge": "int", "device": "int", "token": "slug"}
    kinds |= {"table": "slug", "key": "uuid"}
    for name, kind in kinds.items():
        route = route.replace(f"<{kind}:{name}>", str(parts[name]))
    return f"/{route}"
