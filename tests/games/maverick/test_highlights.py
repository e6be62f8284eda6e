import pytest

from tests.cases import cases
from tests.matches.factory import called_out_after

pytestmark = pytest.mark.django_db


@cases("took_trick, sentences", [(False, ["Cleo made a null bid"]), (True, [])])
def test_who_made_a_null_is_called_out(took_trick, sentences):
    facts = {"bids": [{"seat": 2, "bid": "null", "took_trick": took_trick}], "points": [3, 6]}

    assert called_out_after("maverick", facts) == sentences
