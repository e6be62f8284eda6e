"""The identity card of Skull King."""

from games.core.definition import Game, MatchState
from games.core.exact_bids import BID_HIGHLIGHTS
from games.core.house_rules import NamedChoice, every_round
from games.core.statistics import HighlightRule
from games.skull_king import referee, scoring
from games.skull_king.facts import Facts, is_schmidt
from games.skull_king.scoring import CAPTURE_WORDS
from games.skull_king.simulation import simulate


def bonus_is_unknown(facts: Facts, state: MatchState, other: str) -> bool:
    """With Rascal’s scoring half a bonus counts for a bid one off, and a bid can be a cannonball."""
    one_off = any(abs(facts.final_bids[seat] - took) == 1 for seat, took in enumerate(facts.tricks or ()))
    return other == "cannonball" or (state.rules.scoring == "skull-king" and one_off)


HOUSE_RULES = (
    NamedChoice(
        name="edition", default="2024", rule="cards", could_differ=every_round, available_for={"schmidt": range(2, 7)},
        labels={"2024": "2024", "2021": "2021", "schmidt": "2014, of Schmidt"},
        implies=lambda edition: {"hands": "up", "scoring": "skull-king"} if edition == "schmidt" else {},
        title="The box", why="The oldest box has fewer cards and bonuses; later rules shorten some lengths.",
    ),
    NamedChoice(
        name="pack", default="base", rule="cards", could_differ=every_round,
        is_relevant=lambda _players, rules: not is_schmidt(rules),
        implies=lambda pack: {"abilities": pack == "all"},
        labels={"base": "70 cards", "all": "74, with Kraken, White Whale and Loot"},
        title="Cards", why="The four cards of the expansion are there for tables that know the game.",
    ),
    NamedChoice(
        name="abilities", default=False, rule="abilities", could_differ=every_round,
        is_relevant=lambda _players, rules: not is_schmidt(rules),
        labels={False: "not used", True: "used: Harry changes a bid, Rascal wagers"},
        title="What the Pirates can do", why="The Pirates have names and abilities, for tables that know the game.",
    ),
    NamedChoice(
        name="hands", default="up", rule="hands", is_known=lambda rules: not is_schmidt(rules),
        labels={
            "up": "from 1 to 10 cards", "even-keeled": "even numbers only", "brawl": "from 6 to 10 cards",
            "skirmish": "5 rounds of 5 cards", "barrage": "10 rounds of 10 cards",
            "whirlpool": "odd numbers, from 9 down", "bedtime": "1 round of 1 card",
        },
        title="Rounds", why="The rules of 2021 and 2024 name shorter games, and a longer one.",
    ),
    NamedChoice(
        name="scoring", default="skull-king", rule="scoring", could_differ=bonus_is_unknown, changes_scale=True,
        is_known=lambda rules: not is_schmidt(rules),
        difference_in_words="could have brought half a bonus or a cannonball, which nobody entered",
        labels={
            "skull-king": "20 a trick, −10 for each trick off", "rascal": "Rascal’s: all, half or nothing",
            "cannonball": "Rascal’s, with cannonballs",
        },
        title="Scoring", why="Rascal’s scoring, in the rules of 2021, is worth the same in a round to everybody.",
    ),
    NamedChoice(
        name="bonuses", is_rare=True, is_about_entry=True, default="cards", rule="bonus",
        labels={"cards": "as what was captured", "points": "as points"},
        title="A bonus is entered", why="Captures are worked out and checked; some tables add up by themselves.",
    ),
    NamedChoice(
        name="bonus_when", is_rare=True, default="exact", rule="bonus",
        is_relevant=lambda _players, rules: rules.scoring == "skull-king",
        could_differ=lambda facts, _state, other: other == "always" and not all(
            facts.is_exact(seat) for seat, took in enumerate(facts.tricks or ()) if took
        ),
        difference_in_words="could have brought a bonus with a bid that was missed, which nobody entered",
        labels={"exact": "only with an exact bid", "always": "with any bid"},
        title="A bonus counts", why="The French rules of 2022 leave that sentence out, and some tables go by them.",
    ),
    NamedChoice(
        name="ties", is_rare=True, default="shared", rule="winner",
        labels={"shared": "share the win", "another-round": "play another round"},
        title="Players with equal totals", why="The rules of 2024 settle a tie by another round.",
    ),
)  # fmt: skip

GAME = Game(
    key="skull-king",
    name="Skull King",
    colour="#3a3733",
    summary="Bid all at once how many tricks you will take, among Pirates, Mermaids and the Skull King.",
    seats=range(2, 9),
    other_names=("Skullking", "Scull King"),
    order=2,
    house_rules=HOUSE_RULES,
    facts=Facts,
    score=scoring.score,
    rounds_are_independent=lambda _rules: True,
    stakes=scoring.stakes,
    highlight_rules=tuple(
        HighlightRule(scoring.BONUS, title, "above", deed, words=words)
        for title, deed, words in (
            ("The Skull King captured", " took the Skull King with a Mermaid", CAPTURE_WORDS["king"][0]),
            ("A Pirate captured", " took a Pirate with the Skull King", CAPTURE_WORDS["pirate"][0]),
            ("Pirates captured", " took Pirates with the Skull King", CAPTURE_WORDS["pirate"][1]),
        )
    ),
    bid_highlights=BID_HIGHLIGHTS,
    deal=referee.deal,
    length=referee.length,
    check_table=referee.check_table,
    finish=referee.finish,
    simulate=simulate,
    questions=referee.QUESTIONS,
    rules_words=referee.rules_words,
    deck=referee.pack,
)
