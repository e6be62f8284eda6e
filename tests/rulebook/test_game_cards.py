"""The two cards at the top of the rules: short, whatever the house rules are, and before everything else."""

import re

from games.core.house_rules import HouseRules
from scorekeeper.rulebook.rules_page import read_rules
from tests.cases import cases
from tests.games.every_game import GAMES, other_values
from tests.rulebook.rules_html import text

MOST_WORDS = 120


def words(game, rules, players=None):
    section = read_rules(game, HouseRules(game.house_rules, rules), players).section("short")
    return len(re.findall(r"[\w’'+−-]*\w[\w’'-]*", text(section.html)))


@cases("game", [game for game in GAMES if read_rules(game).section("short")])
def test_the_game_on_one_card_has_at_most_120_words_by_any_house_rules(game):
    """Each value of each house rule is read alone, and then the longest of all of them together."""
    longest = {}
    for option in game.house_rules:
        values = [option.default, *other_values(game, option)]
        lengths = {place: words(game, {option.name: value}) for place, value in enumerate(values)}
        assert max(lengths.values()) <= MOST_WORDS, option.name
        longest[option.name] = values[max(lengths, key=lengths.get)]

    for players in (None, *game.seats):
        assert words(game, longest, players) <= MOST_WORDS, (longest, players)
