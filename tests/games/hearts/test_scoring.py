"""Any hand of Hearts costs what people write down, and a match ends as they end it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.schema import read
from games.hearts.facts import Facts
from games.hearts.game import GAME
from tests.games.every_game import NAMES, any_table
from tests.games.hearts.play import count
from tests.thoroughness import many


@st.composite
def any_hand(draw, table):
    """Facts of a hand by chance: a moon as often as not."""
    seats = st.integers(0, table.players - 1)
    queen = draw(seats)
    takers = [queen] * 13 if draw(st.booleans()) else draw(st.lists(seats, min_size=13, max_size=13))
    facts = {"hearts": [takers.count(seat) for seat in range(table.players)], "queen": queen}
    if table.rules.jack:
        facts["jack"] = draw(seats)
    if table.rules.moon == "choice" and facts["hearts"][queen] == 13:
        facts["moon_off"] = draw(st.booleans())
    return facts


@settings(max_examples=many(400))
@given(st.data())
def test_a_match_of_any_hands_is_counted_and_won_as_people_do_it(data):
    state = data.draw(any_table(GAME))
    totals = [0] * state.players
    for _ in range(data.draw(st.integers(1, 12))):
        facts = data.draw(any_hand(state))
        state = GAME.play(state, read(facts, Facts))
        totals = [a + b for a, b in zip(totals, count(facts, state.rules), strict=True)]
        assert list(state.totals) == totals
        if max(totals) >= state.rules.target:
            assert GAME.finish(state) == tuple(seat for seat, total in enumerate(totals) if total == min(totals))
            break
        assert GAME.finish(state) is None


def test_a_hand_without_a_moon_costs_26_and_every_line_says_why():
    state = GAME.play(GAME.table(NAMES[:3], 0, {}), read({"hearts": [5, 0, 8], "queen": 2}, Facts))

    assert [(line.side, line.points, line.reason) for line in state.rounds[0].lines] == [
        (0, 5, "5 hearts: 5 points"),
        (1, 0, "no hearts and no queen"),
        (2, 8, "8 hearts: 8 points"),
        (2, 13, "the queen of spades: 13"),
    ]
