from games.ten_point_pitch.form import RoundForm
from games.ten_point_pitch.game import GAME
from games.ten_point_pitch.scoring import POINTS
from tests.cases import cases
from tests.games.ten_point_pitch.answers import BID, CARDS, form, saved
from tests.games.ten_point_pitch.hands import counted, hand, table, taken


def wrong(answers, **rules):
    """The question that is answered wrong, and what is said about it."""
    asked = form(answers, **rules)
    assert not asked.is_valid()
    ((name, told),) = asked.errors.items()
    return name, told[0]


def labels(asked, name):
    return [key.label for key in asked.fields[name].keys]


def test_the_game_finds_its_questions():
    assert GAME.form is RoundForm


def test_a_bid_and_eight_cards_are_a_hand():
    record = hand(bidder=3, bid=6, trump="H", taken=taken("0010L101"))

    assert saved(BID | {"trump": "H"} | CARDS) == record
    assert saved(BID | CARDS).trump is hand(bids=[None] * 4).trump


def test_one_number_is_enough_and_belongs_to_the_bidding_side():
    assert saved(BID | {"took": "7"}) == counted(3, 6, 3, 7)
    assert saved({"bidder": "0", "bid": "6", "took": "7"}) == counted(0, 6, 7, 3)
    assert saved(BID | {"took": "7", "lost": "1"}) == counted(3, 6, 2, 7, lost=1)
    assert saved({"bids": "5 pass 6 pass", "took": "7"}) == hand(bids=[None, 5, None, 6], points=[3, 7])


def test_bids_are_asked_in_the_order_of_bidding_and_written_by_seat():
    assert saved({"bids": "4 5 6 pass", "took": "7"}).bids == (None, 4, 5, 6)
    assert saved({"bids": "4 5 6 pass", "took": "7"}, first_dealer=2).bids == (5, 6, None, 4)


def test_a_number_counts_and_the_cards_are_not_asked_beside_it():
    asked = form(BID | CARDS | {"took": "7", "lost": "1"})

    assert not asked.is_asked("taken-A")
    assert asked.is_asked("lost")
    assert asked.is_valid()
    assert asked.record.points == (2, 7)
    assert not form(BID | CARDS | {"lost": "1"}).is_asked("lost")


def test_the_questions_come_in_the_order_of_the_table():
    assert list(form().fields)[:5] == ["bidder", "bid", "bids", "trump", "took"]
    assert list(form().fields)[5:13] == [f"taken-{card}" for card in POINTS]
    assert labels(form(), "bidder") == ["Ben", "Cleo", "Dan", "Ada"]
    assert labels(form(), "taken-A") == ["Ada & Cleo", "Ben & Dan", "lost"]


def test_keys_follow_the_house_rules():
    assert labels(form(), "bid") == ["4", "5", "6", "7", "8", "9", "10"]
    assert labels(form(minimum_bid=9), "bid") == ["9", "10"]
    assert labels(form(minimum_bid=9), "bids") == ["pass", "9", "10"]
    assert "moon" not in form().fields
    assert labels(form(moon="game"), "moon") == ["moon"]


def test_a_moon_is_called_beside_its_bid():
    moon = {"bidder": "0", "bid": "10", "moon": "moon", "took": "10"}

    assert saved(moon, moon="twenty") == counted(0, 10, 10, moon=True)
    assert not saved(moon | {"moon": ""}, moon="twenty").moon
    assert form(moon="twenty").fields["moon"].beside == "bid"
    assert wrong(moon | {"bid": "9"}, moon="twenty")[0] == "moon"
    assert wrong(moon | {"moon": "sun"}, moon="twenty")[0] == "moon"


def test_every_question_has_its_place_in_the_ledger():
    for rules in ({}, {"moon": "game"}):
        asked = form(**rules)
        shown = [name for section in asked.sections for row in section.rows for name in row.questions]
        assert sorted(shown) == sorted(asked.fields)


@cases(
    "answers, name, told",
    [
        ({}, "bidder", "Who plays?: not entered yet"),
        ({"bidder": "3"}, "bid", "For how many?: not entered yet"),
        (BID, "taken-A", "Who has the ace?: not entered yet"),
        (BID | CARDS | {"taken-3": ""}, "taken-3", "Who has the three, worth 3?: not entered yet"),
        ({"bids": "pass pass pass pass"}, "taken-A", "Who has the ace?: not entered yet"),
        (BID | {"bidder": "4"}, "bidder", "“4” is not on the keys"),
        (BID | {"bid": "3"}, "bid", "“3” is not on the keys"),
        (BID | CARDS | {"taken-J": "2"}, "taken-J", "“2” is not on the keys"),
        (BID | {"took": "11"}, "took", "11 points and 0 lost: 1 more than there are"),
        (BID | {"took": "9", "lost": "3"}, "took", "9 points and 3 lost: 2 more than there are"),
        (BID | {"took": "x"}, "took", "“x” is not a number of points"),
        (BID | {"took": "100"}, "took", "“100” is not a number of points"),
        (BID | {"took": "7", "lost": "some"}, "lost", "“some” is not a number of points"),
        (BID | {"took": "7 8"}, "took", "“7 8” is not a number of points"),
        (BID | {"took": "9" * 300}, "took", f"“{'9' * 20}” is not a number of points"),
        ({"bids": "5 6 7", "took": "7"}, "bids", "everybody bids or passes once: 4 in all, not 3"),
        ({"bids": "5 6 7 moon", "took": "7"}, "bids", "“moon” is not a number of points"),
        (
            {"bids": "5 6 pass pass", "bidder": "3", "took": "7"},
            "bidder",
            "Dan is named as the bidder, but by the bids Cleo plays the hand",
        ),
    ],
)
def test_what_is_missing_or_wrong_is_said_at_its_question(answers, name, told):
    assert wrong(answers) == (name, told)


def test_a_bid_too_low_is_refused_by_name():
    assert wrong({"bids": "6 5 pass pass", "took": "7"})[1] == "Cleo bid 5: 2 too low, it takes 7, or a pass"


def test_nobody_has_to_name_the_bidder_where_all_bids_are_noted():
    noted = form({"bids": "5 pass 6 pass"})

    assert [noted.fields[name].passed_over for name in ("bidder", "bid")] == [True, True]
    assert [form().fields[name].passed_over for name in ("bidder", "bid")] == [False, False]


def test_a_hand_in_play_gives_its_answers_too():
    record = hand(bidder=3, bid=6, trump="H")
    answers = GAME.form.answers_of(record, table())

    assert answers == BID | {"trump": "H"}
    assert form(answers).unfinished() == record
