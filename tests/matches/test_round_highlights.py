import pytest

from games.core.schema import read
from scorekeeper.history.highlights import match_highlights, match_progress
from scorekeeper.matches import recording
from tests.cases import cases
from tests.matches.factory import called_out, entry, make_match, reload, six_rounds, suits
from tests.matches.simulated import MADE_UP, play_on, rng_of, simulate_match
from tests.matches.test_stand_ins import seated

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", MADE_UP, ids=lambda game: game.key)
def test_deeds_and_leads_are_called_out_as_night_and_review_have_them(game):
    rng = rng_of(game.key)
    match = simulate_match(game, rng, 0)
    titles = {rule.title for rule in (*game.highlight_rules, *game.bid_highlights)}
    for number in range(1, 31):
        play_on(match, rng, 1)
        highlights, by_side = match_highlights([reload(match)])[match.pk], {}
        for deed in highlights:
            if deed.round_number == number and deed.title in titles:
                by_side.setdefault(deed.name, []).append(deed.deed)
        lead = match_progress([reload(match)])[match.pk].leads[-1]
        if match.is_open and lead.first == number > 1 and len(lead.sides) == 1:
            by_side.setdefault(match.side_names[lead.sides[0]], []).append(" took the lead")
        sentences = [name + " and".join(deeds) for name, deeds in by_side.items()]
        assert [text for text in called_out(match) if not text.startswith("The last ")] == sentences, number
        if not match.is_open:
            break


def test_the_moments_of_a_stand_in_have_their_name_and_no_other_round_has():
    match = seated(make_match(game="spades"), Ada="Eve")
    nil = {"bids": [0, 4, 4, 3], "tricks": [0, 4, 4, 5]}
    recording.play(match, read(nil, match.game.facts), entry(match))
    match = seated(reload(match))
    assert called_out(match) == ["Eve made nil"]
    recording.play(match, read(nil, match.game.facts), entry(match))
    assert called_out(match) == ["Ada made nil"]


def test_a_stand_in_takes_the_lead():
    match = seated(six_rounds(), Ada="Eve")
    for taker in (0, 1, 1):
        recording.play(match, read(suits(*[taker] * 5, 2), match.game.facts), entry(match))
    assert called_out(match) == ["Eve took the lead"]


def test_who_made_nil_is_named_alone_and_the_pair_took_the_lead():
    match = make_match(game="spades")
    for facts in (
        {"bids": [3, 4, 3, 3], "tricks": [3, 4, 3, 3]},
        {"bids": [4, 3, 0, 4], "tricks": [4, 4, 0, 5]},
    ):
        recording.play(match, read(facts, match.game.facts), entry(match))
    assert called_out(match) == ["Cleo made nil", "Ada & Cleo took the lead"]


@cases("rounds, sentences", [(3, ["Ben took the lead", "The last round"]), (2, [])])
def test_who_wins_by_taking_the_lead_is_not_called_out_as_well(rounds, sentences):
    match = make_match(game="any-game", ends={"rounds": rounds})
    for points in ([1, 0, 0, 0], [0, 5, 0, 0]):
        recording.play(match, read({"points": points}, match.game.facts), entry(match))
    assert called_out(match) == sentences


def test_the_last_round_is_called_out_before_it_is_played():
    assert "The last round" not in called_out(six_rounds(4))
    assert "The last round" in called_out(six_rounds(5))
    assert "The last round" not in called_out(six_rounds(6))


def test_nothing_is_called_out_before_the_first_round():
    assert called_out(make_match()) == []
