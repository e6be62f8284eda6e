from games.big_little.facts import Facts
from games.big_little.game import GAME
from games.core.round_form import open_form
from tests.cases import cases
from tests.games import every_game
from tests.games.big_little.rounds import played, quiet, table


def refusal(match, bids, tricks=None):
    facts = {"bids": tuple(bids)} | ({} if tricks is None else {"tricks": tuple(tricks)})
    return every_game.refusal(GAME.play, match, Facts(**facts))


def at_hand(cards, players=4):
    return played(*quiet(cards - 1, players), players=players)


@cases(
    "match, bids, tricks, message, field",
    [
        (at_hand(5), [0, 0, 0, -1], None, "Dan bid −1, but that is less than nothing", "bids[3]"),
        *(
            (at_hand(5), bids, None, f"enter one number for each of 4 players, not {len(bids)} (“bids”)", "bids")
            for bids in ([1, 2, 2], [1, 2, 2, 0, 0], [])
        ),
        (at_hand(5), [0] * 4, [6, 0, 0, -1], "Ada took 6, but only 5 cards were dealt", "tricks[0]"),
        (at_hand(5), [0] * 4, [5, 1, 0, -1], "Dan took −1, but that is less than nothing", "tricks[3]"),
        (at_hand(5), [0] * 4, [], "enter one number for each of 4 players, not 0 (“tricks”)", "tricks"),
        *(
            (
                at_hand(5), [0] * 4, tricks,
                f"tricks add up to {sum(tricks)}, but 5 cards were dealt: {off}, count the piles again", "tricks",
            )
            for tricks, off in (([2, 2, 2, 0], "1 too many"), ([1, 1, 0, 1], "2 missing"))
        ),
    ],
)  # fmt: skip
def test_impossible_bids_and_tricks_are_refused_by_name_and_by_how_much(match, bids, tricks, message, field):
    assert refusal(match, bids, tricks) == (message, field)


ALL_DEALT = "all cards are dealt, so none is left to turn up: this hand is played without trumps"


@cases(
    "players, cards, rules, trump, told",
    [
        (4, 12, {}, None, "there is always a trump here: 6 cards are left over, and only 2 of them can be jokers"),
        *((6, 9, {"largest_hand": "deal-all"}, trump, ALL_DEALT) for trump in "SHDC"),
        (6, 9, {"largest_hand": "deal-all"}, None, ""),
        (4, 13, {}, None, ""),
        (4, 13, {}, "S", ""),
    ],
)
def test_trump_comes_of_the_cards_left_over(players, cards, rules, trump, told):
    earlier = [Facts(bids=tuple(bids), tricks=tuple(tricks)) for bids, tricks in quiet(cards - 1, players)]
    match = GAME.replay(table(players, **rules), earlier)

    if told:
        assert every_game.refusal(GAME.play, match, Facts((0,) * players, trump=trump)) == (told, "trump")
    else:
        assert GAME.play(match, Facts((0,) * players, trump=trump)).rounds
    keys = [key.value for key in open_form(match, {}).fields["trump"].keys]
    assert ((trump or "none") in keys) == (not told)


def test_the_hook_asks_about_a_dealers_bid_that_makes_the_sum_even():
    match = table(4, first_dealer=2, hook=True)

    for tricks in (None, [0, 0, 0, 1]):
        assert refusal(match, [0, 1, 0, 0], tricks) == (
            "the bids add up to 1, as many as there are tricks, so Cleo, who deals, has to bid something else",
            "bids[2]",
        )
    scored = GAME.play(match, Facts((0, 1, 0, 0), (0, 0, 0, 1), irregular=True)).rounds[-1]
    assert (scored.irregular, scored.points) == (True, (0, -10, 0, 1))


def test_bids_alone_are_kept_and_score_nothing_yet():
    match = GAME.play(table(2), Facts(bids=(1, 0)))

    assert match.rounds[-1].lines == ()
    assert match.scorecard().next == match.rounds[-1].deal
    assert refusal(match, [0, 0], [1, 1]) == ("hand 1 was not finished", "")


def test_the_scoreboard_notes_trump_bids_and_tricks_none_or_not_yet():
    match = played(([1, 0], [0, 1]))
    facts = {"bids": (2, 0), "tricks": (0, 2)}

    assert list(Facts(**facts).notes(match.deal, match)) == ["2/0", "0/2"]
    assert list(Facts(bids=(2, 0)).notes(match.deal, match)) == ["2/–", "0/–"]
    assert [Facts(**facts, trump=trump).heading(match.deal, match) for trump in ("H", None)] == ["♥", ""]
    assert Facts(**facts).heading(match.deal, match) == ""


def test_a_limit_below_ten_implies_that_bags_return_to_zero():
    implies = next(option.implies for option in GAME.house_rules if option.name == "penalty_at")

    assert [implies(limit) for limit in (None, 9, 10, 11)] == [{}, {"bags_after": "reset"}, {}, {}]
