"""What the page calls out about the round that was saved last."""

import pytest

from scorekeeper.history.highlights import match_highlights, match_progress
from tests.matches.factory import called_out, make_match, reload, six_rounds
from tests.matches.simulated import MADE_UP, play_on, rng_of, simulate_match

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
        if lead.first == number > 1 and len(lead.sides) == 1:
            by_side.setdefault(match.side_names[lead.sides[0]], []).append(" took the lead")
        sentences = [name + " and".join(deeds) for name, deeds in by_side.items()]
        assert [text for text in called_out(match) if not text.startswith("The last ")] == sentences, number
        if not match.is_open:
            break


def test_the_last_round_is_called_out_before_it_is_played():
    assert "The last round" not in called_out(six_rounds(4))
    assert "The last round" in called_out(six_rounds(5))
    assert "The last round" not in called_out(six_rounds(6))


def test_nothing_is_called_out_before_the_first_round():
    assert called_out(make_match()) == []
