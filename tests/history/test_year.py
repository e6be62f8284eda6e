"""The page of a year says what is so: worked out again from the exported tables, in plain Python."""

import csv
import io
import re
from collections import Counter, defaultdict
from datetime import date, timedelta
from fractions import Fraction
from itertools import combinations
from math import prod
from random import Random

import pytest
from django.core.cache import caches

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.permissions import stranger_turns
from scorekeeper.history import year_figures
from scorekeeper.history.highlights import all_highlights
from scorekeeper.history.review import MatchReview
from scorekeeper.history.sharing import find_shared_page
from scorekeeper.history.year import Year
from scorekeeper.history.year_picture import year_picture
from scorekeeper.matches import players, recording
from scorekeeper.matches.models import ChangedMonth, Entry, Match
from scorekeeper.statistics.selection import Period
from scorekeeper.transfer.scoresheets import sheet_of
from tests.cases import cases
from tests.devices import Stranger, member
from tests.history.test_sharing import share
from tests.html_browser import Browser
from tests.matches.factory import entry, import_sheet, keep_draft, make_match, reload, six_rounds
from tests.matches.simulated import MADE_UP, do_something, simulate_match
from tests.thoroughness import many

pytestmark = pytest.mark.django_db


def move(match, night):
    """Have a match played on a night; no page moves one that is over."""
    ChangedMonth.objects.mark(match.club_id, [match.night_date, date.fromisoformat(night)])
    Match.objects.filter(pk=match.pk).update(started=f"{night}T20:00Z", night_date=night)
    return reload(match)


def year_page(period):
    return Browser().open(f"/years/{period}/").text.replace(" ,", ",")


# --- Worked out again ---


class Recount:
    """Some months of a club, from its tables matches.csv and rounds.csv alone."""

    def __init__(self, first, last):
        tables = {}
        for name in ("matches", "rounds"):
            text = member().get(f"/transfer/{name}.csv").getvalue().decode("utf-8-sig")
            tables[name] = [*csv.DictReader(io.StringIO(text))]
        played_by = defaultdict(set)
        for row in tables["rounds"]:
            played_by[row["match"]] |= {*row["played by"].split(" & ")}
        rows = defaultdict(list)
        for row in tables["matches"]:
            if row["over"] == "yes" or (row["over"] == "stopped" and row["rounds"] != "0"):
                rows[row["match"]].append(row)
        in_order = sorted(rows.values(), key=lambda of_match: (
            of_match[0]["game night"], of_match[0]["started"], int(of_match[0]["match"])
        ))  # fmt: skip
        self.before = [of_match for of_match in in_order if of_match[0]["game night"] < first]
        self.matches = [of_match for of_match in in_order if first <= of_match[0]["game night"] <= last]
        self.finished = [of_match for of_match in self.matches if of_match[0]["over"] == "yes"]
        self.people = lambda of_match: {row["player"] for row in of_match} | played_by[of_match[0]["match"]]

    def stayed(self, of_match):
        return [row for row in of_match if row["place"] != "left"]

    def figures(self):
        nights = {of_match[0]["game night"] for of_match in self.matches}
        players = set().union(*map(self.people, self.matches))
        return {"nights": len(nights), "matches": len(self.matches), "players": len(players)}

    def games(self):
        return Counter(of_match[0]["game"] for of_match in self.matches)

    def months(self):
        return Counter(of_match[0]["game night"][:7] for of_match in self.matches)

    def wins(self):
        wins = defaultdict(lambda: [0, 0])
        for of_match in self.finished:
            for row in self.stayed(of_match):
                wins[row["player"]][0] += row["won"] == "yes"
                wins[row["player"]][1] += 1
        return wins

    def streaks(self):
        longest = {}
        for player in self.wins():
            won = [row["won"] == "yes" for of_match in self.finished for row in self.stayed(of_match)
                   if row["player"] == player]  # fmt: skip
            longest[player] = max(map(len, "".join("w" if one else "l" for one in won).split("l")))
        most = max(longest.values(), default=0)
        return {(player, most) for player, length in longest.items() if length == most >= 3}

    def pairs(self):
        """Return for each pair: matches and wins as partners; how often each was ahead of the other."""
        together, against = defaultdict(lambda: [0, 0]), defaultdict(lambda: [0, 0, 0])
        for of_match in self.finished:
            for one, other in combinations(sorted(self.stayed(of_match), key=lambda row: row["player"]), 2):
                pair = one["player"], other["player"]
                if one["side"] == other["side"]:
                    together[pair][0] += 1
                    together[pair][1] += one["won"] == "yes"
                else:
                    against[pair][0] += 1
                    against[pair][1] += int(one["place"]) < int(other["place"])
                    against[pair][2] += int(one["place"]) > int(other["place"])
        return together, against

    def first_times(self):
        """Return who and what came first in these months, as sentences with their nights."""
        firsts = defaultdict(dict)
        for of_match in [*self.before, *self.matches]:
            night = of_match[0]["game night"]
            firsts["was played for the first time"].setdefault(of_match[0]["game"], night)
            for name in self.people(of_match):
                firsts["played here for the first time"].setdefault(name, night)
            for row in self.stayed(of_match) if of_match[0]["over"] == "yes" else ():
                if row["won"] == "yes":
                    firsts["won for the first time"].setdefault(row["player"], night)
        began = min((of_match[0]["game night"] for of_match in [*self.before, *self.matches]), default="")
        first = self.matches[0][0]["game night"] if self.matches else ""
        return {
            (f"{name} {deed}", night)
            for deed, nights in firsts.items()
            for name, night in nights.items()
            if night >= first and night > began and not (
                deed.startswith("won") and firsts["played here for the first time"].get(name) == night
            )
        }  # fmt: skip


PERIODS = [("2025", "2025-01-01", "2025-12-31"), ("2026", "2026-01-01", "2026-12-31"),
           ("2025-12..2026-01", "2025-12-01", "2026-01-31")]  # fmt: skip


@cases("seed", [*range(many(60, 3))])
def test_a_year_is_what_the_exported_tables_add_up_to(seed):
    rng = Random(seed)
    for _ in range(14):
        match = simulate_match(rng.choice(MADE_UP), rng, rng.choice([2, 12, 40]))
        for _ in range(rng.choice([0, 0, 5])):
            do_something(reload(match), rng)
    for period, first, last in PERIODS:
        year, recount = Year(Club.get_default(), Period.read(period)), Recount(first, last)
        if recount.matches:
            compare(year, recount, year_page(period))


def compare(year, recount, page):
    figures = year.figures
    assert {name: getattr(figures, name) for name in recount.figures()} == recount.figures()
    assert figures.finished == len(recount.finished)
    for name, count in recount.figures().items():
        label = {"nights": "game night", "matches": "match", "players": "player"}[name]
        assert re.search(rf"\b{count} {label}", page), name
    assert {game.name: count for game, count, _ in year.games}.items() <= recount.games().items()
    assert {month.isoformat()[:7]: count for month, count in figures.months.items()} == recount.months()
    wins = recount.wins()
    for row in year.standings:
        assert [row.won.total, row.won.n] == wins[row.player.name]
    most = max((won for won, _ in wins.values()), default=0)
    assert {row.player.name for row in year.champions} == {name for name, (won, _) in wins.items() if won == most > 0}
    if len(recount.finished) > 1 and year.champions:
        named = f"{most} of {wins[year.champion_names[0]][1]} played" if len(year.champions) == 1 else f"{most} each"
        assert f"won most matches: {named}" in page
    assert {(player.name, streak.length) for player, streak, _ in year.streaks} == recount.streaks()
    compare_pairs(year, recount, page)
    compare_picture(recount, year_picture(year))
    if not year.figures.timed:
        fullest = Counter(of_match[0]["game night"] for of_match in recount.matches)
        assert figures.nights == 1 or figures.longest_night.matches == max(fullest.values())
        assert "of play" not in page
    told = {(f"{(first.player or first.game).name}{first.deed}", first.night.isoformat()) for first in year.first_times}
    assert told == recount.first_times()
    assert all(sentence in page for sentence, _ in told)


def compare_pairs(year, recount, page):
    together, against = recount.pairs()
    for pair in year.partners:
        n, won = together[pair.player.name, pair.other.name]
        assert (pair.won.n, pair.won.total) == (n, won)
        assert f"{pair.player.name} and {pair.other.name} won {won} of {n} as partners" in page
    most = sorted((won for n, won in together.values() if n >= 3 and won), reverse=True)
    assert [pair.won.total for pair in year.partners] == most[:3]
    for pair in year.rivals:
        names = tuple(sorted([pair.player.name, pair.other.name]))
        n, *ahead = against[names]
        assert [pair.ahead, pair.behind] == sorted(ahead, reverse=True)
        assert max(ahead) == ahead[names.index(pair.player.name)]
        assert f"{pair.player.name} against {pair.other.name} ahead {pair.ahead} : {pair.behind} in {n} matches" in page
    assert [pair.n for pair in year.rivals] == sorted((n for n, *_ in against.values() if n >= 3), reverse=True)[:3]


def compare_picture(recount, svg):
    """Compare what the picture says of two players."""
    together, against = recount.pairs()
    said = " ".join(re.sub(r"<[^>]+>", " ", svg).split())
    for one, other, won, n in re.findall(r"(\w+) and (\w+) won (\d+) of (\d+) as partners", said):
        assert together[one, other] == [int(n), int(won)]
    for one, other, ahead, n in re.findall(r"(\w+) finished ahead of (\w+) in (\d+) of (\d+) matches", said):
        names = tuple(sorted([one, other]))
        assert (against[names][0], against[names][1 + names.index(one)]) == (int(n), int(ahead))


def test_a_streak_ends_with_the_first_match_that_is_not_won():
    rng, names, seen = Random(2), ("Ada", "Ben", "Cleo"), set()
    for number in range(28):
        match = move(six_rounds(1, names), f"2026-0{1 + number // 14}-{1 + number % 14:02}")
        winners = rng.sample(names, rng.choice([1, 1, 1, 2]))
        Match.objects.filter(pk=match.pk).update(finished=True)
        match.seats.update(won=False, place=2)
        match.seats.filter(player__name__in=winners).update(won=True, place=1)
        if number % 6 == 3:
            streaks = Recount("2026-01-01", "2026-12-31").streaks()
            page = year_page(2026)
            assert sorted(re.findall(r"(\w+) won (\d+) matches in a row", page)) == sorted(
                (name, str(length)) for name, length in streaks
            )
            seen |= {length for _, length in streaks}
    assert len(seen) > 1


class Rarity:
    """How rare each highlight is among the matches of its game and scale, counted match by match."""

    def __init__(self):
        self.over = [match for match in Match.objects.order_by("night_date", "started", "pk") if not match.is_open]
        self.sizes = {match.pk: {} for match in self.over}
        for match in self.over:
            for title, size in ((told.title, told.size) for told in MatchReview(reload(match)).highlights):
                self.sizes[match.pk][title] = max(size, self.sizes[match.pk].get(title, size))
        # The biggest round of each match, though another highlight is the reason for it.
        self.rounds = {
            match.pk: {told.title: told.size for told in all_highlights([reload(match)])[match.pk] if told.reported}
            for match in self.over
        }

    def like(self, match):
        """The biggest highlights of the matches of this kind."""
        kind = match.game_key, match.initial_state.rules.scale
        alike = [one.pk for one in self.over if (one.game_key, one.initial_state.rules.scale) == kind]
        return [self.rounds[pk] | self.sizes[pk] for pk in alike]

    def is_biggest(self, match, title):
        return self.sizes[match.pk][title] == max(of.get(title, -1) for of in self.like(match))

    def share(self, match, title):
        sizes = self.like(match)
        return Fraction(sum(of.get(title, -1) >= self.sizes[match.pk][title] for of in sizes), len(sizes))

    def of_all(self, match):
        return prod((self.share(match, title) for title in self.sizes[match.pk]), start=Fraction(1))


def test_the_match_of_the_year_and_its_highlights_are_the_rarest():
    rng = Random(8)
    for game in MADE_UP * many(6, 2):
        move(simulate_match(game, rng, 40), f"2026-0{rng.randint(1, 9)}-1{rng.randint(0, 9)}")
    year, rarity = Year(Club.get_default(), Period.year(2026)), Rarity()

    finished = {match.pk: rarity.of_all(match) for match in rarity.over if match.finished}
    assert year.figures.best_match == next(pk for pk, rare in finished.items() if rare == min(finished.values()))
    titles = [told.highlight.title for told in year.highlights]
    told_of = {(title, one) for one in rarity.over for title in rarity.sizes[one.pk] if rarity.is_biggest(one, title)}
    assert sorted(titles) == sorted({title for title, _ in told_of})
    for told in year.highlights:
        sizes = [of.get(told.highlight.title, -1) for of in rarity.like(Match.objects.get(pk=told.match))]
        assert told.highlight.size == rarity.sizes[told.match][told.highlight.title] == max(sizes)
        assert told.alike == sizes.count(max(sizes)) - 1
    shares = [rarity.share(Match.objects.get(pk=told.match), told.highlight.title) for told in year.highlights]
    assert shares == sorted(shares)


# --- Years that are told in another way ---


def test_a_year_with_nothing_in_it_says_so_and_has_nothing_to_share():
    make_match(2)
    assert "No match ended then" in year_page("1999")
    this_year = Match.objects.get().night_date.year
    assert "No match has ended yet" in year_page(this_year)
    for below in ("picture.png", "sharing/"):
        assert member().get(f"/years/1999/{below}").status_code == 404


def test_one_match_is_the_only_one_and_no_match_of_the_year():
    night = move(six_rounds(6), "2025-11-21").night_date
    page = year_page(night.year)
    assert "Champions Ada, Ben and Cleo won the only match" in page
    for word in ("Match of the", "Month by month", "The longest", "so far"):
        assert word not in page
    assert "1 game night 1 match 3 players" in page


def test_what_is_stopped_counts_as_played_and_nobody_won():
    match = six_rounds(3)
    recording.finish(match, entry(match))
    empty = six_rounds(0)
    recording.finish(empty, entry(empty))
    page = year_page(match.night_date.year)
    assert "So far Nobody won No match was finished" in page
    assert "1 game night 1 match 3 players" in page


def test_a_running_match_and_a_hidden_bid_leave_no_trace():
    move(six_rounds(6), "2026-03-01")
    before, picture = year_page(2026), member().get("/years/2026/picture.png").getvalue()
    running = move(make_match(3, names=["Ada", "Ben", "Cleo", "Zebulon"]), "2026-03-08")
    keep_draft(running, {"bids-0": "1"})
    running.answers.create(mode="play", number=4, question="bids-1", text="1", is_hidden=True)
    assert year_page(2026) == before
    assert member().get("/years/2026/picture.png").getvalue() == picture


@cases("names, night, period, there", [
    (["Ada", "Ben"], "2026-12-31", "2026", True), (["Ada", "Ben"], "2027-01-01", "2026", False),
    (["Ada", "Ben"], "2026-02-28", "2026-02", True), (["Ada", "Ben"], "2026-03-01", "2026-02", False),
    (["Ada", "Ben"], "2026-02-01", "2025-12..2026-02", True), (["Ada", "Ben"], "2025-11-30", "2025-12..2026-02", False),
])  # fmt: skip
def test_months_begin_and_end_with_their_days(names, night, period, there):
    move(six_rounds(6, ["Ada", "Ben", "Cleo"]), night)
    assert ("won the only match" in year_page(period)) == there


def test_a_year_before_1000_has_pages_too():
    move(six_rounds(6), "0999-12-31")
    for page in ("/nights/", "/nights/0999-12-31/"):
        assert "/years/0999/" in Browser().open(page).links
    assert "won the only match" in year_page("0999")
    assert "999 at our table" in Stranger().get(share("/years/0999/")).text


def test_a_player_is_one_after_a_merge_and_stays_when_archived():
    for night, name in (("2026-03-01", "Ada"), ("2026-03-08", "Adda")):
        move(six_rounds(6, [name, "Ben", "Cleo"]), night)
    assert "4 players" in year_page(2026)
    ada, adda = (Player.objects.get(name=name) for name in ("Ada", "Adda"))
    players.change_player(ada, "Ada", 5, archived=True)
    players.merge_players(ada, adda)
    page = year_page(2026)
    assert "3 players" in page
    assert "Adda" not in page
    assert "Ada of 2 played to the end 2 wins" in page
    players.change_player(ada, "Adelheid", 5, archived=True)
    assert "Adelheid of 2 played" in year_page(2026)


def timed_match(minutes, night="2026-03-01"):
    """A stopped match of six hands, each of so many minutes."""
    match = move(make_match(6), night)
    at = match.started
    for saved in match.entries.order_by("number"):
        at += timedelta(minutes=minutes)
        Entry.objects.filter(pk=saved.pk).update(at=at)
    recording.finish(match, entry(match))
    return reload(match)


def test_the_time_of_play_is_told_for_the_matches_where_it_is_known():
    timed = timed_match(10)
    assert "1 h of play" in year_page(2026)
    unknown = import_sheet(timed.club, sheet_of(timed))
    page = year_page(2026)
    assert "1 h of play in the 1 match whose time is known" in page
    move(unknown, "2026-03-08")
    assert "The fullest night: 1 match Sunday, 1 March 2026" in year_page(2026)
    timed_match(20, "2026-03-15")
    page = year_page(2026)
    assert "3 h of play in the 2 matches whose time is known" in page
    assert "The longest night: 2 h of play Sunday, 15 March 2026 of the 2 nights whose time is known" in page
    assert "/nights/2026-03-15/" in Browser().open("/years/2026/").links


def test_the_only_round_of_a_sheet_may_be_totals_and_is_no_biggest_round():
    match = make_match(names=["Ada", "Ben"], game="any-game:Zwicker")
    facts = {"points": [30, 12]}
    recording.play(match, match.game.simulate(Random(1), match.state) if match.game.simulate else facts, entry(match))
    recording.finish(reload(match), entry(reload(match)))
    assert "in one round" not in year_page(match.night_date.year)
    assert "in one round" not in Browser().open(f"/nights/{match.night_date}/").text


# --- Where it is found, and what strangers see ---


def test_the_year_is_found_from_nights_leaderboard_and_in_january_from_home(time_machine):
    night = move(six_rounds(6), "2025-11-21").night_date
    months = Browser().open("/leaderboard/?from=2025-10&to=2025-12").links
    assert "October to December 2025 at our table" in months["/years/2025-10..2025-12/"][0].label
    assert not any("/years/" in (link or "") for link in Browser().open("/leaderboard/").links)
    for page in ("/nights/", f"/nights/{night}/"):
        assert "/years/2025/" in Browser().open(page).links
    for now, linked in (("2025-12-31T20:00Z", False), ("2026-01-31T20:00Z", True), ("2026-02-01T20:00Z", False)):
        time_machine.move_to(now, tick=False)
        assert ("/years/2025/" in Browser().open("/").links) == linked


def test_a_shared_year_names_no_club_place_or_running_match_and_follows_what_is_played():
    club = Club.get_default()
    Club.objects.update(name="The secret seven")
    match = move(six_rounds(6), "2026-03-01")
    club.nights.create(night_date=match.night_date, name="Ada’s fortieth", place="the barn", note="Ben owes 5")
    make_match(2, names=["Zebulon", "Ada"])
    link = share("/years/2026-03/")
    page = Stranger().get(link).text
    assert "March 2026 at our table" in page
    for secret in ("secret", "barn", "owes", "fortieth", "Zebulon"):
        assert secret not in page
        assert secret not in find_shared_page(link.split("/")[2]).svg
    picture = re.search(r"picture\.png\?v=\w+", page)[0]
    assert picture in Stranger().get(link).text
    move(six_rounds(6), "2026-03-08")
    again = Stranger().get(link).text
    assert "2 game nights" in " ".join(re.sub("<[^>]+>", " ", again).split())
    assert picture not in again


def test_strangers_look_at_a_year_one_after_the_other(monkeypatch):
    link = share(f"/years/{six_rounds(6).night_date.year}/")
    caches["figures"].clear()
    monkeypatch.setattr(stranger_turns, "seconds", 0)
    with stranger_turns.take(), monkeypatch.context() as waiting:
        waiting.setattr(year_figures, "_read_matches", None)
        assert Stranger().get(link).status_code == 503
    assert Stranger().get(link).status_code == 200


def test_a_match_that_is_deleted_while_its_year_is_drawn_is_not_told():
    match = move(six_rounds(6), "2026-03-01")
    year = Year(match.club, Period.year(2026))
    assert {told.match for told in Year(match.club, Period.year(2026)).highlights} == {match.pk}
    assert year.figures.matches
    Match.objects.filter(pk=match.pk).update(deleted=match.started)
    caches["figures"].clear()
    assert year.highlights == []


def test_a_year_of_more_matches_takes_no_more_queries(django_assert_max_num_queries):
    browser, counts = member(), []
    for matches in (2, 8):
        for number in range(matches):
            match = make_match(2, names=["Ada", "Ben", f"New {matches}"])
            recording.finish(match, entry(match))
            move(match, f"2026-03-0{number + 1}")
        with django_assert_max_num_queries(60) as first:
            browser.get("/years/2026/")
        with django_assert_max_num_queries(12):
            browser.get("/years/2026/")
        counts.append(len(first))
    assert counts[0] == counts[1]
