"""Made-up rounds are rounds: whatever the luck, the table and its house rules, and they are what people play."""

from collections import Counter
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.house_rules import Number
from games.impossible import Impossible
from games.plausible import happens, one_of, strengths, temper
from games.registry import games
from games.typed import plain, read

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou", "Max")
MADE_UP = [game for game in games().values() if game.plausible]

every_game = pytest.mark.parametrize("game", MADE_UP, ids=[game.key for game in MADE_UP])


@st.composite
def tables(draw, game):
    """Any table that can play a game, with any house rules."""
    rules = {option.name: draw(values(option)) for option in game.house_rules if draw(st.booleans())}
    players = draw(st.sampled_from(game.seats))
    try:
        return game.table(NAMES[:players], draw(st.integers(0, players - 1)), rules)
    except Impossible:
        assume(False)


def values(option):
    if isinstance(option, Number):
        return st.one_of(st.integers(option.low, option.high), *([st.none()] if option.none else []))
    return st.sampled_from(option.presets())


def whole_match(game, so_far, luck, most=20):
    while game.finish(so_far) is None and so_far.number <= most:
        so_far = game.play(so_far, game.plausible(luck, so_far))
    return so_far


def a_table(game, **rules):
    players = next(players for players in (4, 3) if players in game.seats)
    while True:
        try:
            return game.table(NAMES[:players], 0, rules)
        except Impossible:
            players -= 1


def test_every_game_says_how_people_play_it():
    assert [game.key for game in MADE_UP] == list(games())


@every_game
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_every_made_up_round_can_be_played_and_is_read_back_from_a_sheet_as_it_was(game, data, seed):
    start = data.draw(tables(game))
    played = whole_match(game, start, Random(seed))

    records = [scored.record for scored in played.rounds]
    assert all(record.is_complete for record in records)
    assert [read(plain(record), game.record) for record in records] == records
    assert game.fold(start, records).totals == played.totals


@every_game
def test_the_same_luck_makes_the_same_rounds_and_another_makes_others(game):
    first, second, other = (whole_match(game, a_table(game), Random(seed)) for seed in (1, 1, 2))

    assert first.rounds == second.rounds
    assert first.rounds != other.rounds


def rates(key, rounds=400, **rules):
    """How often each rule brought a line, and each bid was made, in so many made-up rounds."""
    game, luck, counts, played = games()[key], Random(8), Counter(), 0
    while played < rounds:
        match = whole_match(game, a_table(game, **rules), luck)
        played += len(match.rounds)
        for scored in match.rounds:
            counts.update({line.rule for line in scored.lines})
            counts.update((bid.kind, bid.made) for bid in scored.record.bids_made(scored.deal, match))
    return {what: count / played for what, count in counts.items()}


@pytest.mark.parametrize(
    ("key", "what", "low", "high"),
    [
        ("big-little", ("", True), 2.2, 3.2),
        ("big-little", "sandbag-penalty", 0.005, 0.1),
        ("good-little-tricks", "sweep", 0.005, 0.06),
        ("grosse-kleine", "pile", 0.2, 0.5),
        ("grosse-kleine", "big-a-left", 0.5, 0.95),
        ("grosse-kleine", "counted-hand", 0.05, 0.3),
        ("maverick", ("null", True), 0.03, 0.3),
        ("maverick", ("null", False), 0.02, 0.2),
        ("maverick", "bling-made", 0.005, 0.1),
        ("maverick", "renege", 0.005, 0.1),
        ("maverick", "counted", 0.1, 0.3),
        ("ten-point-pitch", "set", 0.12, 0.4),
        ("ten-point-pitch", "bid-made", 0.6, 0.88),
        ("ten-point-pitch", ("pass", None), 1, 2.8),
    ],
)
def test_what_is_special_happens_as_often_as_at_a_table(key, what, low, high):
    assert low < rates(key)[what] < high


def test_where_a_round_passed_out_is_dealt_again_somebody_always_bids():
    assert rates("ten-point-pitch", all_pass="redeal", minimum_bid=9)["pass", None] <= 3


def test_a_moon_is_shot_where_the_house_plays_one():
    assert 0 < rates("ten-point-pitch", 3000, moon="twenty")["moon"] < 0.06


def test_somebody_has_one_temper_for_ever_and_others_have_others():
    tempers = [temper(name) for name in NAMES]

    assert tempers == [temper(name) for name in NAMES]
    assert len(set(tempers)) == len(NAMES)
    assert all(-1 <= one.bold <= 1 and 0 <= one.skill <= 1 for one in tempers)


def test_who_is_bold_bids_more_than_is_taken_and_who_is_shy_less():
    game, luck = games()["big-little"], Random(4)
    bold, shy = max(NAMES, key=lambda name: temper(name).bold), min(NAMES, key=lambda name: temper(name).bold)
    over = Counter()
    for _ in range(20):
        match = whole_match(game, game.table([bold, shy, "Cleo", "Ben"], 0, {}), luck)
        for scored in match.rounds:
            over.update({seat: scored.record.bids[seat] - scored.record.tricks[seat] for seat in (0, 1)})

    assert over[0] > 0 > over[1]


def test_who_plays_well_makes_more_of_the_same_luck():
    good, bad = max(NAMES, key=lambda name: temper(name).skill), min(NAMES, key=lambda name: temper(name).skill)
    game, luck = games()["big-little"], Random(5)
    made = [strengths(luck, game.table([good, bad], 0, {})) for _ in range(300)]

    assert sum(seats[0] for seats in made) > sum(seats[1] for seats in made)


def test_weights_are_shares():
    luck = Random(6)

    assert 400 < sum(happens(luck, 0.5) for _ in range(1000)) < 600
    assert {one_of(luck, {"often": 1, "never": 0}) for _ in range(50)} == {"often"}
