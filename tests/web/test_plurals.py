"""One of something is never told in the plural: reasons of points, and pages of matches with one round or one win."""

import re
from html import unescape
from random import Random

import pytest
from django.utils.html import strip_tags

from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from tests.devices import member
from tests.games.every_game import NAMES, fits, other_values
from tests.matches.factory import entry
from tests.matches.simulated import MADE_UP, fitting, simulate_match
from tests.thoroughness import many, share

# “1 hands”, “1 natural canastas”, “0 of 1 match”. Verbs and words that end with an s are none.
SINGULAR = r"(?!(?:was|is|has|as|less|counts|bonus|this|beats|lacks|misses)\b)"
WRONG = re.compile(rf"(?<![\d.,:–−/+-])\b1 {SINGULAR}(?:[a-z]+ {SINGULAR})?[a-z]+s\b|\b\d+ of 1 match")


def text_of(html):
    without_scripts = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", html, flags=re.DOTALL)
    cells = re.sub(
        r"</?(?:p|li|td|th|div|dt|dd|h\d|b|a|label|small|span|summary|button)\b", " | \\g<0>", without_scripts
    )
    return " ".join(unescape(strip_tags(cells)).split())


@pytest.mark.parametrize("text", ["1 hands", "took 1 natural canastas", "0 of 1 match", "Ada won 1 of 1 match"])
def test_the_search_finds_what_is_wrong(text):
    assert WRONG.search(text)


@pytest.mark.parametrize("game", [game.key for game in MADE_UP])
def test_no_reason_of_a_score_line_counts_one_in_the_plural(game):
    rng, game = Random(game), next(made_up for made_up in MADE_UP if made_up.key == game)
    for _ in range(many(300, 15)):
        players = rng.choice([count for count in game.seats if count <= len(NAMES)])
        rules = fitting(game, players)
        for option in game.house_rules:
            value = rng.choice([option.default, *other_values(game, option)])
            if rng.random() < 0.5 and fits(game, players, rules | {option.name: value}):
                rules |= {option.name: value}
        state = game.table(NAMES[:players], 0, rules)
        while game.finish(state) is None and len(state.rounds) < 8:
            state = game.play(state, game.simulate(rng, state))
        for scored in state.rounds:
            for line in scored.lines:
                assert not WRONG.search(line.reason), line
        for status in state.statuses:
            assert not WRONG.search(status.text), status


@pytest.mark.django_db
def test_no_page_of_a_match_a_night_or_a_player_counts_one_in_the_plural():
    rng, browser, club = Random(1), member(), Club.get_default()
    addresses = {"/", "/nights/", "/players/", "/leaderboard/", "/history/"}
    for number, game in enumerate(share(MADE_UP)):
        match = simulate_match(game, rng, 40 if number % 3 == 0 else 1)
        if match.is_open and number % 3 == 1:
            recording.finish(match, entry(match))
        match = Match.objects.get(pk=match.pk)
        pages = "", "review/", "history/", "what-if/", "table-view/", "sharing/", "rounds/1/sides/0/"
        addresses |= {f"/matches/{match.pk}/{page}" for page in pages}
        addresses |= {f"/nights/{match.night_date}/", f"/leaderboard/?game={game.key}"}
    addresses |= {f"/players/{pk}/" for pk in share(Player.objects.filter(club=club).values_list("pk", flat=True))}
    for address in sorted(addresses):
        text = text_of(browser.get(address).text)
        assert not (wrong := WRONG.search(text)), (address, text[max(0, wrong.start() - 60) : wrong.end() + 20])
