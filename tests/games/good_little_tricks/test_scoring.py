from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.good_little_tricks.game import GAME, house_decks
from games.good_little_tricks.record import SIZES, Record, cards_in
from games.scorecard import Line, ScoredRound
from games.so_far import SoFar
from games.typed import read

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")
SPLITS = [(a, b, 27 - a - b) for a in range(28) for b in range(28 - a)]


def table(players: int = 3, **rules: object) -> SoFar:
    return GAME.table(NAMES[:players], 0, rules)


def collected(**owners: int) -> Record:
    return read({"suits": owners}, Record)


def all_six(*owners: int) -> Record:
    return collected(**dict(zip(SIZES, owners, strict=True)))


def played(record: Record, so_far: SoFar | None = None) -> ScoredRound:
    return GAME.play(so_far or table(), record).rounds[-1]


@pytest.mark.parametrize(
    ("suit", "points"), [("orange", 2), ("purple", 3), ("green", 4), ("pink", 5), ("blue", 6), ("red", 7)]
)
def test_a_suit_costs_a_point_for_each_of_its_cards(suit: str, points: int) -> None:
    scored = played(collected(**{**dict.fromkeys(SIZES, 0), suit: 1}))

    assert scored.points == (27 - points, points, 0)
    assert [line for line in scored.lines if line.side == 1] == [
        Line(1, "card-points", points, f"{suit}: {points} cards")
    ]


def test_each_suit_has_its_own_line_and_who_has_none_reads_why() -> None:
    scored = played(all_six(0, 1, 0, 1, 1, 0))

    assert scored.lines == (
        Line(0, "card-points", 2, "orange: 2 cards"),
        Line(0, "card-points", 4, "green: 4 cards"),
        Line(0, "card-points", 7, "red: 7 cards"),
        Line(1, "card-points", 3, "purple: 3 cards"),
        Line(1, "card-points", 5, "pink: 5 cards"),
        Line(1, "card-points", 6, "blue: 6 cards"),
        Line(2, "card-points", 0, "no suit collected, no points"),
    )


def test_a_sweep_costs_everybody_but_the_sweeper_the_whole_deck() -> None:
    scored = played(all_six(1, 1, 1, 1, 1, 1))

    assert scored.lines == (
        Line(0, "sweep", 27, "another player swept the board: all 27 cards count here"),
        Line(1, "sweep", 0, "all 27 cards: the board is swept, no points"),
        Line(2, "sweep", 27, "another player swept the board: all 27 cards count here"),
    )


@pytest.mark.parametrize("lost", SIZES)
def test_all_suits_but_one_are_no_sweep(lost: str) -> None:
    scored = played(collected(**{**dict.fromkeys(SIZES, 2), lost: 0}))

    assert scored.points == (SIZES[lost], 0, 27 - SIZES[lost])


def test_without_the_house_rule_a_sweep_is_a_plain_count() -> None:
    assert played(all_six(1, 1, 1, 1, 1, 1), table(sweep=False)).points == (0, 27, 0)


def test_a_sweep_of_a_house_deck_costs_that_whole_deck() -> None:
    so_far = table(4, deck=["orange", "green", "pink", "blue", "red"])

    assert played(collected(orange=3, green=3, pink=3, blue=3, red=3), so_far).points == (24, 24, 24, 0)


def test_a_deck_of_one_suit_is_always_swept() -> None:
    assert played(collected(green=1), table(2, deck=["green"])).points == (4, 0)


def test_nobody_can_have_one_point_or_twenty_six_and_only_319_of_406_splits_can_be() -> None:
    so_far = table(sweep=False)
    possible = {played(all_six(*owners), so_far).points for owners in product(range(3), repeat=6)}
    without_1_or_26 = {split for split in SPLITS if not {1, 26} & set(split)}

    assert (len(SPLITS), len(possible)) == (406, 319)
    assert {tuple(sorted(split)) for split in without_1_or_26 - possible} == {(2, 2, 23), (3, 3, 21), (4, 4, 19)}
    assert len(without_1_or_26 - possible) == 9
    assert (7, 7, 13) in possible
    assert (1, 13, 13) not in possible


@st.composite
def matches(draw: st.DrawFn) -> tuple[SoFar, list[Record]]:
    players = draw(st.integers(2, 5))
    deck = draw(st.sampled_from(house_decks(players)))
    so_far = table(players, deck=list(deck), sweep=draw(st.booleans()), rounds=draw(st.integers(1, 20)))
    rounds = draw(st.lists(st.lists(st.integers(0, players - 1), min_size=len(deck), max_size=len(deck)), max_size=20))
    records = [collected(**dict(zip(deck, owners, strict=True))) for owners in rounds]
    return so_far, records[: so_far.rules.rounds]


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
def test_the_order_of_the_rounds_changes_no_total(match: tuple[SoFar, list[Record]], random: object) -> None:
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


def test_the_ledger_counts_the_cards_of_each_suit_for_its_owner() -> None:
    taken = [tuple(trick) for trick in all_six(0, 1, 2, 2, 1, 0).tricks_taken()]

    assert taken == [(0, 2, "orange"), (1, 3, "purple"), (2, 4, "green"), (2, 5, "pink"), (1, 6, "blue"), (0, 7, "red")]
    assert list(all_six(0, 1, 2, 2, 1, 0).bids_made()) == []
