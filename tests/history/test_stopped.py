"""A match that its table ended before anybody had won is stopped, and nothing counts or tells it as finished."""

import csv
import json
import re
from collections import Counter, defaultdict
from datetime import date
from html import unescape
from io import StringIO
from random import Random

import pytest
from django.utils.html import strip_tags

from games.core import scoresheet
from scorekeeper.clubs.models import Club
from scorekeeper.history.game_nights import find_night
from scorekeeper.history.recap import match_picture, recap
from scorekeeper.history.review import MatchReview
from scorekeeper.management.sheet_commands import scorecard_text
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from scorekeeper.statistics.selection import Selection
from scorekeeper.statistics.standings import player_results
from scorekeeper.transfer import scoresheets
from scorekeeper.transfer.spreadsheets import TABLES, csv_chunks
from tests.devices import member
from tests.matches.factory import entry
from tests.matches.simulated import MADE_UP, simulate_match
from tests.thoroughness import many

pytestmark = pytest.mark.django_db

NIGHTS = date(2025, 12, 1), date(2025, 12, 2)


def read(html):
    return " ".join(unescape(strip_tags(html)).split())


class Sheet:
    """A match as its file says it: what `manage.py score --json` answers, and whether the file says that it ended."""

    def __init__(self, match):
        sheet = scoresheets.sheet_of(match)
        self.json = json.loads(json.dumps(scoresheet.report(sheet)))
        self.is_finished = self.json["finished"]
        self.is_stopped = sheet.ended is not None and not self.is_finished
        self.text = scorecard_text(scoresheet.dump(sheet).encode())
        round_name, sides, places = match.game.round_name, self.json["sides"], self.json["places"]
        count, ahead = len(self.json["rounds"]), [side for side, place in zip(sides, places, strict=True) if place == 1]
        self.sentence = f"stopped after {count} {round_name}{'s' if count > 1 else ''}: {' and '.join(ahead)} ahead"
        if len(ahead) > 2:
            self.sentence = self.sentence.replace(" and ", ", ", len(ahead) - 2)
        if len(ahead) == len(sides):
            self.sentence = self.sentence.partition(":")[0] + ": all level"
        if not count:
            self.sentence = f"stopped before the first {round_name}"

    def players(self, match):
        """Each player with their place, and whether they won."""
        for seat, name in enumerate(self.json["players"]):
            side = match.state.side_of(seat)
            yield name, self.json["places"][side], side in self.json["winners"]


def made_up_matches():
    """Made-up matches of every game in two nights, each with its sheet; many of them were ended by the table."""
    rng, sheets = Random(40), []
    for number, game in enumerate(MADE_UP * many(30, 2)):
        match = simulate_match(game, rng, rng.choice([0, 1, 2, 3, 20]), any_rules=number % 2 > 0)
        Match.objects.filter(pk=match.pk).update(night_date=rng.choice(NIGHTS))
        match = Match.objects.get(pk=match.pk)
        if match.is_open and rng.random() < 0.7:
            page = member().get(f"/matches/{match.pk}/end/").text
            recording.finish(match, entry(match))
            match = Match.objects.get(pk=match.pk)
            assert ("Whoever is ahead wins" in page, "Nobody wins" in page) == (match.finished, match.is_stopped)
        sheets.append((match, Sheet(match)))
    return sheets


def test_a_stopped_match_counts_nowhere_as_finished_and_every_page_says_that_it_was_stopped():
    played = made_up_matches()
    check_what_is_counted(played)
    check_pages(played)


def check_what_is_counted(played):
    club, counted = Club.get_default(), defaultdict(list)
    for match, sheet in played:
        assert (match.finished, match.is_stopped) == (sheet.is_finished, sheet.is_stopped)
        for name, place, won in sheet.players(match) if sheet.is_finished else ():
            counted[match.night_date, name].append((place, won))

    for night_date in NIGHTS:
        night = find_night(club, night_date)
        told = recap(night).splitlines()
        for attendee in night.attendees:
            results = counted[night_date, attendee.player.name]
            assert (attendee.wins, sorted(attendee.places)) == (
                sum(won for _, won in results),
                sorted(place for place, _ in results),
            )
        of_night = [(match, sheet) for match, sheet in played if match.night_date == night_date]
        assert night.finished_count == sum(sheet.is_finished for _, sheet in of_night)
        stopped = Counter(f"{match.game.name}, {sheet.sentence}" for match, sheet in of_night if sheet.is_stopped)
        assert Counter(line for line in told if ", stopped " in line) == stopped

    totals = defaultdict(lambda: (0, 0, 0))
    for (_, name), results in counted.items():
        n, wins, places = totals[name]
        won = sum(won for _, won in results)
        totals[name] = n + len(results), wins + won, places + sum(place for place, _ in results)
    names = dict(club.players.values_list("pk", "name"))
    assert {names[pk]: (*result,) for pk, result in player_results(Selection(club)).items()} == totals

    rows = csv.DictReader(StringIO("".join(csv_chunks(TABLES["matches"], club)).removeprefix("\ufeff"), newline=""))
    over = {int(row["match"]): row["over"] for row in rows}
    assert over == {
        match.pk: "stopped" if sheet.is_stopped else "yes" if sheet.is_finished else "no" for match, sheet in played
    }


DECISION = re.compile(r'<form\s+id="decision".*?</form>', re.DOTALL)


def check_pages(played):
    browser = member()
    stopped = [(match, sheet) for match, sheet in played if sheet.is_stopped and sheet.json["rounds"]]
    assert stopped
    for match, sheet in stopped[: many(100, 8)]:
        sentence = sheet.sentence[0].upper() + sheet.sentence[1:]
        assert sheet.text.endswith(f"\n{sentence}.")
        pages = {
            # Without the keys that name a winner after all.
            where: read(DECISION.sub("", browser.get(f"/matches/{match.pk}/{where}").text))
            for where in ("", "review/", "table-view/")
        }
        browser.post(f"/matches/{match.pk}/sharing/")
        link = re.search(r"(/shared/[^<\s]+)", browser.get(f"/matches/{match.pk}/sharing/").text)[1]
        pages |= {"shared": read(browser.get(link).text)}
        assert not any(column.deals for column in MatchReview(match).scoreboard.columns())
        for where, text in pages.items():
            assert sentence in text, where
            assert not re.search(r"\bwon\b|share the win|At the end", text), (where, text)
        picture = read(match_picture(MatchReview(match)))
        assert sheet.sentence in picture
        assert " won" not in picture
    for match, sheet in played:
        assert not sheet.is_finished or "topped" not in read(browser.get(f"/matches/{match.pk}/").text)
