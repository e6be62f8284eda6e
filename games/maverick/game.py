"""The identity card of Maverick."""

from games.core.deal import partners_across
from games.core.definition import Game, MatchState
from games.core.house_rules import EndingOption, HouseRules, NamedChoice
from games.core.statistics import BidHighlight, HighlightRule
from games.maverick import referee, scoring
from games.maverick.facts import Facts, irregularities
from games.maverick.simulation import simulate


def turned_up_equal_ranks(facts: Facts, _state: MatchState, _other: str) -> bool:
    """Return whether two cards of the same rank were turned up, or may have been."""
    if not facts.turned:
        return True
    first, second = facts.turned
    return first[:-1] == second[:-1]


def a_pair_bid(facts: Facts, _state: MatchState, stack: bool) -> bool:
    """Return whether a pair that bid could have bid again with the other value."""
    return stack and bool(facts.bids)


def bids_are_combined(_players: int, rules: HouseRules) -> bool:
    """Return whether bids can be combined: only then can a blind or bling be made with a negative hand."""
    return bool(rules.stack)


HOUSE_RULES = (
    EndingOption(
        name="ends", default="open", rule="end-of-the-game", open_label="when the table says so",
        measures={
            "target": (1, 1000, 50, "at {}", "point"),
            "hands": (1, 1000, 8, "after {}", "hand"),
        },
        title="The game ends",
        why="The rules name no end. A pair makes about 6 points a hand, so 50 takes some 8 hands.",
    ),
    NamedChoice(
        name="equal_ranks", default="spades-diamonds", rule="turn-up",
        labels={
            "spades-diamonds": "spades are trump, diamonds adder",
            "first-card": "the first one turned counts as the higher",
        },
        title="Two cards of one rank turned up", could_differ=turned_up_equal_ranks,
        difference_in_words="could have had another trump suit",
        why="Neither is the higher, and the rules do not say what then.",
    ),
    NamedChoice(
        name="null_zero", default="zero", rule="null-made",
        labels={"zero": "stays at 0", "one": "brings 1, like a negative one"},
        title="Null made, the hand at exactly 0", why="The rules speak only of hands above and below zero.",
    ),
    NamedChoice(
        name="null_lost", default="flat", rule="null-lost",
        labels={"flat": "1 is lost, the hand does not count", "keep-negative": "a negative hand counts as well"},
        title="Null lost", why="“Gain no points” may mean that points lost in the hand stay lost.",
    ),
    NamedChoice(
        name="blind_lost", default="add", rule="blind-lost",
        labels={"add": "the hand counts, then −3", "replace": "−3 instead of the hand"},
        title="Blind lost", why="Only of null do the rules say that the hand is forfeited.",
    ),
    NamedChoice(
        name="blind_negative", default="as-is", rule="blind-made",
        labels={"as-is": "stays as it is", "double": "is doubled anyway"},
        title="Blind made with a negative hand", is_relevant=bids_are_combined,
        why="Happens only after a lost null, where bids may be combined. The rules double points gained.",
    ),
    NamedChoice(
        name="bling_negative", default="as-is", rule="bling-made",
        labels={"as-is": "stays as it is", "double": "is doubled anyway"},
        title="Bling made with a negative hand", is_relevant=bids_are_combined,
        why="Happens only after a lost null, where bids may be combined. The rules double points gained.",
    ),
    NamedChoice(
        name="bling_lost", default="total", rule="bling-lost",
        labels={
            "total": "the total, and the hand is lost",
            "hand": "the hand only",
            "total-then-hand": "the total, then the hand is added",
        },
        title="Bling lost: what goes to zero", why="The rules say “your team’s points”, all of them or the hand’s.",
    ),
    NamedChoice(
        name="stack", default=False, rule="bidding",
        labels={False: "one at the most", True: "several, one applied after the other"},
        title="Bids of one pair in a hand", could_differ=a_pair_bid,
        difference_in_words="could have had another bid",
        why="The rules do not say whether bids may be combined.",
    ),
)  # fmt: skip

HIGHLIGHTS = (
    HighlightRule("blind-made", "Blind made", deed=" made a blind bid"),
    HighlightRule("bling-made", "Bling made", deed=" made a bling bid"),
    HighlightRule(scoring.TOTAL_LOST, "A total lost", "below", " lost all {points} points with a bling"),
)

GAME = Game(
    key="maverick",
    name="Maverick",
    colour="#0f5661",
    summary="Partners win tricks with adders in them, avoid bare trumps, and may bid null, blind or bling.",
    seats=range(4, 5),
    teams=partners_across,
    round_name="hand",
    house_rules=HOUSE_RULES,
    facts=Facts,
    score=scoring.score,
    irregularities=irregularities,
    finish=scoring.finish,
    status=scoring.status,
    stakes=scoring.stakes,
    highlight_rules=HIGHLIGHTS,
    # A null is one player's, the other bids are the pair's.
    bid_highlights=(BidHighlight("Null made", lambda bid: bid.kind == "null", " made a null bid"),),
    deal=referee.deal,
    length=referee.length,
    simulate=simulate,
    questions=referee.QUESTIONS,
    deck=referee.pack,
)
