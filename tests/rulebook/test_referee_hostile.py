"""The referee's desk, asked what nobody would tap."""

from urllib.parse import urlencode

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.rulebook.test_referee import QUESTIONS

pytestmark = pytest.mark.django_db


@pytest.fixture
def client():
    return Client(headers={"host": "localhost"})


WORDS = st.sampled_from(
    ["cards", "trump", "hand", "led", "on", "play", "players", "player", "round", "dealer", "bids-0", "mark", "at",
     "back", "house_rules", "ask", "rule-deck", "rule-ends-number", "rule-a_tie", "rule-minimum_bid", "turned"]
)  # fmt: skip
VALUES = st.one_of(
    st.sampled_from(
        ["KH", "KH 10D", "S", "none", "yes", "-1", "99999999999", "1e9", "red7", "J", "a A", "−3", "cards"]
    ),
    st.text(max_size=30),
    st.text(alphabet="\0\ud800\u202e ٣²", max_size=9),
    st.integers().map(str),
)
HOSTILE = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@HOSTILE
@given(at=st.sampled_from(QUESTIONS), said=st.lists(st.tuples(st.text(max_size=8) | WORDS, VALUES), max_size=12))
def test_any_address_gives_a_page(client, at, said):
    game, ask = at
    page = client.get(f"/rules/{game}/referee/{ask}/?{urlencode(said, errors='surrogatepass')}")

    assert page.status_code in (200, 422)
    assert client.get(page["HX-Replace-Url"]).status_code == page.status_code


@pytest.mark.parametrize("value", ["KH+" * 5000, "%ED%A0%80", "%00", "%FF%FE", "9" * 5000, "&cards=" * 180])
def test_a_huge_or_broken_value_gives_a_page(client, value):
    for at, (game, ask) in enumerate(QUESTIONS):
        slots = ["cards", "hand", "players", "round", "player"]
        for broken in (slots, [slots[(at + len(value)) % len(slots)]]):
            said = "&".join(f"{slot}={value}" for slot in broken)
            assert client.get(f"/rules/{game}/referee/{ask}/?{said}").status_code in (200, 422)
