"""The identity card of Good Little Tricks."""

from games.core.definition import Game
from games.core.house_rules import NamedChoice, NumberOption, SubsetOption, every_round
from games.core.statistics import HighlightRule
from games.good_little_tricks import referee, scoring
from games.good_little_tricks.facts import ALL_SUITS, SIZES, Facts, check_table, deck_in_words, decks_for, offered_decks
from games.good_little_tricks.simulation import simulate

HOUSE_RULES = (
    NumberOption(
        name="rounds", default=6, low=1, high=20, unit="rounds", rule="rounds",
        title="Length of the game", why="The rules play six: with three players everybody deals twice.",
    ),
    NamedChoice(
        name="sweep", default=True, rule="sweep",
        labels={True: "no points, and the whole deck for everybody else", False: "they count like any others"},
        title="Collecting every card", why="The rules reward it; some tables want a plain count.",
    ),
    NamedChoice(
        name="trump_lead", default="never", rule="lead",
        labels={
            "never": "forbidden while another suit is in the hand",
            "first-trick": "not to the first trick, then free",
            "free": "always allowed",
        },
        title="Leading trump", could_differ=every_round,
        why="The rules forbid it, though under the heading of the first trick.",
    ),
    SubsetOption(
        name="deck", default=ALL_SUITS, rule="house-decks",
        labels={suit: f"{suit} ({size})" for suit, size in SIZES.items()},
        sets=offered_decks(), required_sets=decks_for, set_in_words=deck_in_words,
        title="Suits in the deck", why="The rules are for three; two, four and five leave whole suits out.",
    ),
)  # fmt: skip

GAME = Game(
    key="good-little-tricks",
    name="Good Little Tricks",
    colour="#a4500f",
    summary="Win tricks without collecting: a suit goes to whoever wins the trick that completes it, one point a card.",
    seats=referee.SEATS,
    lowest_wins=True,
    house_rules=HOUSE_RULES,
    facts=Facts,
    score=scoring.score,
    rounds_are_independent=lambda _rules: True,
    highlight_rules=(
        HighlightRule(scoring.SWEEP, "The board swept", "nothing", " swept the board", rule_of_others=scoring.SWEEP),
    ),
    deal=referee.deal,
    length=referee.length,
    check_table=check_table,
    simulate=simulate,
    questions=referee.QUESTIONS,
    deck=referee.pack,
    rules_words=referee.rules_words,
)
