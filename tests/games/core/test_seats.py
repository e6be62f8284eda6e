"""Players put in another order for rounds that are played: what they did and scored stays theirs."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.core.deal import partners_across
from games.core.errors import Impossible
from games.core.round_form import form_class, open_form
from games.core.seats import reseating
from tests.games.every_game import GAMES, any_match, refusal
from tests.thoroughness import many

any_order = settings(max_examples=many(300, few=12))


def by_person(match):
    """All that a match says of its players and partners, by their names."""
    said = []
    for scored in match.rounds:
        facts, names = scored.facts, match.names
        sides = {side: frozenset(names[seat] for seat in seats) for side, seats in enumerate(match.teams)}
        said.append((
            names[scored.deal.dealer], names[scored.deal.first],
            {sides[side]: points for side, points in enumerate(scored.points)},
            {sides[side]: total for side, total in enumerate(scored.totals)},
            Counter((names[bid.seat], *bid[1:]) for bid in facts.bids_made(scored.deal, match)),
            Counter((sides.get(taken.side), *taken[1:]) for taken in facts.tricks_taken()),
            dict(zip(sides.values(), map(len, facts.notes(scored.deal, match)), strict=True)),
        ))  # fmt: skip
    return said


def in_order(match, table, order, rounds=None):
    """The match as these players would have played it in another order, and the change to it."""
    change = reseating(order, table.teams, table.names)
    names = [table.names[old] for old in order]
    rules = table.rules.differing
    marks = [table.marks[side] for side in change.sides]
    new = table.game.table(names, change.seats.index(table.first_dealer), rules, marks)
    return table.game.replay(new, [change.move(scored.facts) for scored in match.rounds[:rounds]]), change


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@any_order
@given(data=st.data())
def test_a_table_that_is_only_turned_plays_the_same_match(game, data):
    # Everybody sits as they do to each other, so each line stays: a field without its type would show here.
    table, match = data.draw(any_match(game))
    step = data.draw(st.integers(0, table.players - 1))
    try:
        change = reseating([(seat + step) % table.players for seat in range(table.players)], table.teams, table.names)
    except Impossible:
        assume(False)
    turned, _ = in_order(match, table, change.seats)
    assert by_person(turned) == by_person(match)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@any_order
@given(data=st.data())
def test_another_order_leaves_each_player_what_they_did(game, data):
    table, match = data.draw(any_match(game))
    order = data.draw(st.permutations(range(table.players)))
    try:
        change = reseating(order, table.teams, table.names)
    except Impossible:
        assert len(table.teams) < table.players
        return
    back = reseating([order.index(seat) for seat in range(table.players)], table.teams, table.names)
    assert [back.move(change.move(scored.facts)) for scored in match.rounds] == [one.facts for one in match.rounds]
    try:
        moved, _ = in_order(match, table, order)
    except Impossible:
        return  # what the cards did not allow in this order
    for old, new in zip(by_person(match), by_person(moved), strict=True):
        assert old[5:] == new[5:]
        if not game.deals_cards:
            assert old[2:4] == new[2:4]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@any_order
@given(data=st.data())
def test_answers_that_are_being_entered_say_the_same_of_the_same_players(game, data):
    table, match = data.draw(any_match(game))
    assume(match.rounds)
    order = data.draw(st.permutations(range(table.players)))
    try:
        _, change = in_order(match, table, order)
    except Impossible:
        return
    last = match.rounds[-1].facts
    old, new = (
        replace(state, rounds_ahead=len(match.rounds) - 1) for state in (table, in_order(table, table, order)[0])
    )
    answers = form_class(game).answers_of(last, game.replay(table, [scored.facts for scored in match.rounds[:-1]]))
    before, after = open_form(old, answers), open_form(new, answers)
    translated = [before.translate(name, answer, after) for name, answer in answers.items()]
    if not all(translated):
        # Of partners in another order the names of their side are others, too.
        assert len(table.teams) < table.players
        return
    state, _ = in_order(match, table, order, rounds=len(match.rounds) - 1)
    form = open_form(state, dict(translated))
    assert form.is_valid(), form.first_error
    # Not the facts: the sides of “all together” are named in any order.
    entered, moved = (form.answers_of(facts, state) for facts in (form.round_facts, change.move(last)))
    assert entered == moved


def test_partners_stay_partners():
    teams, names = partners_across(4, None), ["Ada", "Ben", "Cleo", "Dan"]
    assert reseating([1, 2, 3, 0], teams, names).sides == (1, 0)
    assert reseating([2, 1, 0, 3], teams, names).sides == (0, 1)
    assert refusal(reseating, [0, 2, 1, 3], teams, names)[0] == (
        "Ada and Ben would be partners then, but played on different sides: everybody keeps their partner"
    )
    assert "each of them once" in refusal(reseating, [0, 1, 2, 2], teams, names)[0]
