"""The identity card of Wizard."""

from games.core.bids_and_tricks import (
    AFTER_PLAY,
    AT_ONCE,
    CANADIAN,
    FROM_FOUR,
    IN_TURN,
    bidding,
    bids_at_once,
    hook,
    hook_in_force,
)
from games.core.definition import Game
from games.core.exact_bids import BID_HIGHLIGHTS
from games.core.house_rules import NamedChoice, NumberOption, every_round
from games.wizard import referee, scoring
from games.wizard.facts import Facts
from games.wizard.simulation import simulate

HOUSE_RULES = (
    bidding(
        labels={IN_TURN: "in turn", AT_ONCE: "all at once", AFTER_PLAY: "in secret, shown after the play"},
        why="In turn by the box; many tables bid at once, so that nobody has to be the last.",
    ),
    hook(
        default=False, is_relevant=lambda _players, rules: not bids_at_once(rules),
        labels={
            False: "any bids",
            True: "the dealer may not make the bids add up to the cards",
            FROM_FOUR: "the dealer may not make them add up, from four cards on",
            CANADIAN: "a dealer alone in the lead may make them add up only by bidding zero",
        },
        why="The box lets all bids be; with a hook somebody has to miss. Tournaments play the Canadian rule.",
    ),
    NamedChoice(
        name="hands", default="up", rule="hands",
        labels={"up": "one card more each round", "by-two": "two cards more each round", "down": "down to one card",
                "up-down": "up, then down", "down-up": "down, then up", "same": "all of one size"},
        title="The hands go", why="Quick Wizard grows by two; Maximus deals all cards in each of five rounds.",
    ),
    NumberOption(
        name="largest", is_rare=True, default=None, low=1, high=referee.MAX_HAND_CARDS, unit="cards", rule="hands",
        none="as large as usual", title="Largest hand", why="A short game ends before the pack is dealt out.",
    ),
    NumberOption(
        name="same_hands", default=5, low=1, high=50, unit="rounds", rule="hands",
        is_relevant=lambda _players, rules: rules.hands == "same",
        title="Rounds, where all hands are of one size", why="Maximus Wizard has five.",
    ),
    NamedChoice(
        name="deck", default="wizard", rule="cards", could_differ=every_round,
        labels={"wizard": "60", "jubilee": "66, with the Bomb, the Cloud and the others of the jubilee boxes"},
        title="Cards", why="The boxes for 20, 25 and 30 years bring special cards.",
    ),
    NamedChoice(
        name="ties", is_rare=True, default="shared", rule="winner",
        labels={"shared": "share the win", "exact-bids": "more exact bids win"},
        title="Equal totals", why="The box says nothing; a qualifier of the championship counted the exact bids.",
    ),
)  # fmt: skip

GAME = Game(
    key="wizard",
    name="Wizard",
    colour="#4d2383",
    summary="Say exactly how many tricks you will take, with Wizards that win and Jesters that lose.",
    seats=range(3, 7),
    order=2,
    house_rules=HOUSE_RULES,
    facts=Facts,
    score=scoring.score,
    rounds_are_independent=lambda rules: hook_in_force(rules) != CANADIAN,
    irregularities=scoring.irregularities,
    finish=scoring.finish,
    why_won=scoring.why_won,
    stakes=scoring.stakes,
    bid_highlights=BID_HIGHLIGHTS,
    deal=referee.deal,
    length=referee.length,
    simulate=simulate,
    questions=referee.QUESTIONS,
    rules_words=referee.rules_words,
    deck=referee.card_keys,
)
