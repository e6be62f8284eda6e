"""The pages of a made-up club, for tests that look at every one of them."""

import uuid

from games.core.scoresheet import dump
from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Role
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from scorekeeper.transfer import scoresheets
from scorekeeper.transfer.club_import import save_upload
from tests.browser.crawler import Record
from tests.clubs import hostile_names as hostile
from tests.web.urls import READABLE

NO_PAGES = (".csv", ".json", ".txt", ".png", ".js", ".webmanifest", "/scoresheet/", "/board/", "/upcoming-rounds/")
ROUTES = [route for route in READABLE if not route.endswith(NO_PAGES)]
# Pages that show nothing without a question, or another thing.
QUERIES = (
    "rules/search/?q=joker+led",
    "rules/search/?q=qwxz",
    "rules/<str:game>/referee/legal/?trump=S&led=7H&hand=5H+BJ+9C+KD+2C+3C+4C+7D+8D+9D+10D+JD+QD",
    "rules/<str:game>/referee/<slug:ask>/?cards=9X&trump=S",
    "matches/<int:pk>/rounds/<int:number>/",
    "matches/<int:pk>/what-if/?rule=penalty_at&rule-penalty_at=10",
    "matches/<int:pk>/what-if/?rule=penalty_at&rule-penalty_at=1",
    "leaderboard/?game=big-little&part=ratings",
    "leaderboard/?game=big-little&part=records",
    "leaderboard/?part=pairs",
    "players/<int:player>/?part=figures",
    "players/<int:player>/?game=big-little&part=figures",
    "players/<int:player>/?part=pairs",
    "players/<int:player>/cases/?stat=won",
    "players/<int:player>/matches/?other=<int:other>",
    "players/<int:player>/merge/?other=<int:newcomer>",
    "shared/<slug:shared_night>/",
    "shared/<slug:shared_year>/",
)


# The club as it was made first: to put it back takes a millisecond, to make it a second of processor time.
MADE = []


def make_club(monkeypatch):
    """A club of hostile names with something at every address; what stands in the parts of an address."""
    if not MADE:
        MADE[:] = [_make_club(monkeypatch), Record()]
    parts, record = MADE
    record.restore()
    return parts


def _make_club(monkeypatch):
    world = hostile.create_club(monkeypatch)
    match, gone = Match.objects.get(pk=world["pk"][0]), Match.objects.get(pk=world["pk"][-1])
    recording.delete_match(gone, gone.token)
    key = uuid.uuid4()
    save_upload(match.club, key, dump(scoresheets.sheet_of(match)).encode())
    parts = {name: values[0] for name, values in world.items()}
    parts |= {"other": world["player"][1], "newcomer": match.club.players.get_or_create_named(["W" * 39])[0].pk}
    parts |= {"shared_night": world["share_token"][1], "shared_year": world["share_token"][3]}
    return parts | {"key": key, "token": Invitation(match.club, Role.SCORER).token}
