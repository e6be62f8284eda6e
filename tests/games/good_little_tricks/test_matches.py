from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.good_little_tricks.game import GAME
from games.good_little_tricks.record import Record, cards_in
from games.so_far import SoFar
from tests.games.good_little_tricks.rounds import NAMES, matches


@given(matches())
def test_a_match_adds_up_to_its_rounds_and_one_more_deck_for_each_spared_loser(
    match: tuple[SoFar, list[Record]],
) -> None:
    so_far, records = match
    done = GAME.fold(so_far, records)

    deck = cards_in(so_far.rules.deck)
    sweeps = sum(len(set(record.owners.values())) == 1 for record in records) if so_far.rules.sweep else 0
    assert sum(done.totals) == deck * (len(records) + sweeps * (so_far.players - 2))


@given(matches(), st.randoms(use_true_random=False))
def test_the_order_of_the_rounds_changes_no_total(match: tuple[SoFar, list[Record]], random: Random) -> None:
    so_far, records = match
    shuffled = sorted(records, key=lambda _: random.random())

    assert GAME.fold(so_far, records).totals == GAME.fold(so_far, shuffled).totals


@given(matches())
def test_the_lowest_total_wins_and_equal_ones_share_after_the_last_round(match: tuple[SoFar, list[Record]]) -> None:
    so_far, records = match
    done = GAME.fold(so_far, records)
    card = GAME.scorecard(done)

    assert card.finished == (len(records) == so_far.rules.rounds)
    best = {side for side, total in enumerate(done.totals) if total == min(done.totals)}
    assert set(card.winners) == (best if card.finished else set())
    assert {side for side, place in enumerate(card.places) if place == 1} == best


@given(matches())
def test_no_reason_names_a_player_who_may_be_renamed(match: tuple[SoFar, list[Record]]) -> None:
    reasons = [line.reason for scored in GAME.fold(*match).rounds for line in scored.lines]

    assert not [reason for reason in reasons if any(name in reason for name in NAMES)]
