"""What tests over every game know of Das Grosse und das kleine A."""

from games.core.schema import plain
from tests.games.every_game import Rate, Samples, choice, number, searches
from tests.games.grosse_kleine import rounds

HOUSE_RULES = {
    "rounds": number("score limits", 5, 1, 20),
    "deal": choice("rulings limits", "all", "thirteen"),
    "end": choice("score", "finish-a-trick", "at-once"),
    "a_tie": choice("rulings", "first", "last"),
}

SEARCHES = searches(
    jokers=["joker led|", "what does a| joker count"],
    follow=["what if everyone pass|es"],
    deal=["who leads f|irst", "how ma|ny cards with 5", "who deal|s"],
    sets=["se|t"],
    pile=["little a p|ile"],
    a_trick=["can I pl|ay A"],
    last_card_in_a_trick=["last t|rick"],
    equal_cards=["eq|ual cards"],
    went_out=["go|ing out", "ou|t of cards", "la|st card"],
    rounds=["how doe|s it end", "how l|ong is the game"],
)

RATES = (Rate("pile", 0.2, 0.5), Rate("big-a-left", 0.5, 0.95), Rate("counted-hand", 0.05, 0.3))


def figures(scored, match, seat):
    facts = plain(scored.facts)
    hand = facts["left"][seat]
    if hand in ("", 0) or (isinstance(hand, str) and not hand.split()):
        yield "went-out", "", 1
        yield "cards-held", "", 0
    elif isinstance(hand, str):
        yield "cards-held", "", len(hand.split())
        for card, rule in (("a", "little-a-left"), ("A", "big-a-left")):
            if card in hand.split():
                yield "a-cards", rule, 1
    if facts.get("pile", {}).get("seat") == seat:
        yield "little-a-tricks", "", 1


SAMPLES = Samples(
    house_rules=HOUSE_RULES,
    asks=frozenset({"beats", "deal", "legal", "winner"}),
    searches=SEARCHES,
    rates=RATES,
    figures=figures,
    sheets=rounds.sheets,
)
