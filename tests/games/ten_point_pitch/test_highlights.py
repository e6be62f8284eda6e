import pytest

from tests.cases import cases
from tests.matches.factory import called_out_after

pytestmark = pytest.mark.django_db


@cases(
    "rules, facts, sentences",
    [
        ({}, {"bidder": 1, "bid": 5, "points": [0, 10]}, ["Ben & Dan took all ten points"]),
        ({}, {"bidder": 1, "bid": 10, "points": [0, 10]}, ["Ben & Dan took all ten points"]),
        ({}, {"bidder": 1, "bid": 5, "points": [1, 9]}, []),
        ({}, {"bidder": 0, "bid": 5, "points": [0, 10]}, []),
        (
            {"moon": "twenty"},
            {"bidder": 1, "bid": 10, "moon": True, "points": [0, 10]},
            ["Ben & Dan bid a moon, took all ten: +20"],
        ),
    ],
)
def test_a_bid_that_takes_all_ten_points_is_called_out_once(rules, facts, sentences):
    assert called_out_after("ten-point-pitch", facts, **rules) == sentences
