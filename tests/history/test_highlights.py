"""Highlights of matches: the biggest round, a comeback, what a game declares; and how totals moved."""

import pytest

from games.core.registry import find, games
from games.core.schema import read
from scorekeeper.history.highlights import all_highlights, match_highlights, match_progress
from scorekeeper.history.recap import match_picture
from scorekeeper.history.review import MatchReview
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from scorekeeper.matches.progress import Lead, MatchProgress, Swing
from scorekeeper.statistics.records import records
from scorekeeper.statistics.selection import Selection
from tests.cases import cases
from tests.matches.factory import entry, make_match, reload, six_rounds, suits

pytestmark = pytest.mark.django_db


def highlights_of(match):
    """The highlights of a match as people see them."""
    return [
        (highlight.title, highlight.round_number, highlight.name, highlight.deed)
        for highlight in match_highlights([reload(match)])[match.pk]
    ]


def collected(*owners):
    """A finished game of six rounds in which these seats collected all suits but the last; it went to the next seat."""
    match = six_rounds()
    for number in owners:
        recording.play(match, read(suits(*[number] * 5, (number + 1) % 3), match.game.facts), entry(match))
    return match


def test_the_biggest_round_is_a_highlight_or_the_costliest_if_low_totals_win():
    assert highlights_of(make_match(3)) == [("Biggest round", 3, "Ada", " scored 3 in one hand")]
    match = collected(1, 2)
    cost = match_progress([match])[match.pk].points[0][1]
    assert highlights_of(match) == [("Costliest round", 1, "Ben", f" took {cost} in one round")]


def test_a_right_to_left_name_is_isolated_in_a_picture():
    match = make_match(3, names=["נועם", "Ben", "Cleo", "Dan"])

    assert "\N{FIRST STRONG ISOLATE}נועם\N{POP DIRECTIONAL ISOLATE} scored 3" in match_picture(MatchReview(match, ""))


def test_the_picture_of_a_match_has_the_colour_of_its_game():
    match = make_match(3)

    assert match.game.colour in match_picture(MatchReview(match, ""))


def test_the_picture_leaves_out_emojis_which_its_font_lacks():
    match = make_match(4, names=("Zoë 🦊", "B👍🏽en ☀️ ♥"))

    svg = match_picture(MatchReview(match, ""))

    assert "Zoë scored " in svg
    assert "&#x2068;Zoë&#x2069;</text>" in svg
    assert "&#x2068;Ben ☀ ♥&#x2069;</text>" in svg
    assert not {*"🦊👍🏽\ufe0f"} & {*svg}


def test_a_highlight_that_a_game_declares_has_its_words():
    title, number, name, deed = highlights_of(make_match(5))[-1]

    assert (title, number, name) == ("Sandbag penalty", 5, "Ada")
    assert deed == " lost 100 points to sandbags"


def test_only_the_matching_line_of_a_rule_is_a_highlight():
    match = six_rounds(1)
    recording.play(match, read(suits(*[2] * 6), match.game.facts), entry(match))

    assert [highlight[:3] for highlight in highlights_of(match) if highlight[0] == "The board swept"] == [
        ("The board swept", 2, "Cleo")
    ]


def test_a_deed_that_costs_the_others_is_told_once():
    match = six_rounds()
    recording.play(match, read(suits(*[2] * 6), match.game.facts), entry(match))

    assert highlights_of(match) == [("The board swept", 1, "Cleo", " swept the board")]


def test_the_biggest_hand_is_not_told_again_where_a_deed_made_it_so_big():
    match = make_match(game="spades")
    for facts in ({"bids": [3] * 4, "tricks": [4, 3, 3, 3]}, {"bids": [0, 4, 5, 3], "tricks": [0, 4, 5, 4]}):
        recording.play(match, read(facts, match.game.facts), entry(match))

    assert highlights_of(match) == [("Nil made", 2, "Ada", " made nil")]
    # Biggest rounds of other matches are compared with it.
    reported = [highlight for highlight in all_highlights([reload(match)])[match.pk] if highlight.reported]
    assert [(highlight.title, highlight.size) for highlight in reported] == [("Biggest round", 150)]


def test_a_bid_that_a_game_declares_is_told_with_the_hand():
    match = make_match(game="oh-hell", hands="same", largest=9)
    for bids, tricks in (([2, 2, 2, 1], [3, 2, 2, 2]), ([5, 3, 2, 0], [5, 2, 2, 0])):
        recording.play(match, read({"bids": bids, "tricks": tricks}, match.game.facts), entry(match))

    assert highlights_of(match) == [
        ("Most of the tricks", 2, "Ada", " made a bid of 5 with 9 cards"),
        ("Zero with many cards", 2, "Dan", " made a bid of zero with 9 cards"),
    ]


def test_two_penalties_of_one_hand_are_one_highlight():
    match = make_match(game="spades", bags_at=2)
    facts = {"bids": [1, 2, 1, 2], "tricks": [5, 1, 2, 5]}
    recording.play(match, read(facts, match.game.facts), entry(match))

    assert [highlight[1:] for highlight in highlights_of(match)] == [
        (1, "Ada & Cleo", " lost 200 points to bags"),
        (1, "Ben & Dan", " lost 100 points to bags"),
    ]


def test_a_comeback_names_the_winner_and_makes_good_more_than_a_usual_round():
    match = collected(0, 0, 1, 1, 2, 2)
    progress = match_progress([match])[match.pk]
    deficit = -min(swing.before for swing in progress.swings(0))

    assert reload(match).seat_list[0].won
    assert ("Comeback", 2, "Ada", f" came back from {deficit} behind") in highlights_of(match)
    assert "Comeback" not in [title for title, *_ in highlights_of(collected(0, 1, 1, 2, 2, 2))]


def test_an_open_match_or_a_winner_never_behind_is_no_comeback():
    for owners in ((0, 1, 1), (1, 1, 1, 1, 1, 1)):
        assert "Comeback" not in [title for title, *_ in highlights_of(collected(*owners))], owners


def test_a_lead_that_begins_with_the_last_round_is_a_highlight_of_the_only_winner():
    last = ("Won in the last round", 6, "Ben", " took the lead in the last round")

    assert last in highlights_of(collected(1, 0, 0, 0, 2, 2))
    for owners in ((1, 0, 0, 0, 2), (0, 0, 1, 1, 2, 2)):
        assert last not in highlights_of(collected(*owners)), owners


def test_highlights_of_many_matches_take_four_queries(django_assert_num_queries):
    matches = [make_match(5), make_match(2), collected(0, 1), make_match(), make_match(9, game="oh-hell")]
    matches = [reload(match) for match in matches]
    assert all(match.side_names for match in matches)

    with django_assert_num_queries(4):
        by_match = match_highlights(matches)

    assert by_match == {match.pk: match_highlights([match])[match.pk] for match in matches}


@cases("game", games().values())
def test_every_declared_highlight_names_a_paragraph(game):
    rules = (game.folder / "rules.md").read_text()

    assert [tale.rule for tale in game.highlight_rules if f"{{#{tale.rule}}}" not in rules] == []
    assert all(tale.title for tale in (*game.highlight_rules, *game.bid_highlights))


def progress_of(*points, game="big-little"):
    return MatchProgress(find(game), len(points[0]), points)


def test_leads_are_runs_of_rounds():
    assert progress_of((1, 0), (1, 0), (0, 2), (0, 1)).leads == [Lead(1, 2, (0,)), Lead(3, 3, (0, 1)), Lead(4, 4, (1,))]
    assert progress_of((1, 0), game="good-little-tricks").leads == [Lead(1, 1, (1,))]


@cases(
    "points, since",
    [
        ([(1, 0), (1, 0)], 1),
        ([(0, 1), (2, 0)], 2),
        ([(1, 0), (0, 2), (1, 0), (5, 0)], 4),  # to be level is not to lead
        ([(5, 0), (0, 6)], None),
        ([(0, 0)], None),
    ],
)
def test_a_lead_for_good_begins_after_the_last_round_not_ahead_alone(points, since):
    last = progress_of(*points).last_not_ahead(0)
    assert (last and last.number) == since


def test_the_biggest_swing_is_the_round_that_moved_a_side_most():
    assert progress_of((1, 0), (0, 9), (20, 0), (3, 0)).swing(0) == Swing(3, -8, 12)
    assert progress_of((0, 1)).swing(0) is None
    assert progress_of((3, 0), (0, 1), (3, 0)).swing(0) is None, "two rounds moved it equally"


def test_the_progress_read_from_the_ledger_is_as_scored():
    match = make_match(6)
    game = collected(0, 2, 1)

    progress = match_progress([match, game])

    for played in (match, game):
        fresh = Match.objects.get(pk=played.pk)
        assert progress[played.pk].totals[1:] == [scored.totals for scored in fresh.state.rounds]
        assert {type(points) for row in progress[played.pk].points for points in row} == {int}


def test_what_is_paid_after_the_last_round_is_of_no_round():
    sheet = [{"name": "Points"}, {"name": "Boxes", "each": 20, "at_end": True}]
    match = make_match(game="any-game:Gin", names=("Ada", "Ben"), columns=sheet, ends={"rounds": 2}, end_bonus=100)
    for rows in ([[40, 1], [0, 0]], [[30, 1], [0, 0]]):
        recording.play(match, read({"columns": rows}, match.game.facts), entry(match))

    assert match.state.totals == (70 + 2 * 20 + 100, 0)
    assert highlights_of(match) == [("Biggest round", 1, "Ada", " scored 40 in one round")]
    [of_game] = Selection(match.club, game=match.game_key).on_each_scale()
    held = {kind.key: best[0].value for kind, best in records(of_game, of_game.record_kinds)}
    assert held == {"highest-total": 210, "lowest-total": 0, "biggest-round": 40}
