from games.good_little_tricks.referee import FULL_DECK
from tests.cases import cases
from tests.games.good_little_tricks.asking import WITHOUT_PURPLE, legal, ruling

OPENING = ["orange1", "green1", "green3", "pink5", "blue3", "blue5", "red4", "red6", "red7"]


def test_trump_may_not_be_led_while_there_is_another_suit() -> None:
    said = ruling("legal", hand=["orange1", "red4", "blue2"], led=None, trump="orange")

    assert said["answer"] == ["red4", "blue2"]
    assert said["why"] == "orange is trump and may not be led while the hand holds another suit"
    assert said["rule"] == "lead"


def test_the_ban_holds_for_the_trump_of_the_moment() -> None:
    assert legal(["green1", "red4"], trump="red") == ["green1"]


def test_a_hand_of_nothing_but_trump_may_lead_it() -> None:
    said = ruling("legal", hand=["orange1", "orange2"], led=None, trump="orange")

    assert said["answer"] == ["orange1", "orange2"]
    assert said["why"] == "the hand holds nothing but trump, so it may be led"


def test_a_hand_without_trump_may_lead_anything() -> None:
    said = ruling("legal", hand=["blue1", "red4"], led=None, trump="orange")

    assert (said["answer"], said["why"]) == (
        ["blue1", "red4"],
        "there is no trump in the hand: any card may be led",
    )
    assert legal(["blue1", "red4"], trump=None) == ["blue1", "red4"]


def test_with_free_leads_trump_may_be_led() -> None:
    said = ruling("legal", hand=OPENING, led=None, trump="orange", house_rules={"trump_lead": "free"})

    assert (said["answer"], said["why"]) == (OPENING, "by your house rule trump may be led")


@cases("hand, opening", [(OPENING, None), (OPENING[:4], True)])
def test_the_ban_of_the_first_trick_holds_in_the_first_trick(hand: list[str], opening: bool | None) -> None:
    said = {} if opening is None else {"opening": opening}
    first = ruling("legal", hand=hand, trump="orange", house_rules={"trump_lead": "first-trick"}, **said)

    assert first["answer"] == hand[1:]
    assert first["why"] == "orange is trump and may not be led to the first trick while the hand holds another suit"


@cases("hand, opening", [(OPENING, False), (OPENING[:8], None), (OPENING[:2], False)])
def test_the_ban_of_the_first_trick_ends_with_it(hand: list[str], opening: bool | None) -> None:
    said = {} if opening is None else {"opening": opening}

    assert legal(hand, house_rules={"trump_lead": "first-trick"}, **said) == hand


@cases("opening", [True, False])
def test_by_the_rules_the_ban_does_not_ask_which_trick_it_is(opening: bool) -> None:
    assert legal(OPENING, opening=opening) == OPENING[1:]


@cases("cards, first", [(12, True), (8, True), (6, True), (7, False), (5, False)])
def test_a_full_hand_of_a_house_deck_is_the_first_trick_too(cards: int, first: bool) -> None:
    hand = ["orange1", *(code for code in FULL_DECK if code.startswith(("red", "blue")))][:cards]
    rules = {"trump_lead": "first-trick", "deck": WITHOUT_PURPLE}

    assert legal(hand, house_rules=rules) == (hand[1:] if first else hand)


def test_the_suit_led_has_to_be_followed() -> None:
    said = ruling("legal", hand=["orange1", "red4", "blue2", "red1"], led="red7", trump="orange")

    assert said["answer"] == ["red4", "red1"]
    assert said["why"] == "red was led and has to be followed"
    assert said["rule"] == "follow-suit"


def test_who_cannot_follow_may_play_anything_and_need_not_play_trump() -> None:
    said = ruling("legal", hand=["orange1", "red4"], led="blue3", trump="orange")

    assert said["answer"] == ["orange1", "red4"]
    assert said["why"] == "there is no blue in the hand: any card may be played, trump need not be"


def test_led_trump_has_to_be_followed_with_trump() -> None:
    assert legal(["orange1", "red4"], led="orange2") == ["orange1"]
