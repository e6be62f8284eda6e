import pytest

from games.big_little.facts import Facts
from games.big_little.game import GAME
from games.core.errors import ImpossibleRound
from games.core.schema import read
from tests.cases import cases
from tests.games.big_little.rounds import played, quiet, table


def refusal(match, bids, tricks=None, **facts):
    record = Facts(bids=tuple(bids), **({} if tricks is None else {"tricks": tuple(tricks)}), **facts)
    with pytest.raises(ImpossibleRound) as refused:
        GAME.play(match, record)
    return refused.value.message, refused.value.field


def at_hand(cards, players=4, **house_rules):
    return played(*quiet(cards - 1, players), players=players, **house_rules)


@cases(
    "bids, told",
    [
        ([0, 6, 0, 0], ("Ben bid 6, but only 5 cards were dealt", "bids[1]")),
        ([0, 0, 0, -1], ("Dan bid −1, but that is less than nothing", "bids[3]")),
        ([1, 2, 2], ("3 entries of bids for 4 players", "bids")),
        ([1, 2, 2, 0, 0], ("5 entries of bids for 4 players", "bids")),
        ([], ("0 entries of bids for 4 players", "bids")),
    ],
)
def test_impossible_bids_are_refused_by_name(bids, told):
    assert refusal(at_hand(5), bids) == told


@cases(
    "tricks, told",
    [
        ([6, 0, 0, -1], ("Ada took 6, but only 5 cards were dealt", "tricks[0]")),
        ([5, 1, 0, -1], ("Dan took −1, but that is less than nothing", "tricks[3]")),
        ([5, 0, 0], ("3 entries of tricks for 4 players", "tricks")),
        ([1], ("1 entry of tricks for 4 players", "tricks")),
        ([], ("0 entries of tricks for 4 players", "tricks")),
        ([2, 2, 2, 0], ("tricks add up to 6, but 5 cards were dealt: 1 too many, count the piles again", "tricks")),
        ([1, 1, 0, 1], ("tricks add up to 3, but 5 cards were dealt: 2 missing, count the piles again", "tricks")),
    ],
)
def test_impossible_tricks_are_refused_by_name_and_by_how_much(tricks, told):
    assert refusal(at_hand(5), [0, 0, 0, 0], tricks) == told


def test_one_card_is_said_as_one_card():
    assert refusal(table(2), [2, 0])[0] == "Ada bid 2, but only 1 card was dealt"
    assert "1 card was dealt: 1 missing" in refusal(table(2), [0, 0], [0, 0])[0]


@cases("tricks", [None, [0, 0, 0, 1]])
def test_the_hook_refuses_a_dealers_bid_that_makes_the_sum_even(tricks):
    message, field = refusal(table(4, first_dealer=2, hook=True), [0, 1, 0, 0], tricks)

    assert (
        message
        == "the bids add up to 1, the number of tricks: by your house rule Cleo, who deals, has to bid something else"
    )
    assert field == "bids[2]"


@cases("bids, hook", [([0, 1, 0, 0], False), ([0, 1, 0, 1], True), ([0, 0, 0, 0], True)])
def test_without_the_hook_bids_may_add_up_and_with_it_to_more_or_less(bids, hook):
    assert GAME.play(table(4, hook=hook), Facts(bids=tuple(bids), tricks=(1, 0, 0, 0))).number == 2


def test_every_bid_and_trick_from_none_to_all_is_possible():
    for bid in range(6):
        for took in range(6):
            GAME.play(at_hand(5), Facts(bids=(bid, 0, 0, 5), tricks=(took, 0, 5 - took, 0)))


def test_bids_alone_are_kept_and_score_nothing_yet():
    match = GAME.play(table(2), Facts(bids=(1, 0)))

    assert match.rounds[-1].lines == ()
    assert GAME.scorecard(match).next == match.rounds[-1].deal
    assert refusal(match, [0, 0], [1, 1]) == ("hand 1 was not played to its end", "")


def test_a_bid_is_made_when_reached_and_nobody_knows_while_the_hand_is_played():
    match = table(3)
    bids = Facts(bids=(2, 1, 0), tricks=(2, 0, 1)).bids_made(match.deal, match)
    assert [(bid.seat, bid.level, bid.made) for bid in bids] == [(0, 2, True), (1, 1, False), (2, 0, True)]
    assert [bid.made for bid in Facts(bids=(2, 1)).bids_made(match.deal, match)] == [None, None]


def test_tricks_are_counted_by_seat():
    assert [(trick.side, trick.count) for trick in Facts(bids=(0, 0), tricks=(1, 2)).tricks_taken()] == [
        (0, 1),
        (1, 2),
    ]
    assert list(Facts(bids=(0, 0)).tricks_taken()) == []


def test_the_scoreboard_notes_trump_tricks_and_bids_none_or_not_yet():
    match = played(([1, 0], [0, 1]))
    facts = {"bids": (2, 0), "tricks": (0, 2)}

    assert list(Facts(**facts).notes(match.deal, match)) == ["0/2", "2/0"]
    assert list(Facts(bids=(2, 0)).notes(match.deal, match)) == ["–/2", "–/0"]
    assert [Facts(**facts, trump=trump).heading(match.deal, match) for trump in ("H", None)] == ["♥", ""]
    assert Facts(**facts).heading(match.deal, match) == ""


def test_no_trumps_is_not_the_same_as_nobody_noted_them():
    assert read({"bids": [0, 0], "trump": None}, Facts) != read({"bids": [0, 0]}, Facts)
