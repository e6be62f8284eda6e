"""Links that show a match, a game night or a year to strangers: making, listing and ending them, and their pages."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString

from games.core.errors import Impossible
from games.core.text import listed
from scorekeeper.clubs.addresses import shared_path
from scorekeeper.clubs.invitations import qr_svg, site_address
from scorekeeper.clubs.models import Club, Device
from scorekeeper.clubs.permissions import ClubRequest
from scorekeeper.clubs.security_log import record
from scorekeeper.history.game_nights import GameNight, find_night
from scorekeeper.history.models import SharedLink
from scorekeeper.history.recap import match_picture, match_result, night_heading, night_picture, night_story
from scorekeeper.history.review import MatchReview
from scorekeeper.history.year import Year
from scorekeeper.history.year_figures import matches_that_are_over
from scorekeeper.history.year_picture import year_picture
from scorekeeper.matches.lookup import read_match
from scorekeeper.matches.models import Match
from scorekeeper.matches.scoreboard import Scoreboard
from scorekeeper.statistics.selection import Period

# Maximum number of links of a club: a longer list is hard to check.
MAX_LINKS = 100


def make_link(
    actor: Device, match: Match | None = None, night_date: date | None = None, period: str = "", *,
    shows_place: bool = False, shows_note: bool = False,
) -> None:  # fmt: skip
    with transaction.atomic():
        # The lock makes a second link that is made at the same moment wait, and count the first.
        club = Club.objects.select_for_update(no_key=True).get(pk=actor.club_id)
        if club.shared_links.count() >= MAX_LINKS:
            raise Impossible(f"{MAX_LINKS} links are shared: end one that is no longer needed")
        link = club.shared_links.create(
            match=match,
            night_date=night_date,
            period=period,
            created_by=actor,
            shows_place=shows_place,
            shows_note=shows_note,
        )
        record(f"made a {link}", club, actor)


def end_link(link: SharedLink, actor: Device) -> None:
    with transaction.atomic():
        record(f"ended a {link}", link.club, actor)
        link.delete()


class ActiveLink(NamedTuple):
    """A link with its address; "" if no device can open it."""

    shared: SharedLink
    address: str

    @property
    def qr_code(self) -> SafeString:
        return qr_svg(self.address)


def active_links(request: ClubRequest, **lookups: Match | date | str) -> list[ActiveLink]:
    """Return the links of a club, or those to one match, night or year. Links to deleted matches are left out."""
    nights = request.club.matches.values("night_date")
    links = request.club.shared_links.filter(
        Q(match__isnull=False, match__deleted=None) | Q(night_date__in=nights) | ~Q(period=""), **lookups
    )
    site = site_address(request)
    return [
        ActiveLink(link, site + shared_path("shared", link.token) if site else "")
        for link in links.select_related("created_by", "match").order_by("-pk")
    ]


class SharedMatch:
    """The page of a match for visitors."""

    template, noun, text = "history/shared_match.html", "match", ""

    def __init__(self, match: Match) -> None:
        self.club, self.match, self.lookups = match.club, match, {"match": match}
        self.address, self.picture = (reverse(name, args=[match.pk]) for name in ("match", "match-picture"))
        self.asked_round: int | None = None

    @cached_property
    def review(self) -> MatchReview:
        return MatchReview(self.match, can_edit=False)

    @cached_property
    def scoreboard(self) -> Scoreboard:
        return Scoreboard.of(self.match, linked=False, asked_round=self.asked_round)

    @property
    def is_live(self) -> bool:
        return self.match.is_open

    @property
    def fingerprint(self) -> str:
        return _fingerprint([self.match])

    @property
    def title(self) -> str:
        if not self.match.finished:
            return self.match.game.name
        names, verb = listed(self.scoreboard.winner_names), self.scoreboard.verb_of_winning
        return f"{names} {verb} {'' if verb == 'won' else 'in '}{self.match.game.name}"

    @property
    def description(self) -> str:
        started = date_format(timezone.localtime(self.match.started), "l, j F Y")
        result = match_result(self.match)
        return f"{result[:1].upper()}{result[1:]} · {started}"

    @property
    def svg(self) -> str:
        return match_picture(self.review)


class SharedNight:
    """The page of a game night for visitors."""

    template, noun = "history/shared_night.html", "game night"

    def __init__(self, night: GameNight) -> None:
        self.club, self.night, self.lookups = night.notes.club, night, {"night_date": night.date}
        names = "night", "night-picture", "night-text"
        self.address, self.picture, self.text = (reverse(name, args=[night.date]) for name in names)

    @property
    def is_live(self) -> bool:
        return self.club.night_date_of(timezone.now()) == self.night.date

    @property
    def fingerprint(self) -> str:
        notes = self.night.notes
        return _fingerprint(self.night.matches, notes.name, notes.place, notes.note)

    @property
    def title(self) -> str:
        names = listed(self.night.winner_names)
        return f"{names} {self.night.result}" if names else str(self.night)

    @property
    def description(self) -> str:
        stories = map(night_story, self.night.highlights[:2])
        return " · ".join([night_heading(self.night), *stories])

    @property
    def svg(self) -> str:
        return night_picture(self.night)


class SharedYear:
    """The page of a year, or of any months, for visitors."""

    template, text, match, night, is_live = "history/shared_year.html", "", None, None, False

    def __init__(self, year: Year) -> None:
        self.club, self.year, self.noun = year.club, year, year.noun
        self.lookups = {"period": str(year.period)}
        self.address, self.picture = (reverse(name, args=[year.period]) for name in ("year", "year-picture"))

    @property
    def fingerprint(self) -> str:
        """A hash that changes with every match up to the end of the year, every name, and the end of the year."""
        year = self.year
        earlier = replace(year.selection, period=Period(last=year.period.last))
        seen = self.club.pk, year.period, year.is_running, earlier.token, year.names
        return sha256(repr(seen).encode()).hexdigest()[:16]

    @property
    def title(self) -> str:
        return self.year.period.at_our_table

    @property
    def description(self) -> str:
        names = listed(self.year.champion_names)
        return " · ".join(filter(None, [self.year.in_words, names and f"{names} {self.year.result}"]))

    @property
    def svg(self) -> str:
        return year_picture(self.year)


# In each, `lookups` select its links and are arguments of make_link(). Messengers show `title` and `description`.
# `address`, `picture` and `text` ("" without one) are for members.
SharedPage = SharedMatch | SharedNight | SharedYear


def _fingerprint(matches: Sequence[Match], *notes: str) -> str:
    """Return a hash that changes whenever the page for visitors changes."""
    versions = [(match.pk, match.token, match.names_version) for match in matches]
    return sha256(repr((versions, notes)).encode()).hexdigest()[:16]


def shared_page(
    club: Club, match: int | None = None, night: date | None = None, period: Period | None = None
) -> SharedPage:
    """Return the page of a match, a night or a year of a club; Http404 if there is none."""
    if period:
        year = Year(club, period)
        # Not by its figures: they read all of its matches, and a visitor has to wait for a turn first.
        if not matches_that_are_over(year.selection).exists():
            raise Http404
        return SharedYear(year)
    return SharedNight(find_night(club, night)) if night else SharedMatch(read_match(club, match or 0))


def find_shared_page(token: str) -> SharedPage | None:
    """Activate the club's time zone and return the page of a link; None if there is none, or nothing to show."""
    link = SharedLink.find(token)
    if link is None:
        return None
    timezone.activate(ZoneInfo(link.club.zone))
    try:
        page = shared_page(link.club, link.match_id, link.night_date, Period.read(link.period) if link.period else None)
    except Http404:
        return None
    if isinstance(page, SharedNight):
        # The page, its picture and its preview all read these notes.
        notes = page.night.notes
        notes.place = notes.place if link.shows_place else ""
        notes.note = notes.note if link.shows_note else ""
    return page
