from games.record import Bid, Trick
from games.ten_point_pitch.scoring import POINTS
from games.typed import plain
from tests.cases import cases
from tests.games.ten_point_pitch.hands import after, counted, hand, table, taken


def test_a_hand_without_its_points_is_not_complete_and_scores_nothing():
    so_far = after(hand(bidder=0, bid=5, trump="H"))

    assert not so_far.rounds[-1].record.is_complete
    assert so_far.rounds[-1].lines == ()
    assert hand(bidder=0, bid=5, points=[5, 5]).is_complete
    assert hand(bidder=0, bid=5, taken=dict.fromkeys(POINTS, 0)).is_complete


def test_facts_are_written_as_the_scoresheet_has_them():
    facts = {"bidder": 3, "bid": 6, "trump": "H", "taken": taken("0010L101")}

    assert plain(hand(**facts)) == facts
    assert plain(counted(0, 5, 7, 2, lost=1)) == {"bidder": 0, "bid": 5, "points": [7, 2], "lost": 1}
    assert plain(hand(bids=[None, 5, None, 6], lost=0, moon=False)) == {"bids": [None, 5, None, 6]}


def test_the_pad_notes_who_plays_for_how_much_and_what_each_side_took():
    record = hand(bidder=3, bid=6, trump="H", points=[3, 7])

    assert noted(record) == ("Dan 6 ♥", ["3", "7/6"])
    assert noted(counted(0, 5, 7))[0] == "Ada 5"
    assert noted(hand(bidder=0, bid=5))[1] == ("", "")


def test_the_pad_notes_the_dealer_who_had_to_play_when_everybody_passed():
    record = hand(bids=[None] * 4, trump="S", points=[3, 7])

    assert noted(record, first_dealer=2) == ("Cleo 4 ♠", ["3/4", "7"])
    assert noted(record, first_dealer=1, minimum_bid=3) == ("Ben 3 ♠", ["3", "7/3"])


@cases(
    "facts, made",
    [
        ({"bidder": 3, "bid": 6}, [Bid(3, 6)]),
        ({"bidder": 3, "bid": 6, "points": [4, 6]}, [Bid(3, 6, made=True)]),
        ({"bidder": 3, "bid": 6, "points": [5, 5]}, [Bid(3, 6, made=False)]),
        ({"bidder": 0, "bid": 10, "moon": True, "points": [9, 1]}, [Bid(0, 10, "moon", made=False)]),
        (
            {"bids": [None, 5, None, 6], "points": [4, 6]},
            [Bid(0, kind="pass"), Bid(1, 5), Bid(2, kind="pass"), Bid(3, 6, made=True)],
        ),
    ],
)
def test_the_ledger_has_every_bid_and_whether_the_one_played_was_made(facts, made):
    assert list(hand(**facts).bids_made(table().deal, table())) == made


@cases("said", [{}, {"bidder": 2}, {"bidder": 2, "bid": 4}])
def test_the_ledger_names_the_dealer_who_had_to_play_when_everybody_passed(said):
    so_far = table(first_dealer=2)
    bids = hand(bids=[None] * 4, points=[3, 7], **said).bids_made(so_far.deal, so_far)

    assert list(bids) == [Bid(0, kind="pass"), Bid(1, kind="pass"), Bid(2, 4, made=False), Bid(3, kind="pass")]


@cases("said", [{}, {"bidder": 3}])
def test_the_ledger_names_the_dealer_who_matched_the_highest_bid(said):
    so_far = table(first_dealer=3, dealer_may_match=True)
    bids = hand(bids=[None, 5, None, 5], points=[4, 6], **said).bids_made(so_far.deal, so_far)

    assert list(bids) == [Bid(0, kind="pass"), Bid(1, 5), Bid(2, kind="pass"), Bid(3, 5, made=True)]


def noted(record, **rules):
    so_far = table(**rules)
    return record.heading(so_far.deal, so_far), record.notes(so_far.deal, so_far)


def test_the_ledger_has_every_point_card_or_the_points_counted():
    by_card = list(hand(bidder=0, bid=5, taken=taken("0010L101")).tricks_taken())

    assert by_card[0] == Trick(0, 1, "A")
    assert by_card[2] == Trick(1, 1, "off-J")
    assert by_card[4] == Trick(None, 1, "LJ")
    assert [trick.count for trick in by_card] == [1, 1, 1, 1, 1, 1, 3, 1]
    assert list(counted(0, 5, 7, 2, lost=1).tricks_taken()) == [
        Trick(0, 7, "points"),
        Trick(1, 2, "points"),
        Trick(None, 1, "points"),
    ]
    assert list(hand(bidder=0, bid=5).tricks_taken()) == []
