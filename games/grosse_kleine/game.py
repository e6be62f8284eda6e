"""The identity card of Das Grosse und das kleine A."""

from games.core.definition import Game, MatchState
from games.core.house_rules import HouseRules, NamedChoice, NumberOption, every_round
from games.core.statistics import HighlightRule
from games.grosse_kleine import laws, referee, scoring
from games.grosse_kleine.facts import BIG_A, IN_THE_HAND, Facts
from games.grosse_kleine.simulation import simulate


def an_a_trick_was_played(facts: Facts, state: MatchState, _other: str) -> bool:
    """Return whether an A trick may have been played: a pile, or a hand that has or could have the Big A.

    Where the round stops at once, an A card may also be on the table.
    """
    if state.rules.end == "at-once":
        return True
    hides_big_a = any(hand >= IN_THE_HAND[BIG_A] if isinstance(hand, int) else BIG_A in hand for hand in facts.left)
    return facts.pile is not None or hides_big_a


def deals_differ(players: int, _rules: HouseRules) -> bool:
    """With nine players both ways deal 12 cards each."""
    return players != referee.MAX_PLAYERS


HOUSE_RULES = (
    NumberOption(
        name="rounds", default=5, low=1, high=20, unit="rounds", rule="how-many-rounds",
        title="Length of the game", why="The rule text says five rounds; the other translation only “several”.",
    ),
    NamedChoice(
        name="deal", default="all", rule="how-many-cards",
        labels={"all": "all of them", "thirteen": "13 each, 12 with nine players"},
        title="Cards to deal", could_differ=every_round, is_relevant=deals_differ,
        why="The two translations differ; with nine players they agree.",
    ),
    NamedChoice(
        name="end", default="finish-a-trick", rule="last-card-in-a-trick",
        labels={
            "finish-a-trick": "an A trick is finished first",
            "at-once": "the round stops at once, A trick or not",
        },
        title="The last card falls in an A trick", could_differ=an_a_trick_was_played,
        why="The rules say that an empty hand ends the round, and that everybody plays to an A trick.",
    ),
    NamedChoice(
        name="a_tie", default="first", rule="equal-highest-cards",
        labels={"first": "the one played first takes", "last": "the one played last takes"},
        title="Equal highest cards in an A trick", could_differ=an_a_trick_was_played,
        why="The rules do not say who of them takes it.",
    ),
)  # fmt: skip

GAME = Game(
    key="grosse-kleine",
    name="Das Grosse und das kleine A",
    colour="#84204d",
    summary="Get rid of your cards, and of the two A cards above all; what is left counts, and the fewest points win.",
    seats=range(3, referee.MAX_PLAYERS + 1),
    other_names=("Das Große und das kleine A", "Das große und das kleine A"),
    lowest_wins=True,
    house_rules=HOUSE_RULES,
    facts=Facts,
    score=scoring.score,
    rounds_are_independent=lambda _rules: True,
    irregularities=laws.irregularities,
    highlight_rules=(HighlightRule(scoring.BIG_A_LEFT, "Caught with the Big A", deed=" was stuck with the Big A"),),
    deal=referee.deal,
    deal_note=referee.deal_note,
    length=referee.length,
    simulate=simulate,
    questions=referee.QUESTIONS,
    deck=referee.pack,
    rules_words=referee.rules_words,
)
