import pytest

from tests.cases import cases
from tests.matches.factory import called_out_after

pytestmark = pytest.mark.django_db


@cases(
    "facts, sentences",
    [
        ({"bids": [4, 3, 0, 4], "tricks": [4, 4, 0, 5]}, ["Cleo made nil"]),
        ({"bids": [4, 3, 0, 4], "tricks": [4, 4, 1, 4]}, []),
        ({"bids": [0, 4, 0, 5], "tricks": [0, 7, 0, 6]}, ["Ada made nil", "Cleo made nil"]),
        ({"bids": [4, 3, 0, 4], "tricks": [4, 4, 0, 5], "blind": [2]}, ["Cleo made a blind nil"]),
    ],
)
def test_who_made_nil_is_called_out(facts, sentences):
    assert called_out_after("spades", facts, blind_behind=None) == sentences
