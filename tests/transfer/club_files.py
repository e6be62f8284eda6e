"""Any club: strategies for hypothesis, and the ways a club's file goes out and comes in."""

import json
from datetime import datetime, timedelta, timezone

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import strategies as st

from games.core import examples
from games.core.errors import Impossible
from games.core.registry import games
from games.core.schema import plain
from games.core.scoresheet import check_name
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.player import normalize_name
from scorekeeper.transfer.club_file import club_file
from tests.games.every_game import any_sheet
from tests.html_browser import Page

# Texts that a database can store.
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
EXAMPLES = [
    example.sheet(game)
    for game in games().values()
    for example in examples.read_examples(game).example
    if not example.refused
]


def export():
    return "".join(club_file(Club.get_default())).encode()


def wipe():
    """Leave nothing of the club, as on another machine."""
    for club in Club.objects.all():
        club.matches.all().delete()
        club.players.update(same_as=None)
        club.players.all().delete()
        club.delete()


def client():
    return Client(headers={"host": "localhost"})


def upload(content, asking=None, **more):
    """Bring a file, and return the page that shows what is in it, or why not."""
    content = content if isinstance(content, bytes) else json.dumps(content).encode()
    file = SimpleUploadedFile("club.json", content, "application/json")
    return Page(None, (asking or client()).post("/transfer/imports/", {"file": file, **more}, follow=True))


def import_file(content):
    """Bring a file and take it in; return the page that says what came of it."""
    asking = client()
    page = upload(content, asking)
    assert page.status == 200, page.text
    where = page.response.redirect_chain[-1][0]
    return Page(None, asking.post(where, follow=True))


def make_sheet(players=("Ada", "Ben", "Cleo"), started="2026-11-20T19:15:00+00:00", rounds=1, **more):
    """A scoresheet of a game where any round may follow any other."""
    suits = {suit: seat % 3 for seat, suit in enumerate(("orange", "purple", "green", "pink", "blue", "red"))}
    sheet = {
        "scoresheet": 1,
        "game": "good-little-tricks",
        "players": list(players),
        "rounds": [{"suits": suits}] * rounds,
    }
    return sheet | ({"started": started} if started else {}) | more


def make_file(*matches, players=(), nights=(), **more):
    club = {"name": "Our club", "zone": "Europe/Vienna"}
    return {"scorekeeper": 1, "club": club, "players": [*players], "nights": [*nights], "matches": [*matches]} | more


def is_a_name(text):
    try:
        check_name(text)
        check_name(normalize_name(text))
    except Impossible:
        return False
    return True


names = texts.filter(is_a_name)
moments = st.datetimes(
    datetime(1900, 1, 2),  # noqa: DTZ001  # hypothesis gives them their zones
    datetime(2200, 1, 1),  # noqa: DTZ001
    timezones=st.integers(-14, 14).map(lambda h: timezone(timedelta(hours=h))),
).map(datetime.isoformat)


sheets = st.one_of(
    st.sampled_from(EXAMPLES).map(
        lambda sheet: {name: value for name, value in plain(sheet).items() if value is not None}
    ),
    *map(any_sheet, games().values()),
)


@st.composite
def matches(draw, people):
    sheet = dict(draw(sheets))
    seated = draw(st.permutations(people))[: len(sheet["players"])]
    sheet["players"] = [*seated, *sheet["players"][len(seated) :]]
    sheet |= draw(
        st.fixed_dictionaries(
            {},
            optional={
                "started": moments,
                "ended": moments,
                "night": texts,
                "notes": st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
            },
        )
    )
    return sheet


@st.composite
def clubs(draw):
    people = draw(st.lists(names, min_size=1, max_size=6, unique_by=normalize_name))
    others = draw(
        st.lists(names, max_size=2, unique_by=normalize_name).map(
            lambda others: [name for name in others if normalize_name(name) not in map(normalize_name, people)]
        )
    )
    details = st.fixed_dictionaries(
        {},
        optional={
            "mark": st.integers(0, 40),
            "emoji": st.sampled_from(["🦊", "👩🏽‍🚀"]),
            "joined": moments,
            "last_played": moments,
            "archived": st.booleans(),
        },
    )
    players = [{"name": name, **draw(details)} for name in people] + [
        {"name": name, "same_as": people[0]} for name in others
    ]
    evenings = draw(st.lists(st.dates().map(str), max_size=3, unique=True))
    nights = [
        {"evening": evening, "name": draw(texts), "place": draw(texts), "note": draw(texts)} for evening in evenings
    ]
    played = draw(st.lists(matches(people), max_size=5))
    home = {
        "name": draw(names.map(normalize_name)),
        "zone": draw(st.sampled_from(["UTC", "Europe/Vienna", "Pacific/Kiritimati", "America/New_York"])),
    }
    return make_file(*played, players=draw(st.permutations(players)), nights=nights, club=home)
