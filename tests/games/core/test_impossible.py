from games.impossible import Impossible, ImpossibleRound
from tests.cases import cases


@cases("letter", ["\n", "\r", "\0", "\x1b", "\u2028", "\u2029", "\ud800"])
def test_what_a_file_says_never_breaks_the_line_that_quotes_it(letter: str) -> None:
    error = Impossible(f"there is no card “a{letter}b”")

    assert str(error) == error.message == "there is no card “a�b”"
    assert str(error).encode()


def test_a_message_of_four_hundred_letters_stays_whole_and_a_longer_one_is_cut() -> None:
    assert Impossible("a" * 400).message == "a" * 400
    assert Impossible("a" * 401).message == "a" * 399 + "…"


def test_signs_and_accents_of_players_are_kept() -> None:
    assert Impossible("Zoë bid −3 “♠”…").message == "Zoë bid −3 “♠”…"


def test_a_round_is_named_in_front_and_remembered() -> None:
    told = ImpossibleRound("red has no owner", "suits.red").in_round(3)

    assert (told.message, told.field, told.number) == ("round 3: red has no owner", "suits.red", 3)
