"""Stories of a match are true: each sentence is worked out again from the totals after every round."""

import re
from html import unescape
from itertools import pairwise
from random import Random
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.utils.html import strip_tags

from games.core.registry import find
from scorekeeper.clubs.models import Club
from scorekeeper.history.game_nights import find_night
from scorekeeper.history.highlights import all_highlights
from scorekeeper.history.recap import MAX_STORIES, STORIES_HEIGHT, night_picture, placed_stories, recap
from scorekeeper.history.review import MatchReview
from scorekeeper.matches.models import Match
from scorekeeper.matches.progress import MatchProgress, find_turning_point
from tests.games.every_game import samples
from tests.matches.simulated import MADE_UP, do_something, play_on, simulate_match
from tests.thoroughness import many

pytestmark = pytest.mark.django_db

HIGH_AND_LOW = "big-little", "hearts"


def gap_in_words(points):
    return f"{abs(points)} {'ahead' if points > 0 else 'behind'}" if points else "level"


class Oracle:
    """A match by its totals alone: `distance(side, n)` is how far a side is ahead of the best other after round n."""

    def __init__(self, points, lowest_wins):
        self.rounds, self.sign = len(points), -1 if lowest_wins else 1
        self.totals = [
            [sum(row[side] for row in points[:n]) for side in range(len(points[0]))] for n in range(self.rounds + 1)
        ]

    def distance(self, side, number):
        own = self.sign * self.totals[number][side]
        others = [self.sign * total for other, total in enumerate(self.totals[number]) if other != side]
        return own - max(others) if others else 0

    def leads_alone(self, side, number):
        return self.distance(side, number) > 0

    def check(self, sentence, side):
        """Whether a sentence about the winner is so."""
        alone = [self.leads_alone(side, number) for number in range(1, self.rounds + 1)]
        end = self.distance(side, self.rounds)
        if match := re.search(r"took the lead for good in \w+ (\d+), from (.*?)\.", sentence):
            number = int(match[1])
            return (
                all(alone[number - 1 :])
                and number > 1
                and not alone[number - 2]
                and match[2] == gap_in_words(self.distance(side, number - 1))
            )
        if re.search(r"led from the first \w+ to the end\.", sentence):
            return all(alone)
        if match := re.search(r"won, though (.*?)\.", sentence):
            return end < 0 and match[1] == gap_in_words(end)
        return "won with equal totals." in sentence and end == 0

    def check_swing(self, number, words, side):
        gains = [self.distance(side, n) - self.distance(side, n - 1) for n in range(1, self.rounds + 1)]
        before, after = self.distance(side, number - 1), self.distance(side, number)
        return (
            gains[number - 1] == max(gains) > 0
            and gains.count(max(gains)) == 1
            and words == f"from {gap_in_words(before)} to {gap_in_words(after)}"
        )

    def check_deed(self, deed, side, points):
        """Whether a highlight that follows from the points is so; True for others, which games declare."""
        if match := re.search(r"^ (?:scored|took) (\d+) in one \w+$", deed):
            return int(match[1]) == max(map(max, points)) == max(row[side] for row in points)
        if match := re.search(r"^ came back from (\d+) behind$", deed):
            deficit = -min(self.distance(side, number) for number in range(self.rounds + 1))
            spreads = sorted(max(row) - min(row) for row in points)
            middle = (spreads[(len(spreads) - 1) // 2] + spreads[len(spreads) // 2]) / 2
            return int(match[1]) == deficit > middle and self.distance(side, self.rounds) >= 0
        if deed.startswith(" took the lead in the last "):
            return [self.leads_alone(side, number) for number in (self.rounds - 1, self.rounds)] == [False, True]
        return True


def sentence_of(match, turning_point):
    rounds = SimpleNamespace(address_of="#round-{}".format)
    html = render_to_string("matches/_turning_point.html", {"match": match, "turn": turning_point, "rounds": rounds})
    return re.sub(r"\s+", " ", strip_tags(html)).replace(" ,", ",").replace(" .", ".").strip()


def test_how_a_match_was_won_is_so_in_random_matches_with_ties():
    rng = Random(33)
    told = set()
    for number in range(many(4000)):
        game, sides = find(HIGH_AND_LOW[number % 2]), rng.choice([2, 3, 4, 6])
        # Few different points, so that totals are often equal.
        points = [tuple(rng.choice((0, 1, 1, 2, 10)) for _ in range(sides)) for _ in range(rng.randint(1, 8))]
        progress, oracle = MatchProgress(game, sides, points), Oracle(points, game.lowest_wins)
        # Rules may name a winner whatever the totals are.
        winners = game.leaders(progress.totals[-1]) if rng.random() < 0.8 else (rng.randrange(sides),)
        seats = [SimpleNamespace(side=side, won=side in winners) for side in range(sides)]
        match = SimpleNamespace(pk=1, game=game, seat_list=seats, side_names=[f"Side {side}" for side in range(sides)])
        turning_point = find_turning_point(match, progress)
        if len(winners) > 1:
            assert turning_point is None
            continue
        sentence = sentence_of(match, turning_point)
        assert oracle.check(sentence, winners[0]), (points, winners, sentence)
        told.add(re.sub(r"\d+|Side", "", sentence).split(",")[0])
        if swing := turning_point.swing:
            assert oracle.check_swing(swing.number, swing.in_words, winners[0]), (points, swing)
    assert len(told) == 4, "each kind of sentence was told"


@pytest.mark.parametrize("game", [game.key for game in MADE_UP])
def test_the_story_of_a_match_of_every_game_is_so_after_any_corrections(game):
    for match in corrected_matches(find(game), Random(game)):
        points = [scored.points for scored in match.state.rounds]
        review, oracle = MatchReview(match), Oracle(points, match.game.lowest_wins)
        winners = {seat.side for seat in match.seat_list if seat.won}
        check_the_lead(review, oracle, winners)
        for highlight in review.highlights:
            assert oracle.check_deed(highlight.deed, highlight.side, points), highlight
            assert " came back" not in highlight.deed or highlight.side in winners
            of_a_match = highlight.title in ("Comeback", "Won in the last round")
            present = {} if of_a_match else match.stand_ins.get(highlight.round_number, {})
            players = [present.get(seat, match.seat_list[seat].player) for seat in match.teams[highlight.side]]
            names = [player.name for player in players]
            is_of_bid = highlight.title in {declared.title for declared in match.game.bid_highlights}
            assert highlight.name in (names if is_of_bid else [" & ".join(names)])
        if deeds := samples(match.game).deeds:
            declared = {rule.title for rule in (*match.game.highlight_rules, *match.game.bid_highlights)}
            told = [
                (story.round_number, story.side, story.deed) for story in review.highlights if story.title in declared
            ]
            assert sorted(told) == sorted(
                {(number, match.state.side_of(seat), deed) for number, seat, deed in deeds(match)}
            )


def corrected_matches(game, rng):
    """Made-up matches, of which half were corrected, undone, called over and resumed; without those of no round."""
    for number in range(many(250, 6)):
        match = simulate_match(game, rng, rng.choice([3, 12, 40]), any_rules=number % 3 > 0)
        for _ in range(rng.choice([0, 6])):
            match = Match.objects.get(pk=match.pk)
            do_something(match, rng)
        match = Match.objects.get(pk=match.pk)
        play_on(match, rng, number)
        if match.round_facts:
            yield Match.objects.get(pk=match.pk)


def check_the_lead(review, oracle, winners):
    """Compare who led after each round, and how the only winner won."""
    best = [
        (after, side)
        for lead in review.progress.leads
        for after in range(lead.first, lead.last + 1)
        for side in lead.sides
    ]
    assert best == [
        (after, side)
        for after, totals in enumerate(oracle.totals)
        for side, total in enumerate(totals)
        if after and oracle.sign * total == max(oracle.sign * other for other in totals)
    ]
    turn = review.turning_point
    assert bool(turn) == (review.match.game.has_points and len(winners) == 1 < review.progress.sides)
    assert not turn or oracle.check(sentence_of(review.match, turn), *winners)
    assert not turn or not turn.swing or oracle.check_swing(turn.swing.number, turn.swing.in_words, *winners)


def test_the_stories_of_a_picture_are_as_far_from_each_other_whatever_their_lines():
    short, long = (0, "Ada won"), (0, "Ada took the lead in the last round " * 2)
    for stories in ([short] * 3, [long, short, short], [short, long, short], [long] * 3, [long], []):
        places = [(story["down"], story["down"] + 42 * (len(story["lines"]) - 1)) for story in placed_stories(stories)]
        gaps = {below[0] - above[1] for above, below in pairwise(places)}
        assert len(gaps) < 2
        assert all(gap > 42 for gap in gaps)
        assert all(last <= STORIES_HEIGHT for _, last in places)


def test_the_highlights_of_a_night_begin_with_the_rarest():
    rng = Random(5)
    club, matches = Club.get_default(), [simulate_match(game, rng, 30) for game in MADE_UP * many(4, 2)]
    highlights = {match.pk: all_highlights([Match.objects.get(pk=match.pk)])[match.pk] for match in matches}
    orders = 0
    for night_date in {match.night_date for match in matches}:

        def rarity(night_highlight, year=night_date.year):
            """The share of matches on the same scale, of this year and the last, that had one at least as big."""
            highlight, match, _ = night_highlight
            alike = [
                [other.size for other in highlights[played.pk] if other.title == highlight.title]
                for played in matches
                if played.game_key == match.game_key
                and played.initial_state.rules.scale == match.initial_state.rules.scale
                and played.night_date.year in (year - 1, year)
            ]
            return sum(max(sizes, default=-1) >= highlight.size for sizes in alike) / len(alike)

        shown = find_night(club, night_date).highlights
        # A second highlight of one title comes after the first of each.
        firsts = {entry.highlight.title: entry for entry in reversed(shown)}
        order = [(rarity(entry), -entry.highlight.size) for entry in shown if firsts[entry.highlight.title] is entry]
        assert order == sorted(order)
        orders += len({share for share, _ in order}) > 1
    assert orders > 3


def test_the_recap_of_a_night_says_of_each_match_what_its_review_says():
    rng = Random(7)
    nights = {simulate_match(game, rng, many(30, 12)).night_date for game in MADE_UP for _ in range(many(3, 2))}
    club = Club.get_default()
    for night_date in nights:
        night = find_night(club, night_date)
        of_matches = {match.pk: MatchReview(Match.objects.get(pk=match.pk)).highlights for match in night.matches}
        for night_highlight in night.highlights:
            alike = [
                other
                for match in night.matches
                if match.game_key == night_highlight.match.game_key
                for other in of_matches[match.pk]
                if other.title == night_highlight.highlight.title
            ]
            assert night_highlight.highlight in of_matches[night_highlight.match.pk]
            assert night_highlight.highlight.size == max(other.size for other in alike)
            deeds = [other.deed for other in alike]
            assert night_highlight.others == deeds.count(night_highlight.highlight.deed) - 1
        wins = {
            attendee.player.name: sum(
                seat.won for match in night.matches for seat in match.seat_list if seat.player == attendee.player
            )
            for attendee in night.attendees
        }
        texts = [" ".join(unescape(strip_tags(night_picture(night))).split()), recap(night)]
        for highlight, match, _ in night.highlights[:MAX_STORIES]:
            story = f"{match.game.name}: {highlight.name}{highlight.deed}"
            assert all(story in text for text in texts), story
        most = max(wins.values())
        assert sorted(night.winner_names) == sorted(name for name, count in wins.items() if count == most > 0)
        finished = sum(match.finished for match in night.matches)
        only = "won the only match" if len(night.matches) == 1 else "won the only finished match"
        assert not most or (f"won {most} of {finished} matches" if finished > 1 else only) in night.result
        for attendee, seats in night.results:
            assert sum(seat.won for seat in seats if seat) == wins[attendee.player.name]
        for name, count in wins.items():
            assert not count or f"{name} {count} win" in recap(night)
