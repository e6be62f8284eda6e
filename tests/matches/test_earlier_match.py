"""A first round is asked for the way in which the club entered its match before."""

import pytest

from games.core.schema import read
from scorekeeper.clubs.models import Club
from scorekeeper.matches import recording
from scorekeeper.matches.answers import Place
from scorekeeper.matches.models import EntryMode, Match
from scorekeeper.matches.round_entry import RoundEntry
from tests.devices import member
from tests.matches.factory import entry, make_match, match_form, reload

pytestmark = pytest.mark.django_db

ADDERS = {"side": 0, "kind": "adders", "adders": 1}
# Facts entered in another way than a first round asks for, and the question of that way.
OTHER_WAY = {
    "maverick": ({"tricks": [ADDERS] * 12 + [{"side": 1, "kind": "plain"}], "turned": ["KH", "9C"]}, "tricks"),
    "ten-point-pitch": ({"bidder": 0, "bid": 4, "points": [6, 4], "lost": 0}, "took"),
}


def first_form(match):
    return RoundEntry.from_answers(reload(match), Place(EntryMode.PLAY, 1)).form


def play(match, facts):
    recording.play(match, read(facts, match.game.facts), entry(match))


@pytest.mark.parametrize("game", OTHER_WAY)
def test_a_first_round_is_entered_as_the_match_before(game):
    facts, question = OTHER_WAY[game]
    before, last = make_match(game=game), make_match(game=game)
    assert not first_form(last).is_asked(question)
    play(before, facts)
    assert first_form(last).is_asked(question)


@pytest.mark.parametrize("game", OTHER_WAY)
def test_no_deleted_match_and_no_other_club_says_how_a_table_enters(game):
    facts, question = OTHER_WAY[game]
    before, last = make_match(game=game), make_match(game=game)
    play(before, facts)
    Match.objects.filter(pk=before.pk).update(club=Club.objects.create(name="Others"))
    assert not first_form(last).is_asked(question)
    Match.objects.filter(pk=before.pk).update(club=Club.get_default())
    assert first_form(last).is_asked(question)
    recording.delete_match(reload(before), before.token)
    assert not first_form(last).is_asked(question)


def test_a_first_round_that_is_saved_too_early_is_refused_for_what_it_asks():
    before, last = make_match(game="ten-point-pitch"), make_match(game="ten-point-pitch")
    play(before, OTHER_WAY["ten-point-pitch"][0])
    refused = member().post(f"/matches/{last.pk}/rounds/", match_form(last, {"bidder": "0", "bid": "5"}, number=1))
    assert "Left to enter: Points of the bidding side" in refused.content.decode()
    assert "Left to enter: Ace" not in refused.content.decode()


def test_a_round_put_in_before_the_first_is_entered_as_that_one():
    match = make_match(game="ten-point-pitch")
    play(match, OTHER_WAY["ten-point-pitch"][0])
    assert RoundEntry.from_answers(reload(match), Place(EntryMode.INSERT, 1)).form.is_asked("took")
