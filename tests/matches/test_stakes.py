"""Stakes: from the last bid to the last trick, each side's row says what it stands to win or lose."""

import re

import pytest
from django.utils.html import strip_tags

from scorekeeper.matches.answers import Place
from scorekeeper.matches.models import EntryMode
from scorekeeper.matches.round_entry import RoundEntry
from tests.cases import cases
from tests.matches.factory import keep_draft, make_match, newest

pytestmark = pytest.mark.django_db

BIDS = {"bids-0": "2", "bids-1": "0", "bids-2": "1", "bids-3": "0"}
NOTE = re.compile(r'<small\s+class="status"[^>]*>(.*?)</small>', re.DOTALL)
PARTNERS = {
    "maverick": ({"bid-0": "null"}, ["null: +18 / −1 with 6 points", ""]),
    "ten-point-pitch": ({"bidder": "1", "bid": "5"}, ["need 6 to stop the bid", "+5 or more / −5"]),
}


def said_beside_names(html):
    """Return the note under each name, in the order of the rows."""
    ledger = html[html.index('id="entry-rows"') : html.index('class="message-row')]
    return [" ".join(strip_tags(note).split()) for note in NOTE.findall(ledger)]


def tap(client, match, answers):
    headers = {"hx-request": "true", "hx-target": "entry-rows"}
    sent = {"number": len(match.round_facts) + 1, "known": newest(match), **answers}
    return client.post(f"/matches/{match.pk}/draft/", sent, headers=headers).content.decode()


def at_stake(match, answers):
    entry = RoundEntry(match, Place(EntryMode.PLAY, match.state.number), answers)
    return [(stake.side, stake.text) for stake in entry.stakes]


@cases(
    "answers, sides",
    [
        ({name: bid for name, bid in BIDS.items() if name != "bids-0"}, 0),
        (BIDS, 4),
        (BIDS | {"tricks-1": "0", "tricks-2": "0"}, 4),
        (BIDS | {f"tricks-{seat}": str(2 if seat == 0 else 0) for seat in range(4)}, 0),
        (BIDS | {"bids-0": "two"}, 0),
    ],
)
def test_stakes_are_shown_from_the_last_bid_to_the_last_trick(answers, sides):
    assert len(at_stake(make_match(1), answers)) == sides


def test_stakes_replace_a_sides_status_and_vanish_with_a_bid(client):
    match = make_match(1)
    before = said_beside_names(tap(client, match, {}))
    locked = said_beside_names(tap(client, match, BIDS))
    back = said_beside_names(tap(client, match, {"bids-0": ""}))

    assert len(before) == len(locked) == 4
    assert before == back != locked
    assert "+20 / −20" in locked


def test_a_penalty_that_is_near_stands_out(client):
    match = make_match(4)
    html = tap(client, match, BIDS)

    assert re.search(r'class="at-risk"\s*>1 sandbag to −100<', html)
    assert "+20 / −20" in " ".join(said_beside_names(html))


@cases("game", PARTNERS)
def test_partners_have_stakes_or_a_reserved_line_beside_their_total(client, game):
    answers, texts = PARTNERS[game]
    match = make_match(game=game)

    assert sorted(at_stake(match, answers)) == [(side, text) for side, text in enumerate(texts) if text]
    assert said_beside_names(tap(client, match, answers))[: len(texts)] == [text or "&nbsp;" for text in texts]


def test_a_correction_and_a_game_without_bids_have_no_stakes(client):
    match = make_match(2)
    keep_draft(match, {"bids-0": "1"}, EntryMode.CORRECT, 1)

    assert "+10 / −10" not in client.get(f"/matches/{match.pk}/rounds/1/").content.decode()
    assert at_stake(make_match(names=("Ada", "Ben", "Cleo"), game="good-little-tricks"), {}) == []
